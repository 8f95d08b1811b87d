/* SPDX-License-Identifier: GPL-3.0-only */
/* Many series over time as rows of shades, and the load of every core in that form. */
#pragma once

#include <glib.h>
#include <stdint.h>

#include "chart.h"
#include "run.h"

typedef struct {
	char *name; /* beside the row */
	GArray *series; /* of LrSpan */
	bool marked; /* the name is set off */
} LrHeatRow;

void lr_heat_row_free(gpointer row);

typedef struct {
	const char *label, *title, *caption; /* as in LrFigure */
	const char *class; /* "load", "softirq" or "rate": the hue */
	const char *top_text; /* what the darkest shade means, "100 %" */
	double max; /* of the darkest shade */
	bool shows_lowest; /* a shade shows the lowest value of its stretch, not the highest */
	double end_s;
	const GPtrArray *rows; /* of LrHeatRow; not empty */
} LrHeat;

void lr_heat_append(GString *out, const LrHeat *heat);

/* Two of them: load of each core, and the part of it that was softirq. */
void lr_heat_append_cores(GString *out, const LrRun *run, double end_s);
