/* SPDX-License-Identifier: GPL-3.0-only */
#include "html-run.h"

#include "chart-heat.h"
#include "chart-lanes.h"
#include "chart-rate.h"
#include "html-survey.h"
#include "html-tables.h"
#include "html.h"
#include "series.h"
#include "units.h"
#include "words.h"

static void append_rate(GString *out, const LrResult *result, const char *name, double mbps,
			uint64_t bytes)
{
	uint64_t reference_mbps = result->plan != NULL ? result->plan->reference_mbps : 0;
	g_autofree char *rate = lr_rate_dup(mbps), *size = lr_bytes_dup(bytes);
	g_autofree char *percent = NULL, *text = NULL;

	if (reference_mbps != 0)
		percent = lr_words_percent_dup(100 * mbps / (double)reference_mbps,
					       result->request->fail_threshold_percent);
	text = g_strdup_printf("%s%s%s (%s)", rate, percent != NULL ? ", " : "",
			       percent != NULL ? percent : "", size);
	lr_html_append_fact(out, name, text);
}

static void append_facts(GString *out, const LrResult *result, const LrRun *run)
{
	double load = lr_series_workers_load_percent(run);
	g_autofree char *window = g_strdup_printf("%.2f s; the workers began within %.0f ms",
						  lr_seconds_from_ns(run->window_ns),
						  lr_seconds_from_ns(run->skew_ns) * 1000);
	g_autofree char *retransmits = lr_words_count_dup(run->retransmits);
	g_autofree char *load_text = load >= 0 ? g_strdup_printf("%.1f %%", load) : NULL;

	lr_html_open_table(out, "Numbers of this run", NULL, 0);
	g_string_append(out, "<tbody>\n");
	if (lr_words_is_bidirectional(run)) {
		append_rate(out, result, "Sent", run->goodput_mbps, run->receiver_bytes);
		append_rate(out, result, "Received", run->reverse_goodput_mbps,
			    run->reverse_receiver_bytes);
	} else {
		append_rate(out, result, "Rate", run->goodput_mbps, run->receiver_bytes);
	}
	lr_html_append_fact(out, "Measured over", window);
	lr_html_append_fact(out, "Retransmits", retransmits);
	lr_html_append_fact(out, "Load of the workers' cores", load_text);
	if (!run->complete)
		lr_html_append_fact(out, "Incomplete", "not every worker finished: see the table");
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
}

static void append_charts(GString *out, const LrResult *result, const LrRun *run)
{
	double end_s = lr_chart_run_seconds(run);

	if (run->samples->len < 2 || end_s <= 0) {
		g_string_append(out, "<p>Nothing was sampled in this run, so there is nothing to "
				     "draw.</p>\n");
		return;
	}
	lr_chart_append_rate(out, result, run);
	lr_html_append_rates(out, run);
	lr_chart_append_workers(out, run);
	lr_lanes_append(out, run, end_s);
	lr_html_append_events(out, run);
	lr_heat_append_cores(out, run, end_s);
	lr_html_append_loads(out, run);
}

void lr_html_run_append(GString *out, const LrResult *result, guint index)
{
	const LrRun *run = result->runs->pdata[index];

	lr_html_append(out, "<section>\n<h3>Run %u of %u</h3>\n", index + 1,
		       MAX(result->request->runs, result->runs->len));
	append_facts(out, result, run);
	append_charts(out, result, run);
	g_string_append(out, "<h4>Workers</h4>\n");
	lr_html_append_workers(out, run);
	lr_html_append_counters(out, run);
	lr_html_survey_append(out, run);
	g_string_append(out, "</section>\n");
}
