/* SPDX-License-Identifier: GPL-3.0-only */
/* Charts of one run: what all workers moved together over time, and each of them. */
#pragma once

#include <glib.h>

#include "result.h"

/* The time that all charts of a run span, in seconds; 0 when there is nothing to draw. */
double lr_chart_run_seconds(const LrRun *run);

/* Rate over time, with the reference speed, the TCP ceiling and the threshold. Nothing is appended
 * where nothing was sampled. */
void lr_chart_append_rate(GString *out, const LrResult *result, const LrRun *run);

/* A line per worker; for many workers a row of shades each. */
void lr_chart_append_workers(GString *out, const LrRun *run);
