/* SPDX-License-Identifier: GPL-3.0-only */
#include "comparison.h"

#include <string.h>

#define MAX_ROUNDS 3

static LrVariant *make_variant(uint32_t n_workers, const double *mbps)
{
	LrVariant *variant = lr_variant_new(n_workers, LR_FORWARD);

	for (guint i = 0; i < MAX_ROUNDS && mbps[i] > 0; i++)
		g_array_append_val(variant->mbps, mbps[i]);
	if (variant->mbps->len > 0)
		variant->percent = lr_spread_make(variant->mbps).median / 100;
	return variant;
}

static void one_core_is_called_the_limit_only_when_it_stands_out(void)
{
	static const struct {
		const char *name;
		double one[MAX_ROUNDS], many[MAX_ROUNDS];
		const char *says;
	} rows[] = {
		{ "the first report", { 6796, 6790, 6801 }, { 9350, 9349, 9352 },
		  "one worker is the limit: it moves 6.8 Gb/s (68.0 %), 8 workers move 9.35 Gb/s "
		  "(93.5 %); a test with one would fail an interface that is fast enough" },
		{ "both pass", { 8400, 8410, 8420 }, { 9350, 9350, 9350 },
		  "both pass the threshold" },
		{ "neither passes", { 4000, 4010, 4020 }, { 6000, 6000, 6000 },
		  "neither reaches the threshold" },
		{ "equal", { 9350, 9340, 9360 }, { 9350, 9340, 9360 },
		  "one worker is not the limit: it moves 9.35 Gb/s (93.5 %)" },
		{ "a gain just too small", { 5000, 5000, 5000 }, { 5499, 5499, 5499 },
		  "one worker is not the limit" },
		{ "a gain just large enough", { 5000, 5000, 5000 }, { 5500, 5500, 5500 },
		  "one worker is the limit" },
		{ "rounds that overlap", { 5000, 5000, 7000 }, { 6900, 8000, 8000 },
		  "one worker is not the limit" },
		{ "one was not measured", { 0 }, { 8000 }, "nothing was measured with one worker" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GPtrArray) variants =
			g_ptr_array_new_with_free_func((GDestroyNotify)lr_variant_free);
		g_autofree char *finding = NULL;

		g_ptr_array_add(variants, make_variant(1, rows[i].one));
		g_ptr_array_add(variants, make_variant(8, rows[i].many));
		finding = lr_comparison_finding_dup(variants, LR_FORWARD, 80);
		g_test_message("row '%s': %s", rows[i].name, finding);
		g_assert_nonnull(strstr(finding, rows[i].says));
	}
}

static void the_numbers_of_workers_double_up_to_the_most(void)
{
	static const struct {
		uint32_t max;
		const char *counts;
	} rows[] = { { 1, "1" }, { 2, "1 2" }, { 6, "1 2 4 6" }, { 8, "1 2 4 8" } };

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GPtrArray) both = lr_comparison_make(rows[i].max, true);
		g_autoptr(GString) counts = g_string_new(NULL);

		for (guint k = 0; k < both->len / 2; k++) {
			const LrVariant *variant = both->pdata[k];

			g_string_append_printf(counts, "%s%u", k > 0 ? " " : "", variant->n_workers);
			g_assert_cmpint(variant->direction, ==, LR_FORWARD);
		}
		g_assert_cmpstr(counts->str, ==, rows[i].counts);
		g_assert_cmpint(((LrVariant *)both->pdata[both->len - 1])->direction, ==, LR_REVERSE);
	}
}

static void the_median_is_not_moved_by_one_odd_round(void)
{
	static const double odd[] = { 9350, 100, 9340 }, even[] = { 1, 4, 2, 3 };
	g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
	LrSpread spread;

	g_array_append_vals(values, odd, G_N_ELEMENTS(odd));
	spread = lr_spread_make(values);
	g_assert_cmpfloat(spread.median, ==, 9340);
	g_assert_cmpfloat(spread.lowest, ==, 100);
	g_assert_cmpfloat(spread.highest, ==, 9350);
	g_array_set_size(values, 0);
	g_array_append_vals(values, even, G_N_ELEMENTS(even));
	g_assert_cmpfloat(lr_spread_make(values).median, ==, 2.5);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/comparison/one-core-is-called-the-limit-only-when-it-stands-out",
			one_core_is_called_the_limit_only_when_it_stands_out);
	g_test_add_func("/comparison/the-numbers-of-workers-double-up-to-the-most",
			the_numbers_of_workers_double_up_to_the_most);
	g_test_add_func("/comparison/the-median-is-not-moved-by-one-odd-round",
			the_median_is_not_moved_by_one_odd_round);
	return g_test_run();
}
