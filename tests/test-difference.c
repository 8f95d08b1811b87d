/* SPDX-License-Identifier: GPL-3.0-only */
#include "difference.h"

#include <string.h>

#include "result-bench.h"

static LrResult *make_named(const char *name)
{
	for (size_t i = 0; lr_bench_results[i].name != NULL; i++) {
		if (g_str_equal(lr_bench_results[i].name, name))
			return lr_bench_results[i].make();
	}
	g_assert_not_reached();
}

/* "group/what: before -> after", or NULL when nothing of that kind changed. */
static char *find_change(const LrResult *before, const LrResult *after, const char *what)
{
	g_autoptr(GPtrArray) changes = lr_difference_make(before, after);

	for (guint i = 0; i < changes->len; i++) {
		const LrChange *change = changes->pdata[i];

		if (g_str_equal(change->what, what))
			return g_strdup_printf("%s/%s: %s -> %s", change->group, change->what,
					       change->before, change->after);
	}
	return NULL;
}

static void a_result_does_not_differ_from_itself(void)
{
	for (size_t i = 0; lr_bench_results[i].name != NULL; i++) {
		g_autoptr(LrResult) one = lr_bench_results[i].make(), same = lr_bench_results[i].make();
		g_autoptr(GPtrArray) changes = lr_difference_make(one, same);
		g_autoptr(GString) text = g_string_new(NULL);

		lr_difference_append(text, one, same);
		g_assert_cmpuint(changes->len, ==, 0);
		g_assert_nonnull(strstr(text->str, "Nothing of note has changed."));
	}
}

static void every_kind_of_change_is_told(void)
{
	g_autoptr(LrResult) before = make_named("pass"), after = make_named("pass");
	g_autofree char *firmware = NULL, *link = NULL, *mtu = NULL, *kernel = NULL, *runs = NULL;

	lr_nic_set(&before->nic->firmware, "1.63");
	lr_nic_set(&after->nic->firmware, "1.64");
	after->nic->link_mbps = 0;
	before->nic->mtu_bytes = 1500;
	after->nic->mtu_bytes = 9000;
	g_free(after->kernel);
	after->kernel = g_strdup("6.99");
	before->request->runs = 1;
	after->request->runs = 4;
	firmware = find_change(before, after, "firmware");
	link = find_change(before, after, "speed");
	mtu = find_change(before, after, "MTU");
	kernel = find_change(before, after, "kernel");
	runs = find_change(before, after, "runs");
	g_assert_cmpstr(firmware, ==, "Interface/firmware: 1.63 -> 1.64");
	g_assert_true(g_str_has_prefix(link, "Link/speed: "));
	g_assert_true(g_str_has_suffix(link, " -> unknown"));
	g_assert_cmpstr(mtu, ==, "Interface/MTU: 1500 -> 9000");
	g_assert_true(g_str_has_suffix(kernel, " -> 6.99"));
	g_assert_cmpstr(runs, ==, "Settings/runs: 1 -> 4");
}

static void a_verdict_that_turned_is_told_first(void)
{
	g_autoptr(LrResult) before = make_named("pass"), after = make_named("slow");
	g_autoptr(GPtrArray) changes = lr_difference_make(before, after);
	const LrChange *first = changes->pdata[0];

	g_assert_cmpstr(first->what, ==, "outcome");
	g_assert_cmpstr(first->before, ==, "pass");
	g_assert_cmpstr(first->after, ==, "fail");
}

static void rates_that_scatter_are_no_change(void)
{
	static const struct {
		double factor;
		bool told;
	} rows[] = { { 1.0, false }, { 0.985, false }, { 1.015, false }, { 0.97, true }, { 1.03, true } };

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrResult) before = make_named("pass"), after = make_named("pass");
		g_autofree char *told = NULL;

		for (guint k = 0; k < after->runs->len; k++)
			((LrRun *)after->runs->pdata[k])->goodput_mbps *= rows[i].factor;
		told = find_change(before, after, "lowest run");
		g_assert_true((told != NULL) == rows[i].told);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/difference/a-result-does-not-differ-from-itself",
			a_result_does_not_differ_from_itself);
	g_test_add_func("/difference/every-kind-of-change-is-told", every_kind_of_change_is_told);
	g_test_add_func("/difference/a-verdict-that-turned-is-told-first",
			a_verdict_that_turned_is_told_first);
	g_test_add_func("/difference/rates-that-scatter-are-no-change",
			rates_that_scatter_are_no_change);
	return g_test_run();
}
