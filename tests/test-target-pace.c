/* SPDX-License-Identifier: GPL-3.0-only */
#include "target-pace.h"

#include <string.h>

#include "units.h"

/* The link of the target, and what is said of it. */
static const struct {
	const char *name;
	uint32_t link_mbps;
	uint64_t reference_mbps;
	int level; /* -1: nothing is said */
	const char *says;
} links[] = {
	{ "unknown", 0, 10000, -1, NULL },
	{ "as-fast", 10000, 10000, LR_REMARK_OK, "its eno1 runs at 10 Gb/s; 8 cores" },
	{ "no-interface-in-particular", 1000, 0, LR_REMARK_OK, "its eno1 runs at 1 Gb/s" },
	{ "below-the-reference-above-the-threshold", 8000, 10000, LR_REMARK_WARNING,
	  "eth1 is to reach 10 Gb/s" },
	{ "below-the-threshold", 7999, 10000, LR_REMARK_FAULT, "eth1 is to reach 10 Gb/s" },
};

static void the_link_is_held_against_the_interface(gconstpointer data)
{
	size_t i = GPOINTER_TO_SIZE(data);
	const LrTargetSelf self = { .ifname = (char *)"eno1",
				    .link_mbps = links[i].link_mbps,
				    .n_cores = 8 };
	const LrTargetNeed need = { .ifname = "eth1",
				    .reference_mbps = links[i].reference_mbps,
				    .fail_threshold_percent = 80,
				    .n_workers = 1 };
	g_autoptr(LrRemark) remark = lr_target_pace_link(&self, &need);

	if (links[i].level < 0) {
		g_assert_null(remark);
		return;
	}
	g_assert_cmpint(remark->level, ==, links[i].level);
	g_assert_nonnull(strstr(remark->text, links[i].says));
	g_assert_true((remark->fix != NULL) == (remark->level != LR_REMARK_OK));
}

/* 125 MB in a second are 1 Gb/s. */
static const struct {
	const char *name;
	uint64_t forward_bytes, reverse_bytes; /* in a second; 0: no such test */
	double cpu_percent;
	bool is_linerate;
	uint64_t reference_mbps;
	uint32_t n_workers;
	int level; /* -1: nothing is said */
	const char *says, *fix;
} cores[] = {
	{ "nothing-was-moved", 0, 0, 50, false, 1000, 1, -1, NULL, NULL },
	{ "no-report-of-the-cpu", 125000000, 125000000, -1, false, 1000, 1, -1, NULL, NULL },
	{ "both-ways", 125000000, 250000000, 50, false, 1000, 1, LR_REMARK_OK,
	  "takes in about 2 Gb/s, and sends about 4 Gb/s", NULL },
	{ "one-way", 125000000, 0, 10, false, 10000, 1, LR_REMARK_OK, "takes in about 10 Gb/s",
	  NULL },
	{ "two-digits", 123456789, 0, 10, false, 1000, 1, LR_REMARK_OK, "about 9.9 Gb/s", NULL },
	{ "the-ports-share-the-load", 125000000, 125000000, 50, false, 8000, 4, LR_REMARK_OK,
	  "2 Gb/s", NULL },
	{ "too-slow-to-take-it-in", 125000000, 250000000, 50, false, 10000, 4, LR_REMARK_WARNING,
	  "a test needs 2.5 Gb/s of each port", "run 'linerate serve' there, spread" },
	{ "more-ports-would-do", 125000000, 250000000, 50, true, 10000, 4, LR_REMARK_WARNING,
	  "a test needs", "--threads=5" },
	{ "too-slow-to-send", 250000000, 125000000, 50, false, 10000, 4, LR_REMARK_WARNING,
	  "a test needs 2.5 Gb/s of each port", "--threads=5" },
	{ "need-unknown", 125000000, 0, 100, false, 0, 0, LR_REMARK_OK, "1 Gb/s", NULL },
};

static void a_core_is_judged_by_its_cost_of_a_byte(gconstpointer data)
{
	size_t i = GPOINTER_TO_SIZE(data);
	LrTargetReport report = { .cpu_percent = cores[i].cpu_percent,
				  .self.version = cores[i].is_linerate ? (char *)"1" : NULL };
	const LrShortTest forward = { .report = &report,
				      .bytes = cores[i].forward_bytes,
				      .ns = LR_NS_PER_SECOND };
	const LrShortTest reverse = { .report = &report,
				      .bytes = cores[i].reverse_bytes,
				      .ns = LR_NS_PER_SECOND };
	const LrTargetNeed need = { .reference_mbps = cores[i].reference_mbps,
				    .n_workers = cores[i].n_workers };
	g_autoptr(LrRemark) remark =
		lr_target_pace_cores(cores[i].forward_bytes > 0 ? &forward : NULL,
				     cores[i].reverse_bytes > 0 ? &reverse : NULL, &need);

	if (cores[i].level < 0) {
		g_assert_null(remark);
		return;
	}
	g_assert_cmpint(remark->level, ==, cores[i].level);
	g_assert_nonnull(strstr(remark->text, cores[i].says));
	if (cores[i].fix == NULL)
		g_assert_null(remark->fix);
	else
		g_assert_nonnull(strstr(remark->fix, cores[i].fix));
	if (cores[i].is_linerate)
		g_assert_null(strstr(remark->fix, "linerate serve"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(links); i++) {
		g_autofree char *path =
			g_strconcat("/target-pace/the-link-is-held-against-the-interface/",
				    links[i].name, NULL);

		g_test_add_data_func(path, GSIZE_TO_POINTER(i),
				     the_link_is_held_against_the_interface);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(cores); i++) {
		g_autofree char *path =
			g_strconcat("/target-pace/a-core-is-judged-by-its-cost-of-a-byte/",
				    cores[i].name, NULL);

		g_test_add_data_func(path, GSIZE_TO_POINTER(i),
				     a_core_is_judged_by_its_cost_of_a_byte);
	}
	return g_test_run();
}
