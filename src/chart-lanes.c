/* SPDX-License-Identifier: GPL-3.0-only */
#include "chart-lanes.h"

#include "chart.h"
#include "html.h"
#include "series.h"
#include "words.h"

#define LANE_HEIGHT 46 /* with its title */
#define BAR_HEIGHT  26

static const struct {
	const char *name, *class;
} lanes[LR_N_EVENTS] = {
	[LR_EVENT_RETRANSMITS] = { "retransmits", "c1" },
	[LR_EVENT_DROPS] = { "drops", "c2" },
	[LR_EVENT_ERRORS] = { "errors", "c5" },
	[LR_EVENT_CARRIER] = { "carrier changes", "c4" },
};

static void append_bars(LrChart *chart, const GArray *series, double highest, double bottom,
			const char *class)
{
	g_autoptr(GArray) reduced = lr_series_reduce(series, lr_chart_spans(chart) / 2);

	lr_html_append(chart->out, "<path class=\"bar %s\" d=\"", class);
	for (guint i = 0; i < reduced->len; i++) {
		const LrSpan *span = &g_array_index(reduced, LrSpan, i);
		double left = lr_chart_x(chart, (double)span->begin_ns / 1e9);
		double right = lr_chart_x(chart, (double)span->end_ns / 1e9);

		if (span->highest <= 0)
			continue;
		g_string_append_c(chart->out, 'M');
		lr_html_append_coordinate(chart->out, left);
		g_string_append_c(chart->out, ' ');
		lr_html_append_coordinate(chart->out, bottom);
		g_string_append_c(chart->out, 'V');
		/* A single event among thousands stays visible. */
		lr_html_append_coordinate(chart->out,
					  bottom - MAX(BAR_HEIGHT * span->highest / highest, 2));
		g_string_append_c(chart->out, 'H');
		lr_html_append_coordinate(chart->out, MAX(right - 0.5, left + 1));
		g_string_append_c(chart->out, 'V');
		lr_html_append_coordinate(chart->out, bottom);
		g_string_append_c(chart->out, 'z');
	}
	g_string_append(chart->out, "\"/>\n");
}

static double total_of(const GArray *series)
{
	double total = 0;

	for (guint i = 0; i < series->len; i++)
		total += g_array_index(series, LrSpan, i).average;
	return total;
}

static void draw_lane(LrChart *chart, const LrRun *run, LrEvent event)
{
	g_autoptr(GArray) series = lr_series_event_make(run, event);
	double top = chart->top + event * (double)LANE_HEIGHT, bottom = top + LANE_HEIGHT - 4;
	g_autofree char *total = lr_words_count_dup((uint64_t)total_of(series));
	g_autofree char *title = NULL, *peak = NULL;
	LrSpan sum = { 0 };
	bool known = lr_series_sum(series, &sum);

	peak = lr_words_count_dup((uint64_t)sum.highest);
	if (!known)
		title = g_strdup_printf("%s: not known", lanes[event].name);
	else if (sum.highest <= 0)
		title = g_strdup_printf("%s: none", lanes[event].name);
	else
		title = g_strdup_printf("%s: %s, peak %s", lanes[event].name, total, peak);
	lr_chart_append_rect(chart, chart->left, bottom, chart->right - chart->left, 1, "floor");
	lr_chart_append_text(chart, chart->left + 4, top + 12, "start", "tick halo", title);
	if (sum.highest > 0)
		append_bars(chart, series, sum.highest, bottom, lanes[event].class);
}

static void draw(LrChart *chart, gconstpointer data)
{
	lr_chart_append_time_axis(chart);
	for (LrEvent event = 0; event < LR_N_EVENTS; event++)
		draw_lane(chart, data, event);
}

void lr_lanes_append(GString *out, const LrRun *run, double end_s)
{
	const LrFigure figure = {
		.label = "Retransmits, drops, errors and carrier changes over time; the lanes tell "
			 "the "
			 "sums.",
		.title = "Losses and events",
		.caption =
			"Retransmitted segments, dropped and damaged frames, and carrier changes, "
			"between one sample and the next.",
		.head = 6,
		.height = LR_N_EVENTS * LANE_HEIGHT,
		.end_s = end_s,
		.max = 1,
		.draw = draw,
		.data = run,
	};

	lr_chart_append_figure(out, &figure);
}
