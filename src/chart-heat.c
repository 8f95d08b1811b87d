/* SPDX-License-Identifier: GPL-3.0-only */
#include "chart-heat.h"

#include <math.h>

#include "html.h"
#include "series.h"

#define LEVELS	       10
#define MAX_HEIGHT     420 /* of all rows */
#define MIN_ROW_HEIGHT 3
#define MAX_ROW_HEIGHT 16
#define NAME_HEIGHT    13 /* rows lower than this share a name with their neighbours */

void lr_heat_row_free(gpointer row)
{
	LrHeatRow *heat_row = row;

	g_free(heat_row->name);
	g_array_unref(heat_row->series);
	g_free(heat_row);
}

static double row_height(const LrHeat *heat)
{
	return CLAMP((double)MAX_HEIGHT / heat->rows->len, MIN_ROW_HEIGHT, MAX_ROW_HEIGHT);
}

static guint level_of(const LrHeat *heat, const LrSpan *span)
{
	double value = heat->shows_lowest ? span->lowest : span->highest;
	double level = heat->max > 0 ? value / heat->max * LEVELS : 0;

	return (guint)CLAMP(level, 0, LEVELS - 1);
}

static void append_cell(GString *path, double left, double right, double y, double height)
{
	g_string_append_c(path, 'M');
	lr_html_append_coordinate(path, left);
	g_string_append_c(path, ' ');
	lr_html_append_coordinate(path, y);
	g_string_append_c(path, 'H');
	lr_html_append_coordinate(path, right);
	g_string_append_c(path, 'v');
	lr_html_append_coordinate(path, height);
	g_string_append_c(path, 'H');
	lr_html_append_coordinate(path, left);
	g_string_append_c(path, 'z');
}

/* Neighbours of one shade become one cell. */
static void append_row(LrChart *chart, const LrHeat *heat, const LrHeatRow *row, double y,
		       GString **paths)
{
	g_autoptr(GArray) reduced = lr_series_reduce(row->series, lr_chart_spans(chart) / 2);
	const LrSpan *spans = (const LrSpan *)(const void *)reduced->data;

	for (guint i = 0, next; i < reduced->len; i = next) {
		guint level = level_of(heat, &spans[i]);

		for (next = i + 1; next < reduced->len && level_of(heat, &spans[next]) == level &&
				   spans[next].begin_ns == spans[next - 1].end_ns;
		     next++)
			;
		append_cell(paths[level], lr_chart_x(chart, (double)spans[i].begin_ns / 1e9),
			    lr_chart_x(chart, (double)spans[next - 1].end_ns / 1e9), y,
			    row_height(heat) - (row_height(heat) >= 8 ? 1 : 0));
	}
}

static void append_names(LrChart *chart, const LrHeat *heat)
{
	double height = row_height(heat), free_y = -1;

	for (guint i = 0; i < heat->rows->len; i++) {
		const LrHeatRow *row = heat->rows->pdata[i];
		double y = chart->top + (i + 0.5) * height + 4;

		if (y < free_y)
			continue;
		lr_chart_append_text(chart, chart->left - 7, y, "end",
				     row->marked ? "tick marked" : "tick", row->name);
		free_y = y + NAME_HEIGHT;
	}
}

static void append_legend(LrChart *chart, const LrHeat *heat)
{
	double left = chart->right + 6, width = chart->narrow ? 10 : 18;

	for (guint level = 0; level < LEVELS; level++) {
		g_autofree char *class = g_strdup_printf("h%u", level);
		double height = MIN((chart->bottom - chart->top) / LEVELS, 12);

		lr_chart_append_rect(chart, left, chart->top + (LEVELS - 1 - level) * height, width,
				     height, class);
		if (level == LEVELS - 1)
			lr_chart_append_text(chart, left + width + 3, chart->top + 10, "start",
					     "tick", heat->top_text);
		if (level == 0 && height * LEVELS > 30)
			lr_chart_append_text(chart, left + width + 3, chart->top + height * LEVELS,
					     "start", "tick", "0");
	}
}

static void draw(LrChart *chart, gconstpointer data)
{
	const LrHeat *heat = data;
	GString *paths[LEVELS];

	for (guint level = 0; level < LEVELS; level++)
		paths[level] = g_string_new(NULL);
	lr_chart_append_time_axis(chart);
	for (guint i = 0; i < heat->rows->len; i++)
		append_row(chart, heat, heat->rows->pdata[i], chart->top + i * row_height(heat),
			   paths);
	lr_html_append(chart->out, "<g class=\"heat %s\">\n", heat->class);
	for (guint level = 0; level < LEVELS; level++) {
		if (paths[level]->len > 0)
			lr_html_append(chart->out, "<path class=\"h%u\" d=\"%s\"/>\n", level,
				       paths[level]->str);
		g_string_free(paths[level], TRUE);
	}
	append_legend(chart, heat);
	g_string_append(chart->out, "</g>\n");
	append_names(chart, heat);
}

void lr_heat_append(GString *out, const LrHeat *heat)
{
	const LrFigure figure = { .label = heat->label,
				  .title = heat->title,
				  .caption = heat->caption,
				  .head = 6,
				  .height = row_height(heat) * heat->rows->len,
				  .end_s = heat->end_s,
				  .max = 1,
				  .draw = draw,
				  .data = heat };

	lr_chart_append_figure(out, &figure);
}

static bool is_worker_core(const LrRun *run, uint32_t cpu)
{
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->cpu == cpu)
			return true;
	}
	return false;
}

static GPtrArray *make_rows(const LrRun *run, LrLoad load)
{
	GPtrArray *rows = g_ptr_array_new_with_free_func(lr_heat_row_free);
	const LrSample *first = run->samples->len > 0 ? run->samples->pdata[0] : NULL;

	for (guint i = 0; first != NULL && i < first->cpus->len; i++) {
		uint32_t cpu = g_array_index(first->cpus, LrCpuTime, i).cpu;
		LrHeatRow *row = g_new0(LrHeatRow, 1);

		row->series = lr_series_load_make(run, cpu, load);
		row->marked = is_worker_core(run, cpu);
		row->name = g_strdup_printf("%u", cpu);
		g_ptr_array_add(rows, row);
	}
	return rows;
}

void lr_heat_append_cores(GString *out, const LrRun *run, double end_s)
{
	static const struct {
		LrLoad load;
		const char *class, *title, *label, *caption;
	} maps[] = {
		{ LR_LOAD_BUSY, "load", "Load of each core",
		  "Heat map of the load of each core over time; the table behind it tells the "
		  "numbers.",
		  "Everything included. Cores with a worker are in bold. A shade shows the highest "
		  "sample of its stretch." },
		{ LR_LOAD_SOFTIRQ, "softirq", "Softirq on each core",
		  "Heat map of the softirq load of each core over time; the table behind it tells "
		  "the numbers.",
		  "The part of that load that was interrupts and softirq: the kernel's own work "
		  "for "
		  "the interface." },
	};

	for (guint i = 0; i < G_N_ELEMENTS(maps); i++) {
		g_autoptr(GPtrArray) rows = make_rows(run, maps[i].load);
		const LrHeat heat = { .label = maps[i].label,
				      .title = maps[i].title,
				      .caption = maps[i].caption,
				      .class = maps[i].class,
				      .top_text = "100 %",
				      .max = 100,
				      .end_s = end_s,
				      .rows = rows };

		if (rows->len > 0)
			lr_heat_append(out, &heat);
	}
}
