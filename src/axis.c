/* SPDX-License-Identifier: GPL-3.0-only */
#include "axis.h"

#include <math.h>

double lr_axis_step(double max, guint max_ticks)
{
	static const double factors[] = { 1, 2, 5, 10 };
	double least = max / MAX(max_ticks, 2);
	double power = pow(10, floor(log10(least)));

	for (guint i = 0; i < G_N_ELEMENTS(factors); i++) {
		/* A little grace, since 0.3 / 3 is not quite 0.1. */
		if (factors[i] * power >= least * (1 - 1e-9))
			return factors[i] * power;
	}
	return 10 * power;
}

double lr_axis_time_step(double max_s, guint max_ticks)
{
	static const double steps_s[] = { 1,   2,   5,	  10,	20,   30,    60,    120,   300,
					  600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400 };
	double least = max_s / MAX(max_ticks, 2);

	if (least <= 0.5)
		return lr_axis_step(max_s, max_ticks);
	for (guint i = 0; i < G_N_ELEMENTS(steps_s); i++) {
		if (steps_s[i] >= least)
			return steps_s[i];
	}
	return 86400 * lr_axis_step(max_s / 86400, max_ticks);
}

char *lr_axis_label_dup(double value, double step)
{
	double digits = -floor(log10(step) + 1e-9);

	return g_strdup_printf("%.*f", (int)CLAMP(digits, 0, 9), value);
}

char *lr_axis_time_label_dup(double value_s, double step_s)
{
	static const struct {
		double seconds;
		const char *name;
	} units[] = { { 86400, "d" }, { 3600, "h" }, { 60, "min" }, { 1, "s" } };

	if (value_s == 0)
		return g_strdup("0");
	for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
		double step = step_s / units[i].seconds;
		g_autofree char *number = NULL;

		if (step < 1 && i + 1 < G_N_ELEMENTS(units))
			continue;
		if (fmod(step, 1) > 1e-9 && i + 1 < G_N_ELEMENTS(units))
			continue;
		number = lr_axis_label_dup(value_s / units[i].seconds, MIN(step, 1));
		return g_strdup_printf("%s %s", number, units[i].name);
	}
	g_assert_not_reached();
}
