/* SPDX-License-Identifier: GPL-3.0-only */
/* Where the ticks of an axis go and what stands beside them. Pure. */
#pragma once

#include <glib.h>

/* The distance between ticks from 0 to max so that there are at most max_ticks above 0 (two or
 * more): 1, 2 or 5 times a power of ten. max is above 0. */
double lr_axis_step(double max, guint max_ticks);

/* The same for seconds: steps in which people count time, up to whole days. */
double lr_axis_time_step(double max_s, guint max_ticks);

/* "0.5", "12": with as many decimals as the step needs. Owned by the caller. */
char *lr_axis_label_dup(double value, double step);

/* "30 s", "5 min", "2 h", "1 d": in the largest unit of which the step is a multiple; "0"
 * alone, which needs none. Owned by the caller. */
char *lr_axis_time_label_dup(double value_s, double step_s);
