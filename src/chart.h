/* SPDX-License-Identifier: GPL-3.0-only */
/* The canvas of an SVG chart over time: axes, guides, lines and labels that do not overlap. Each
 * chart is drawn twice, wide and narrow, with letters of the same size, and the page shows the one
 * that fits: so it can be read on a phone and on a poster. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
	GString *out;
	bool narrow;
	double width, height; /* of the picture */
	double left, right, top, bottom; /* edges of the plot within it */
	double end_s; /* time at the right edge; 0 at the left */
	double max; /* value at the top edge; 0 at the bottom */
} LrChart;

typedef struct {
	const char *label; /* what the chart shows, in words, for those who do not see it */
	const char *title, *caption; /* above it */
	double head; /* height above the plot, for the unit of a value axis */
	double height; /* of the plot */
	double end_s;
	double max;
	void (*draw)(LrChart *chart, gconstpointer data);
	gconstpointer data;
} LrFigure;

void lr_chart_append_figure(GString *out, const LrFigure *figure);

double lr_chart_x(const LrChart *chart, double seconds);
double lr_chart_y(const LrChart *chart, double value);

/* Ticks, grid and labels of time at the bottom; of values at the left in units of `scale`, with
 * the unit above. */
void lr_chart_append_time_axis(LrChart *chart);
void lr_chart_append_value_axis(LrChart *chart, double scale, const char *unit);

/* A series (see series.h) as a stepped line through the averages, with a band from lowest to
 * highest behind it where they differ. `class` is the CSS class of both. */
void lr_chart_append_series(LrChart *chart, const GArray *series, const char *class);

/* How many stretches the width of this chart can show. */
guint lr_chart_spans(const LrChart *chart);

typedef struct {
	double value;
	const char *class; /* of the line and its label */
	const char *text, *short_text; /* for wide and narrow */
} LrChartLabel;

/* Labels at the right edge, beside their values but apart from one another; sorts them. */
void lr_chart_append_labels(LrChart *chart, LrChartLabel *labels, guint n_labels);

/* A line across the plot at each value. */
void lr_chart_append_guides(LrChart *chart, const LrChartLabel *guides, guint n_guides);

/* Text at a point; anchor is "start", "middle" or "end". */
void lr_chart_append_text(LrChart *chart, double x, double y, const char *anchor, const char *class,
			  const char *text);

/* A rectangle. */
void lr_chart_append_rect(LrChart *chart, double x, double y, double width, double height,
			  const char *class);
