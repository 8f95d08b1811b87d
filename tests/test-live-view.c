/* SPDX-License-Identifier: GPL-3.0-only */
#include "live-view.h"

#include <string.h>

#include "units.h"

static const double steady[] = { -1, 0, 2500, 5000, 9500, 10000, 12000 };

static LrLiveFacts make_facts(GArray *history)
{
	g_array_append_vals(history, steady, G_N_ELEMENTS(steady));
	return (LrLiveFacts){ .ifname = "enp3s0f0",
			      .target = "192.0.2.10",
			      .run = 2,
			      .runs = 4,
			      .left_ns = 692 * LR_NS_PER_SECOND,
			      .mbps = 9350,
			      .reference_mbps = 10000,
			      .threshold_percent = 80,
			      .load_percent = 61.4,
			      .n_cores = 8,
			      .retransmits = 12,
			      .history = history };
}

static void every_fact_is_in_the_view(void)
{
	static const LrLiveTerminal terminal = { .columns = 79, .utf8 = true };
	g_autoptr(GArray) history = g_array_new(FALSE, FALSE, sizeof(double));
	LrLiveFacts facts = make_facts(history);
	g_autofree char *view = lr_live_view_dup(&facts, &terminal);

	g_assert_cmpstr(view, ==,
			"enp3s0f0 -> 192.0.2.10  run 2 of 4  11 min 32 s left\n"
			"[############################..] 9.35 Gb/s 93.5 % of 10 Gb/s, threshold 80 %\n"
			"? ▂▄███  8 cores 61 % busy, 12 retransmits\n");
}

static void without_utf8_all_is_ascii(void)
{
	static const LrLiveTerminal terminal = { .columns = 79 };
	g_autoptr(GArray) history = g_array_new(FALSE, FALSE, sizeof(double));
	LrLiveFacts facts = make_facts(history);
	g_autofree char *view = lr_live_view_dup(&facts, &terminal);
	g_autofree char *line = lr_live_log_line_dup(&facts);

	g_assert_true(g_str_is_ascii(view));
	g_assert_null(strchr(view, '\033'));
	g_assert_cmpstr(line, ==,
			"enp3s0f0 -> 192.0.2.10: run 2 of 4, 11 min 32 s left, now 9.35 Gb/s 93.5 % of "
			"10 Gb/s, threshold 80 %, 8 cores 61 % busy, 12 retransmits");
}

static void the_bar_marks_the_threshold_and_colour_says_the_side(void)
{
	static const struct {
		const char *name;
		double mbps;
		const char *bar, *colour;
	} rows[] = {
		{ "just-below", 7990, "[########################......]", "\033[31m" },
		{ "just-reached", 8000, "[########################......]", "\033[32m" },
		{ "half", 5000, "[###############........|......]", "\033[31m" },
		{ "none", -1, "[.......................|......] no rate yet", "\033[31m" },
		{ "beyond", 43000, "[##############################]", "\033[32m" },
	};
	static const LrLiveTerminal terminal = { .columns = 79, .utf8 = true, .colour = true };

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GArray) history = g_array_new(FALSE, FALSE, sizeof(double));
		LrLiveFacts facts = make_facts(history);
		g_autofree char *view = NULL;

		g_test_message("row '%s'", rows[i].name);
		facts.mbps = rows[i].mbps;
		view = lr_live_view_dup(&facts, &terminal);
		g_assert_nonnull(strstr(view, rows[i].bar));
		g_assert_nonnull(strstr(view, rows[i].colour));
		g_assert_nonnull(strstr(view, "\033[0m\n"));
	}
}

static void no_line_is_wider_than_the_terminal(void)
{
	static const guint widths[] = { 1, 10, 39, 79, 200 };

	for (size_t i = 0; i < G_N_ELEMENTS(widths); i++) {
		const LrLiveTerminal terminal = { .columns = widths[i], .utf8 = true };
		g_autoptr(GArray) history = g_array_new(FALSE, FALSE, sizeof(double));
		LrLiveFacts facts = make_facts(history);
		g_autofree char *view = lr_live_view_dup(&facts, &terminal);
		g_auto(GStrv) lines = g_strsplit(view, "\n", -1);

		g_assert_cmpuint(g_strv_length(lines), ==, 4);
		for (guint k = 0; lines[k] != NULL; k++)
			g_assert_cmpint(g_utf8_strlen(lines[k], -1), <=, widths[i]);
	}
}

static void at_the_end_results_are_waited_for(void)
{
	g_autoptr(GArray) history = g_array_new(FALSE, FALSE, sizeof(double));
	LrLiveFacts facts = make_facts(history);
	g_autofree char *line = NULL;

	facts.left_ns = -3 * LR_NS_PER_MS;
	facts.load_percent = -1;
	line = lr_live_log_line_dup(&facts);
	g_assert_nonnull(strstr(line, "waiting for the results"));
	g_assert_nonnull(strstr(line, "load unknown"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/live-view/every-fact-is-in-the-view", every_fact_is_in_the_view);
	g_test_add_func("/live-view/without-utf8-all-is-ascii", without_utf8_all_is_ascii);
	g_test_add_func("/live-view/the-bar-marks-the-threshold-and-colour-says-the-side",
			the_bar_marks_the_threshold_and_colour_says_the_side);
	g_test_add_func("/live-view/no-line-is-wider-than-the-terminal",
			no_line_is_wider_than_the_terminal);
	g_test_add_func("/live-view/at-the-end-results-are-waited-for",
			at_the_end_results_are_waited_for);
	return g_test_run();
}
