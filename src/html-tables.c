/* SPDX-License-Identifier: GPL-3.0-only */
#include "html-tables.h"

#include "html.h"
#include "json-fields.h"
#include "series.h"
#include "units.h"
#include "words.h"

#define MAX_ROWS 60

static void append_cell(GString *out, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void append_cell(GString *out, const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list args;

	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	lr_html_append(out, "<td>%s</td>", text);
}

/* Negative and not finite mean unknown. */
static void append_percent(GString *out, double percent)
{
	if (percent >= 0)
		append_cell(out, "%.1f", percent);
	else
		g_string_append(out, "<td>-</td>");
}

static void append_count(GString *out, uint64_t count)
{
	g_autofree char *text = lr_words_count_dup(count);

	append_cell(out, "%s", text);
}

static void append_worker(GString *out, const LrWorkerResult *worker)
{
	lr_html_append(out, "<tr><th scope=\"row\">%u</th>", worker->port);
	append_cell(out, "%u", worker->cpu);
	append_cell(out, "%s", lr_direction_name(worker->direction));
	append_cell(out, "%.2f", lr_seconds_from_ns(worker->receiver_ns));
	append_count(out, worker->receiver_bytes);
	append_cell(out, "%.1f", lr_mbps_from_bytes(worker->receiver_bytes, worker->receiver_ns));
	append_count(out, worker->retransmits);
	append_percent(out, worker->cpu_percent);
	append_percent(out, worker->target_cpu_percent);
	append_cell(out, "%s", worker->congestion != NULL ? worker->congestion : "-");
	if (worker->end == LR_END_OK)
		g_string_append(out, "<td class=\"words\">ok</td></tr>\n");
	else
		lr_html_append(out, "<td class=\"words\">%s %s: %s</td></tr>\n",
			       lr_worker_end_name(worker->end), lr_words_phase(worker->phase),
			       worker->error != NULL ? worker->error : "no reason known");
}

void lr_html_append_workers(GString *out, const LrRun *run)
{
	static const char *const heads[] = { "port",	     "core",	   "direction",	  "seconds",
					     "bytes",	     "Mb/s",	   "retransmits", "CPU %",
					     "target CPU %", "congestion", "end" };

	g_string_append(out, "<div class=\"numbers ends\">");
	lr_html_open_table(out, "Workers of this run", heads, G_N_ELEMENTS(heads));
	g_string_append(out, "<tbody>\n");
	for (guint i = 0; i < run->workers->len; i++)
		append_worker(out, run->workers->pdata[i]);
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
	g_string_append(out, "</div>\n");
}

static void open_details(GString *out, const char *summary, const char *const *heads, guint n_heads)
{
	lr_html_append(out, "<details><summary>%s</summary><div class=\"numbers\">\n", summary);
	lr_html_open_table(out, summary, heads, n_heads);
	g_string_append(out, "<tbody>\n");
}

static void close_details(GString *out)
{
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
	g_string_append(out, "</div></details>\n");
}

static void append_time(GString *out, const LrSpan *span)
{
	g_autofree char *text = g_strdup_printf("%.1f to %.1f", lr_seconds_from_ns(span->begin_ns),
						lr_seconds_from_ns(span->end_ns));

	lr_html_append(out, "<tr><th scope=\"row\">%s</th>", text);
}

static void append_direction(GString *out, const LrRun *run, LrDirection direction)
{
	g_autoptr(GArray) series = lr_series_goodput_make(run, direction, NULL);
	g_autoptr(GArray) reduced = lr_series_reduce(series, MAX_ROWS);

	for (guint i = 0; i < reduced->len; i++) {
		const LrSpan *span = &g_array_index(reduced, LrSpan, i);

		append_time(out, span);
		append_cell(out, "%s", lr_words_direction(direction));
		append_cell(out, "%.1f", span->lowest);
		append_cell(out, "%.1f", span->average);
		append_cell(out, "%.1f", span->highest);
		g_string_append(out, "</tr>\n");
	}
}

void lr_html_append_rates(GString *out, const LrRun *run)
{
	static const char *const heads[] = { "seconds", "direction", "lowest Mb/s", "average Mb/s",
					     "highest Mb/s" };
	bool shown[2] = { false, false };

	open_details(out, "Rate over time, in numbers", heads, G_N_ELEMENTS(heads));
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (shown[worker->direction == LR_REVERSE])
			continue;
		shown[worker->direction == LR_REVERSE] = true;
		append_direction(out, run, worker->direction);
	}
	close_details(out);
}

void lr_html_append_events(GString *out, const LrRun *run)
{
	static const char *const heads[] = { "seconds", "what", "how many", "peak" };
	static const char *const names[LR_N_EVENTS] = { "retransmits", "drops", "errors",
							"carrier changes" };

	open_details(out, "Retransmits, drops, errors and carrier changes, in numbers", heads,
		     G_N_ELEMENTS(heads));
	for (LrEvent event = 0; event < LR_N_EVENTS; event++) {
		g_autoptr(GArray) series = lr_series_event_make(run, event);
		guint stretch = MAX((series->len + MAX_ROWS - 1) / MAX_ROWS, 1);

		for (guint first = 0; first < series->len; first += stretch) {
			LrSpan sum = g_array_index(series, LrSpan, first);
			double total = 0;

			for (guint i = first; i < MIN(first + stretch, series->len); i++) {
				const LrSpan *span = &g_array_index(series, LrSpan, i);

				total += span->average;
				sum.highest = MAX(sum.highest, span->highest);
				sum.end_ns = span->end_ns;
			}
			if (total <= 0)
				continue;
			append_time(out, &sum);
			append_cell(out, "%s", names[event]);
			append_count(out, (uint64_t)total);
			append_count(out, (uint64_t)sum.highest);
			g_string_append(out, "</tr>\n");
		}
	}
	close_details(out);
}

static void append_load(GString *out, const LrRun *run, uint32_t cpu, LrLoad load)
{
	g_autoptr(GArray) series = lr_series_load_make(run, cpu, load);
	LrSpan sum;
	bool known = lr_series_sum(series, &sum);

	append_percent(out, known ? sum.average : -1);
	append_percent(out, known ? sum.highest : -1);
}

void lr_html_append_loads(GString *out, const LrRun *run)
{
	static const char *const heads[] = { "core",	"load %, average",
					     "highest", "softirq %, average",
					     "highest", "stolen %, average",
					     "highest" };
	const LrSample *first = run->samples->len > 0 ? run->samples->pdata[0] : NULL;

	open_details(out, "Load of each core, in numbers", heads, G_N_ELEMENTS(heads));
	for (guint i = 0; first != NULL && i < first->cpus->len; i++) {
		uint32_t cpu = g_array_index(first->cpus, LrCpuTime, i).cpu;

		lr_html_append(out, "<tr><th scope=\"row\">%u</th>", cpu);
		append_load(out, run, cpu, LR_LOAD_BUSY);
		append_load(out, run, cpu, LR_LOAD_SOFTIRQ);
		append_load(out, run, cpu, LR_LOAD_STEAL);
		g_string_append(out, "</tr>\n");
	}
	close_details(out);
}

void lr_html_append_counters(GString *out, const LrRun *run)
{
	static const char *const heads[] = { "counter", "before", "after", "growth" };
	const LrSample *first, *last;

	if (run->samples->len < 2)
		return;
	first = run->samples->pdata[0];
	last = run->samples->pdata[run->samples->len - 1];
	g_string_append(out, "<h4>Counters of the interface</h4><div class=\"numbers\">\n");
	lr_html_open_table(out, "Counters of the interface before and after this run", heads,
			   G_N_ELEMENTS(heads));
	g_string_append(out, "<tbody>\n");
	for (const LrJsonField *field = lr_json_counter_fields(); field->name != NULL; field++) {
		uint64_t before = lr_json_field_get(field, &first->counters);
		uint64_t after = lr_json_field_get(field, &last->counters);

		lr_html_append(out, "<tr><th scope=\"row\"><code>%s</code></th>", field->name);
		append_count(out, before);
		append_count(out, after);
		if (after >= before)
			append_count(out, after - before);
		else
			g_string_append(out, "<td>was reset</td>");
		g_string_append(out, "</tr>\n");
	}
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
	g_string_append(out, "</div>\n");
}
