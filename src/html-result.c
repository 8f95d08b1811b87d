/* SPDX-License-Identifier: GPL-3.0-only */
#include "html-result.h"

#include "html-machine.h"
#include "html-run.h"
#include "html.h"
#include "series.h"
#include "units.h"
#include "words.h"

static void append_evidence(GString *out, const GPtrArray *evidence)
{
	if (evidence->len == 0)
		return;
	g_string_append(out, "<ul class=\"evidence\">");
	for (guint i = 0; i < evidence->len; i++) {
		const LrEvidence *item = evidence->pdata[i];
		g_autofree char *number = lr_words_number_dup(item->number);

		lr_html_append(out, "<li><code>%s</code> <b>%s</b></li>", item->key,
			       item->text != NULL ? item->text : number);
	}
	g_string_append(out, "</ul>");
}

static void append_causes(GString *out, const char *title, const GPtrArray *causes)
{
	if (causes->len == 0)
		return;
	lr_html_append(out, "<h3>%s</h3>\n<ol class=\"causes\">\n", title);
	for (guint i = 0; i < causes->len; i++) {
		const LrCause *cause = causes->pdata[i];

		lr_html_append(out,
			       "<li><p class=\"cause\"><code>%s</code> "
			       "<span class=\"class\">%s</span></p><p>%s</p>",
			       lr_cause_name(cause), lr_words_class(lr_cause_id_class(cause->id)),
			       cause->message);
		if (cause->remedy != NULL && cause->remedy[0] != '\0')
			lr_html_append(out, "<p class=\"remedy\"><b>Remedy:</b> %s</p>",
				       cause->remedy);
		append_evidence(out, cause->evidence);
		g_string_append(out, "</li>\n");
	}
	g_string_append(out, "</ol>\n");
}

static void append_verdict(GString *out, const LrResult *result)
{
	const GPtrArray *causes = result->verdict->causes;
	g_autofree char *verdict = lr_words_verdict_dup(result);

	lr_html_append(out, "<div class=\"verdict %s\"><h2>%s</h2><p>%s, kernel %s, %s</p></div>\n",
		       lr_outcome_name(result->verdict->outcome), verdict,
		       result->machine != NULL ? result->machine : "machine unknown",
		       result->kernel != NULL ? result->kernel : "unknown",
		       result->started != NULL ? result->started : "at a time unknown");
	append_causes(out, causes->len > 1 ? "Causes, the likeliest first" : "Cause", causes);
	append_causes(out, "Also seen, not the reason of the verdict", result->verdict->hints);
}

static void append_plan_workers(GString *out, const LrPlan *plan)
{
	static const char *const heads[] = { "port", "core", "NUMA node", "next to the interface" };

	lr_html_append(out, "<details><summary>%u workers and their cores</summary>\n",
		       plan->workers->len);
	g_string_append(out, "<div class=\"numbers\">\n");
	lr_html_open_table(out, "Planned workers", heads, G_N_ELEMENTS(heads));
	g_string_append(out, "<tbody>\n");
	for (guint i = 0; i < plan->workers->len; i++) {
		const LrPlanWorker *worker = &g_array_index(plan->workers, LrPlanWorker, i);
		g_autofree char *node = worker->numa_node >= 0
						? g_strdup_printf("%d", worker->numa_node)
						: g_strdup("unknown");

		lr_html_append(
			out,
			"<tr><th scope=\"row\">%u</th><td>%u</td><td>%s</td><td>%s</td></tr>\n",
			worker->port, worker->cpu, node, worker->near ? "yes" : "no");
	}
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
	g_string_append(out, "</div></details>\n");
}

static void append_attempts(GString *out, const GPtrArray *attempts)
{
	static const char *const heads[] = { "after", "target", "address", "port",
					     "what came of it" };

	if (attempts->len == 0)
		return;
	lr_html_append(out, "<details%s><summary>%u attempt%s to use a target</summary>\n",
		       attempts->len > 1 && attempts->len < 10 ? " open=\"\"" : "", attempts->len,
		       attempts->len > 1 ? "s" : "");
	lr_html_open_table(out, "Attempts", heads, G_N_ELEMENTS(heads));
	g_string_append(out, "<tbody>\n");
	for (guint i = 0; i < attempts->len; i++) {
		const LrAttempt *attempt = attempts->pdata[i];
		g_autofree char *after =
			g_strdup_printf("%.1f s", lr_seconds_from_ns(attempt->at_ns));

		lr_html_append(out, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%u</td>", after,
			       attempt->host, attempt->address != NULL ? attempt->address : "-",
			       attempt->base_port);
		if (attempt->cause != NULL)
			lr_html_append(out, "<td><code>%s</code>: %s</td></tr>\n",
				       lr_cause_name(attempt->cause), attempt->cause->message);
		else
			g_string_append(out, "<td>used</td></tr>\n");
	}
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
	g_string_append(out, "</details>\n");
}

static void append_runs(GString *out, const LrResult *result)
{
	static const char *const heads[] = { "run",	    "Mb/s",	   "share",
					     "retransmits", "core load %", "complete" };

	g_string_append(out, "<div class=\"numbers\">\n");
	lr_html_open_table(out, "All runs", heads, G_N_ELEMENTS(heads));
	g_string_append(out, "<tbody>\n");
	for (guint i = 0; i < result->runs->len; i++) {
		const LrRun *run = result->runs->pdata[i];
		double mbps = lr_words_run_mbps(run), load = lr_series_workers_load_percent(run);
		uint64_t reference_mbps = result->plan != NULL ? result->plan->reference_mbps : 0;
		g_autofree char *rate = g_strdup_printf("%.1f", mbps);
		g_autofree char *share =
			reference_mbps != 0
				? lr_words_percent_dup(100 * mbps / (double)reference_mbps,
						       result->request->fail_threshold_percent)
				: g_strdup("-");
		g_autofree char *retransmits = lr_words_count_dup(run->retransmits);
		g_autofree char *load_text =
			load >= 0 ? g_strdup_printf("%.1f", load) : g_strdup("-");

		lr_html_append(out,
			       "<tr><th scope=\"row\">%u</th><td>%s</td><td>%s</td><td>%s</td>"
			       "<td>%s</td><td>%s</td></tr>\n",
			       i + 1, rate, share, retransmits, load_text,
			       run->complete ? "yes" : "no");
	}
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
	g_string_append(out, "</div>\n");
}

static void append_options(GString *out, const LrRequest *request)
{
	static const char *const heads[] = { "option", "value", "" };
	g_autoptr(GPtrArray) options = lr_words_options_make(request);

	g_string_append(out, "<h3>Options</h3>\n<p>Those in bold are not the defaults.</p>\n");
	lr_html_open_table(out, "Options of the test", heads, G_N_ELEMENTS(heads));
	g_string_append(out, "<tbody>\n");
	for (guint i = 0; i < options->len; i++) {
		const LrWordsOption *option = options->pdata[i];

		lr_html_append(out, "<tr%s><th scope=\"row\">%s</th><td>%s</td><td>%s</td></tr>\n",
			       option->changed ? " class=\"changed\"" : "", option->name,
			       option->value, option->changed ? "given" : "default");
	}
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
}

void lr_html_result_append(GString *out, const LrResult *result, guint number)
{
	lr_html_append(out, "<article id=\"result-%u\">\n", number);
	append_verdict(out, result);
	lr_html_machine_append(out, result);
	if (result->plan != NULL)
		append_plan_workers(out, result->plan);
	append_attempts(out, result->attempts);
	if (result->runs->len > 0)
		g_string_append(out, "<h2>Runs</h2>\n");
	if (result->runs->len > 1)
		append_runs(out, result);
	for (guint i = 0; i < result->runs->len; i++)
		lr_html_run_append(out, result, i);
	append_options(out, result->request);
	g_string_append(out, "</article>\n");
}
