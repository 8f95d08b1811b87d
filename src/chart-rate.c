/* SPDX-License-Identifier: GPL-3.0-only */
#include "chart-rate.h"

#include "chart.h"
#include "chart-heat.h"
#include "series.h"
#include "units.h"
#include "words.h"

#define PLOT_HEIGHT 220
#define MAX_LINES   8 /* more are not told apart by colour */

typedef struct {
	GPtrArray *series; /* of GArray of LrSpan */
	GPtrArray *names; /* of char *, one for each series */
	LrChartLabel guides[3];
	guint n_guides;
	double scale;
	const char *unit;
} Lines;

static Lines *lines_new(void)
{
	Lines *lines = g_new0(Lines, 1);

	lines->series = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
	lines->names = g_ptr_array_new_with_free_func(g_free);
	return lines;
}

static void lines_free(Lines *lines)
{
	g_ptr_array_unref(lines->series);
	g_ptr_array_unref(lines->names);
	for (guint i = 0; i < lines->n_guides; i++)
		g_free((char *)lines->guides[i].text);
	g_free(lines);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lines, lines_free)

double lr_chart_run_seconds(const LrRun *run)
{
	const LrSample *last =
		run->samples->len > 0 ? run->samples->pdata[run->samples->len - 1] : NULL;

	return last != NULL ? MAX(lr_seconds_from_ns(last->at_ns - run->gate_ns), 0) : 0;
}

static double highest_of(const GPtrArray *all)
{
	double highest = 0;
	LrSpan sum;

	for (guint i = 0; i < all->len; i++) {
		if (lr_series_sum(all->pdata[i], &sum))
			highest = MAX(highest, sum.highest);
	}
	return highest;
}

static void draw_lines(LrChart *chart, gconstpointer data)
{
	const Lines *lines = data;
	g_autofree LrChartLabel *labels = g_new0(LrChartLabel, lines->n_guides + lines->names->len);
	static const char *const classes[MAX_LINES] = { "c0", "c1", "c2", "c3",
							"c4", "c5", "c6", "c7" };
	guint n = 0;

	lr_chart_append_time_axis(chart);
	lr_chart_append_value_axis(chart, lines->scale, lines->unit);
	for (guint i = 0; i < lines->series->len; i++)
		lr_chart_append_series(chart, lines->series->pdata[i], classes[i % MAX_LINES]);
	lr_chart_append_guides(chart, lines->guides, lines->n_guides);
	for (guint i = 0; i < lines->n_guides; i++)
		labels[n++] = lines->guides[i];
	for (guint i = 0; i < lines->names->len; i++) {
		const GArray *series = lines->series->pdata[i];

		if (series->len > 0 && lines->series->len > 1)
			labels[n++] = (LrChartLabel){
				.value = g_array_index(series, LrSpan, series->len - 1).average,
				.class = classes[i % MAX_LINES],
				.text = lines->names->pdata[i],
				.short_text = lines->names->pdata[i],
			};
	}
	lr_chart_append_labels(chart, labels, n);
}

static void append_lines(GString *out, Lines *lines, double end_s, const char *title,
			 const char *label, const char *caption)
{
	LrFigure figure = { .label = label,
			    .title = title,
			    .caption = caption,
			    .head = 26,
			    .height = PLOT_HEIGHT,
			    .end_s = end_s,
			    .max = highest_of(lines->series),
			    .draw = draw_lines,
			    .data = lines };

	for (guint i = 0; i < lines->n_guides; i++)
		figure.max = MAX(figure.max, lines->guides[i].value);
	figure.max = MAX(figure.max * 1.05, 1);
	lines->scale = figure.max >= 2000 ? 1000 : 1;
	lines->unit = figure.max >= 2000 ? "Gb/s" : "Mb/s";
	lr_chart_append_figure(out, &figure);
}

static void add_guide(Lines *lines, double mbps, const char *class, const char *name,
		      const char *short_name)
{
	g_autofree char *rate = lr_rate_dup(mbps);

	if (mbps > 0)
		lines->guides[lines->n_guides++] = (LrChartLabel){
			.value = mbps,
			.class = class,
			.text = g_strdup_printf("%s %s", name, rate),
			.short_text = short_name,
		};
}

static void add_guides(Lines *lines, const LrResult *result)
{
	double reference = result->plan != NULL ? (double)result->plan->reference_mbps : 0;

	if (reference == 0)
		return;
	add_guide(lines, reference, "reference", "reference", "speed");
	add_guide(lines, result->plan->ceiling_mbps, "ceiling", "TCP max", "TCP max");
	add_guide(lines, reference * result->request->fail_threshold_percent / 100, "threshold",
		  "threshold", "limit");
}

static bool has_direction(const LrRun *run, LrDirection direction)
{
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->direction == direction)
			return true;
	}
	return false;
}

/* "by second lowest 9.1 Gb/s, average 9.35 Gb/s, highest 9.4 Gb/s". */
static char *spread_dup(const LrRun *run, const GArray *series)
{
	g_autoptr(GArray) settled = lr_series_settled_make(run, series);
	g_autofree char *lowest = NULL, *average = NULL, *highest = NULL, *step = NULL;
	LrSpan sum;

	if (!lr_series_sum(settled, &sum) && !lr_series_sum(series, &sum))
		return g_strdup("nothing measured");
	lowest = lr_rate_dup(sum.lowest);
	average = lr_rate_dup(sum.average);
	highest = lr_rate_dup(sum.highest);
	step = lr_words_step_dup(settled->len > 0 ? settled : series);
	return g_strdup_printf("by %s lowest %s, average %s, highest %s", step, lowest, average,
			       highest);
}

void lr_chart_append_rate(GString *out, const LrResult *result, const LrRun *run)
{
	g_autoptr(Lines) lines = lines_new();
	g_autoptr(GString) words = g_string_new(NULL);
	g_autofree char *label = NULL, *caption = NULL;
	bool by_flows = true;

	for (LrDirection direction = LR_FORWARD; direction <= LR_REVERSE; direction++) {
		GArray *series;
		g_autofree char *spread = NULL;

		if (!has_direction(run, direction))
			continue;
		series = lr_series_goodput_make(run, direction, &by_flows);
		spread = spread_dup(run, series);
		g_ptr_array_add(lines->series, series);
		g_ptr_array_add(lines->names,
				g_strdup(direction == LR_FORWARD ? "sent" : "received"));
		g_string_append_printf(words, "%s%s: %s", words->len > 0 ? "; " : "",
				       lr_words_direction(direction), spread);
	}
	if (highest_of(lines->series) <= 0)
		return;
	add_guides(lines, result);
	label = g_strdup_printf("Chart of the rate of all workers over time. %s.", words->str);
	caption = g_strdup_printf(
		"%s; %s.",
		by_flows ? "Payload as the kernel of this machine counts it"
			 : "by the byte counters of the interface, headers included",
		words->str);
	append_lines(out, lines, lr_chart_run_seconds(run), "Rate over time", label, caption);
}

static char *worker_name_dup(const LrRun *run, const LrWorkerResult *worker)
{
	if (!lr_words_is_bidirectional(run))
		return g_strdup_printf("%u", worker->port);
	return g_strdup_printf("%u %s", worker->port,
			       worker->direction == LR_REVERSE ? "in" : "out");
}

static void append_worker_rows(GString *out, const LrRun *run, Lines *lines, double end_s)
{
	g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(lr_heat_row_free);
	double max = highest_of(lines->series);
	g_autofree char *top = lr_rate_dup(max);
	LrHeat heat = { .label = "Rows of shades: rate of each worker over time.",
			.title = "Rate of each worker",
			.caption = "Named by its port. A shade shows the lowest sample of its "
				   "stretch.",
			.shows_lowest = true,
			.class = "rate",
			.top_text = top,
			.max = max,
			.end_s = end_s,
			.rows = rows };

	for (guint i = 0; i < run->workers->len; i++) {
		LrHeatRow *row = g_new0(LrHeatRow, 1);

		row->name = g_strdup(lines->names->pdata[i]);
		row->series = g_array_ref(lines->series->pdata[i]);
		g_ptr_array_add(rows, row);
	}
	lr_heat_append(out, &heat);
}

void lr_chart_append_workers(GString *out, const LrRun *run)
{
	g_autoptr(Lines) lines = lines_new();
	double end_s = lr_chart_run_seconds(run);

	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		g_ptr_array_add(lines->series, lr_series_worker_make(run, worker));
		g_ptr_array_add(lines->names, worker_name_dup(run, worker));
	}
	/* One worker alone is what the chart of all shows already. */
	if (run->workers->len < 2 || highest_of(lines->series) <= 0)
		return;
	if (run->workers->len > MAX_LINES)
		append_worker_rows(out, run, lines, end_s);
	else
		append_lines(
			out, lines, end_s, "Rate of each worker",
			"Chart of the rate of each worker over time; the table of workers tells "
			"the sums.",
			"Named by its port.");
}
