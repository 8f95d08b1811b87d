/* SPDX-License-Identifier: GPL-3.0-only */
#include "chart.h"

#include <math.h>
#include <stdlib.h>

#include "axis.h"
#include "html.h"
#include "series.h"

#define LINE_HEIGHT 15 /* of a label */

static LrChart make_chart(GString *out, const LrFigure *figure, bool narrow)
{
	LrChart chart = {
		.out = out, .narrow = narrow, .end_s = figure->end_s, .max = figure->max
	};

	chart.width = narrow ? 420 : 960;
	chart.left = narrow ? 44 : 60;
	chart.right = chart.width - (narrow ? 82 : 156);
	chart.top = figure->head;
	chart.bottom = chart.top + figure->height;
	chart.height = chart.bottom + 26;
	return chart;
}

static void append_variant(GString *out, const LrFigure *figure, bool narrow)
{
	LrChart chart = make_chart(out, figure, narrow);

	lr_html_append(
		out, "<svg class=\"%s\" viewBox=\"0 0 %u %u\" role=\"img\" aria-label=\"%s\">\n",
		narrow ? "narrow" : "wide", (guint)chart.width, (guint)chart.height, figure->label);
	figure->draw(&chart, figure->data);
	g_string_append(out, "</svg>\n");
}

void lr_chart_append_figure(GString *out, const LrFigure *figure)
{
	lr_html_append(out, "<figure>\n<figcaption><b>%s</b> %s</figcaption>\n", figure->title,
		       figure->caption);
	append_variant(out, figure, false);
	append_variant(out, figure, true);
	g_string_append(out, "</figure>\n");
}

double lr_chart_x(const LrChart *chart, double seconds)
{
	double share = CLAMP(seconds / chart->end_s, 0, 1);

	return chart->left + share * (chart->right - chart->left);
}

double lr_chart_y(const LrChart *chart, double value)
{
	double share = CLAMP(value / chart->max, 0, 1);

	return chart->bottom - share * (chart->bottom - chart->top);
}

void lr_chart_append_text(LrChart *chart, double x, double y, const char *anchor, const char *class,
			  const char *text)
{
	g_string_append(chart->out, "<text x=\"");
	lr_html_append_coordinate(chart->out, x);
	g_string_append(chart->out, "\" y=\"");
	lr_html_append_coordinate(chart->out, y);
	lr_html_append(chart->out, "\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", anchor, class,
		       text);
}

static void append_line(LrChart *chart, double x1, double y1, double x2, double y2,
			const char *class)
{
	const double points[] = { x1, y1, x2, y2 };
	static const char *const names[] = { "x1", "y1", "x2", "y2" };

	g_string_append(chart->out, "<line");
	for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
		lr_html_append(chart->out, " %s=\"", names[i]);
		lr_html_append_coordinate(chart->out, points[i]);
		g_string_append_c(chart->out, '"');
	}
	lr_html_append(chart->out, " class=\"%s\"/>\n", class);
}

void lr_chart_append_rect(LrChart *chart, double x, double y, double width, double height,
			  const char *class)
{
	const double values[] = { x, y, width, height };
	static const char *const names[] = { "x", "y", "width", "height" };

	g_string_append(chart->out, "<rect");
	for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
		lr_html_append(chart->out, " %s=\"", names[i]);
		lr_html_append_coordinate(chart->out, values[i]);
		g_string_append_c(chart->out, '"');
	}
	lr_html_append(chart->out, " class=\"%s\"/>\n", class);
}

void lr_chart_append_time_axis(LrChart *chart)
{
	double step_s = lr_axis_time_step(chart->end_s, chart->narrow ? 5 : 10);

	for (guint i = 0; i * step_s <= chart->end_s * (1 + 1e-9); i++) {
		double x = lr_chart_x(chart, i * step_s);
		g_autofree char *label = lr_axis_time_label_dup(i * step_s, step_s);

		append_line(chart, x, chart->top, x, chart->bottom, "grid");
		lr_chart_append_text(chart, x, chart->bottom + 18, "middle", "tick", label);
	}
	append_line(chart, chart->left, chart->bottom, chart->right, chart->bottom, "axis");
}

void lr_chart_append_value_axis(LrChart *chart, double scale, const char *unit)
{
	double max = chart->max / scale;
	double step = lr_axis_step(max, (guint)MAX((chart->bottom - chart->top) / 34, 2));

	for (guint i = 0; i * step <= max * (1 + 1e-9); i++) {
		double y = lr_chart_y(chart, i * step * scale);
		g_autofree char *label = lr_axis_label_dup(i * step, step);

		append_line(chart, chart->left, y, chart->right, y, "grid");
		lr_chart_append_text(chart, chart->left - 7, y + 4, "end", "tick", label);
	}
	lr_chart_append_text(chart, chart->left, chart->top - 10, "start", "tick", unit);
}

guint lr_chart_spans(const LrChart *chart)
{
	return (guint)((chart->right - chart->left) / 2);
}

static double seconds(int64_t ns)
{
	return (double)ns / 1e9;
}

static void append_point(GString *path, char command, double value)
{
	g_string_append_c(path, command);
	lr_html_append_coordinate(path, value);
}

/* "M10 20H30V40H50": from one average to the next, lifted over gaps. */
static void append_steps(LrChart *chart, const GArray *series)
{
	for (guint i = 0; i < series->len; i++) {
		const LrSpan *span = &g_array_index(series, LrSpan, i);
		bool joined = i > 0 && span[-1].end_ns == span->begin_ns;

		if (joined) {
			append_point(chart->out, 'V', lr_chart_y(chart, span->average));
		} else {
			append_point(chart->out, 'M', lr_chart_x(chart, seconds(span->begin_ns)));
			append_point(chart->out, ' ', lr_chart_y(chart, span->average));
		}
		append_point(chart->out, 'H', lr_chart_x(chart, seconds(span->end_ns)));
	}
}

static bool append_band(LrChart *chart, const GArray *series, const char *class)
{
	gsize start = chart->out->len;
	bool any = false;

	lr_html_append(chart->out, "<path class=\"band %s\" d=\"", class);
	for (guint i = 0; i < series->len; i++) {
		const LrSpan *span = &g_array_index(series, LrSpan, i);
		double left = lr_chart_x(chart, seconds(span->begin_ns));

		if (span->highest <= span->lowest)
			continue;
		any = true;
		append_point(chart->out, 'M', left);
		append_point(chart->out, ' ', lr_chart_y(chart, span->highest));
		append_point(chart->out, 'H', lr_chart_x(chart, seconds(span->end_ns)));
		append_point(chart->out, 'V', lr_chart_y(chart, span->lowest));
		append_point(chart->out, 'H', left);
		g_string_append_c(chart->out, 'z');
	}
	g_string_append(chart->out, "\"/>\n");
	if (!any)
		g_string_truncate(chart->out, start);
	return any;
}

void lr_chart_append_series(LrChart *chart, const GArray *series, const char *class)
{
	g_autoptr(GArray) reduced = lr_series_reduce(series, lr_chart_spans(chart));

	append_band(chart, reduced, class);
	lr_html_append(chart->out, "<path class=\"line %s\" d=\"", class);
	append_steps(chart, reduced);
	g_string_append(chart->out, "\"/>\n");
}

void lr_chart_append_guides(LrChart *chart, const LrChartLabel *guides, guint n_guides)
{
	for (guint i = 0; i < n_guides; i++) {
		double y = lr_chart_y(chart, guides[i].value);
		g_autofree char *class = g_strdup_printf("guide %s", guides[i].class);

		append_line(chart, chart->left, y, chart->right, y, class);
	}
}

static int compare_labels(const void *a, const void *b)
{
	const LrChartLabel *left = a, *right = b;

	return left->value > right->value ? -1 : left->value < right->value;
}

void lr_chart_append_labels(LrChart *chart, LrChartLabel *labels, guint n_labels)
{
	g_autofree double *y = g_new0(double, n_labels + 1);
	double floor_y = chart->bottom + 4;

	qsort(labels, n_labels, sizeof(*labels), compare_labels);
	/* Down from the top each below the one before; then up again from the bottom. */
	for (guint i = 0; i < n_labels; i++) {
		y[i] = lr_chart_y(chart, labels[i].value) + 4;
		if (i > 0)
			y[i] = MAX(y[i], y[i - 1] + LINE_HEIGHT);
	}
	for (guint i = n_labels; i > 0; i--) {
		y[i - 1] = MIN(y[i - 1], floor_y);
		floor_y = y[i - 1] - LINE_HEIGHT;
	}
	for (guint i = 0; i < n_labels; i++) {
		g_autofree char *class = g_strdup_printf("label %s", labels[i].class);

		lr_chart_append_text(chart, chart->right + 6, y[i], "start", class,
				     chart->narrow ? labels[i].short_text : labels[i].text);
	}
}
