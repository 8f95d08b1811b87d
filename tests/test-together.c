/* SPDX-License-Identifier: GPL-3.0-only */
#include "together.h"

#include "units.h"

static LrResult *make_result(double begin_s, double seconds, double mbps)
{
	LrResult *result = lr_result_new();
	LrRun *run = lr_run_new();

	result->request = lr_request_new();
	run->gate_ns = (int64_t)(begin_s * 1e9);
	run->window_ns = (int64_t)(seconds * 1e9);
	run->goodput_mbps = mbps;
	if (seconds > 0)
		g_ptr_array_add(result->runs, run);
	else
		lr_run_free(run);
	return result;
}

static void the_sum_tells_how_much_of_it_was_at_once(void)
{
	static const struct {
		const char *name;
		double begin[3], seconds[3]; /* 0 seconds: not measured */
		guint n;
		double overlap_percent;
	} rows[] = {
		{ "all at once", { 100, 100 }, { 10, 10 }, 2, 100 },
		{ "one a second late", { 100, 101 }, { 10, 10 }, 2, 100.0 * 9 / 11 },
		{ "one after the other", { 100, 111 }, { 10, 10 }, 2, 0 },
		{ "two of three at once", { 100, 100, 120 }, { 10, 10, 10 }, 3, 0 },
		{ "one not measured", { 100, 100 }, { 10, 0 }, 2, 0 },
		{ "one alone", { 100 }, { 10 }, 1, 100 },
		{ "none measured", { 100, 100 }, { 0, 0 }, 2, 0 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GPtrArray) results =
			g_ptr_array_new_with_free_func((GDestroyNotify)lr_result_free);
		LrTogether together;
		double sum = 0;

		g_test_message("row '%s'", rows[i].name);
		for (guint k = 0; k < rows[i].n; k++) {
			g_ptr_array_add(results,
					make_result(rows[i].begin[k], rows[i].seconds[k], 1000));
			sum += rows[i].seconds[k] > 0 ? 1000 : 0;
		}
		together = lr_together_make(results);
		g_assert_cmpfloat_with_epsilon(together.overlap_percent, rows[i].overlap_percent,
					       0.01);
		g_assert_cmpfloat(together.sum_mbps, ==, sum);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/together/the-sum-tells-how-much-of-it-was-at-once",
			the_sum_tells_how_much_of_it_was_at_once);
	return g_test_run();
}
