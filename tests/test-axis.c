/* SPDX-License-Identifier: GPL-3.0-only */
#include "axis.h"

static void steps_are_round_and_few(void)
{
	static const struct {
		double max;
		guint max_ticks;
		double step;
	} rows[] = {
		{ 10, 10, 1 },	   { 10, 5, 2 },    { 10.5, 6, 2 },    { 0.3, 3, 0.1 },
		{ 1, 4, 0.5 },	   { 941, 6, 200 }, { 26.25, 6, 5 },   { 420, 6, 100 },
		{ 1e-6, 4, 5e-7 }, { 800, 8, 100 }, { 99999, 2, 5e4 },
	};

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		g_assert_cmpfloat_with_epsilon(lr_axis_step(rows[i].max, rows[i].max_ticks),
					       rows[i].step, rows[i].step * 1e-9);
}

static void never_more_ticks_than_asked_for(void)
{
	for (guint round = 0; round < 20000; round++) {
		double max = g_test_rand_double_range(1e-3, 1e7);
		guint ticks = (guint)g_test_rand_int_range(2, 20);

		g_assert_cmpfloat(max / lr_axis_step(max, ticks), <=, ticks + 1e-6);
		g_assert_cmpfloat(max / lr_axis_time_step(max, ticks), <=, ticks + 1e-6);
	}
}

static void time_is_told_as_people_do(void)
{
	static const struct {
		double max_s;
		guint max_ticks;
		double step_s;
		const char *first; /* label behind 0 */
	} rows[] = {
		{ 0.5, 5, 0.1, "0.1 s" },    { 10, 10, 1, "1 s" },
		{ 12, 10, 2, "2 s" },	     { 21, 5, 5, "5 s" },
		{ 60, 6, 10, "10 s" },	     { 90, 10, 10, "10 s" },
		{ 900, 10, 120, "2 min" },   { 3600, 10, 600, "10 min" },
		{ 7200, 10, 900, "15 min" }, { 86400, 10, 10800, "3 h" },
		{ 259200, 5, 86400, "1 d" }, { 2592000, 10, 432000, "5 d" },
	};

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		double step_s = lr_axis_time_step(rows[i].max_s, rows[i].max_ticks);
		g_autofree char *label = lr_axis_time_label_dup(step_s, step_s);
		g_autofree char *zero = lr_axis_time_label_dup(0, step_s);

		g_assert_cmpfloat_with_epsilon(step_s, rows[i].step_s, 1e-9);
		g_assert_cmpstr(label, ==, rows[i].first);
		g_assert_cmpstr(zero, ==, "0");
	}
}

static void labels_have_the_decimals_of_the_step(void)
{
	static const struct {
		double value, step;
		const char *label;
	} rows[] = {
		{ 2.5, 0.5, "2.5" }, { 3, 0.5, "3.0" },	     { 0.30000000000000004, 0.1, "0.3" },
		{ 200, 200, "200" }, { 0.05, 0.05, "0.05" }, { 20, 20, "20" },
	};

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *label = lr_axis_label_dup(rows[i].value, rows[i].step);

		g_assert_cmpstr(label, ==, rows[i].label);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/axis/steps-are-round-and-few", steps_are_round_and_few);
	g_test_add_func("/axis/never-more-ticks-than-asked-for", never_more_ticks_than_asked_for);
	g_test_add_func("/axis/time-is-told-as-people-do", time_is_told_as_people_do);
	g_test_add_func("/axis/labels-have-the-decimals-of-the-step",
			labels_have_the_decimals_of_the_step);
	return g_test_run();
}
