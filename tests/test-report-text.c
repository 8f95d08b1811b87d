/* SPDX-License-Identifier: GPL-3.0-only */
#include "report-text.h"

#include <string.h>

#include "column.h"
#include "result-bench.h"
#include "words.h"

/* Compares with tests/golden/<name>.txt. With LR_GOLDEN_WRITE set, writes that file instead, for a
 * person to look at before it is committed. */
static void looks_as_agreed(gconstpointer data)
{
	const LrBenchResult *bench = data;
	g_autoptr(LrResult) result = bench->make();
	g_autoptr(GString) text = g_string_new(NULL);
	g_autofree char *path =
		g_strdup_printf("%s/tests/golden/%s.txt", g_getenv("top_srcdir"), bench->name);
	g_autofree char *golden = NULL;
	g_autoptr(GError) error = NULL;

	lr_report_text_append(text, result);
	if (g_getenv("LR_GOLDEN_WRITE") != NULL)
		g_file_set_contents(path, text->str, -1, &error);
	else if (g_file_get_contents(path, &golden, NULL, &error))
		lr_bench_assert_same_lines(text->str, golden);
	g_assert_no_error(error);
}

static void fits_the_terminal(gconstpointer data)
{
	const LrBenchResult *bench = data;
	g_autoptr(LrResult) result = bench->make();
	g_autoptr(GString) text = g_string_new(NULL);
	g_auto(GStrv) lines = NULL;
	guint n;

	lr_report_text_append(text, result);
	g_assert_true(g_str_is_ascii(text->str));
	g_assert_true(g_str_has_suffix(text->str, "\n"));
	g_string_truncate(text, text->len - 1);
	lines = g_strsplit(text->str, "\n", -1);
	n = g_strv_length(lines);
	for (guint i = 0; i < n; i++) {
		for (const char *at = lines[i]; *at != '\0'; at++)
			g_assert_true(g_ascii_isprint(*at));
		if (i + 1 < n)
			g_assert_cmpuint(strlen(lines[i]), <=, LR_COLUMNS);
		g_assert_false(g_str_has_suffix(lines[i], " "));
	}
	g_assert_true(g_regex_match_simple("^(PASS|FAIL|ERROR) ", lines[n - 1], 0, 0));
}

static void a_percentage_never_contradicts_the_verdict(void)
{
	static const struct {
		double percent, threshold;
		const char *text;
	} rows[] = {
		{ 79.96, 80, "79.96 %" },   { 79.9996, 80, "79.9996 %" }, { 80, 80, "80.0 %" },
		{ 80.04, 80, "80.0 %" },    { 47.82, 80, "47.8 %" },	  { 93.48, 80, "93.5 %" },
		{ 66.66, 66.7, "66.66 %" }, { 66.72, 66.71, "66.72 %" },
	};

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *text = lr_words_percent_dup(rows[i].percent, rows[i].threshold);

		g_assert_cmpstr(text, ==, rows[i].text);
	}
}

static void a_long_word_is_cut_at_the_edge(void)
{
	g_autoptr(GString) text = g_string_new(NULL);
	g_autofree char *word = g_strnfill(100, 'x');

	lr_column_append(text, 10, "label", "a %s b", word);
	g_assert_cmpuint(strchr(text->str, '\n') - text->str, ==, 11);
	g_assert_true(
		g_str_has_suffix(text->str, "\n          xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx b\n"));
}

static void a_count_has_its_thousands_apart(void)
{
	static const struct {
		uint64_t count;
		const char *text;
	} rows[] = { { 0, "0" }, { 999, "999" }, { 1000, "1,000" }, { 1234567, "1,234,567" } };

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *text = lr_words_count_dup(rows[i].count);

		g_assert_cmpstr(text, ==, rows[i].text);
	}
}

/* Of a run of many hours not every second is kept, and the lowest of what is kept is not called
 * the lowest second. */
static void a_thinned_run_does_not_speak_of_seconds(void)
{
	g_autoptr(LrResult) result = lr_bench_result("slow");
	const LrRun *run = result->runs->pdata[0];
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < run->samples->len; i++) {
		LrSample *sample = run->samples->pdata[i];

		sample->at_ns = run->gate_ns + 4 * (sample->at_ns - run->gate_ns);
	}
	((LrWorkerResult *)run->workers->pdata[0])->receiver_ns *= 4;
	lr_report_text_append(text, result);
	g_assert_nonnull(strstr(text->str, "\n  by 4 s       lowest "));
	g_assert_null(strstr(text->str, "by second"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	for (guint i = 0; lr_bench_results[i].name != NULL; i++) {
		g_autofree char *looks = g_strdup_printf("/report-text/%s-looks-as-agreed",
							 lr_bench_results[i].name);
		g_autofree char *fits = g_strdup_printf("/report-text/%s-fits-the-terminal",
							lr_bench_results[i].name);

		g_test_add_data_func(looks, &lr_bench_results[i], looks_as_agreed);
		g_test_add_data_func(fits, &lr_bench_results[i], fits_the_terminal);
	}
	g_test_add_func("/report-text/a-percentage-never-contradicts-the-verdict",
			a_percentage_never_contradicts_the_verdict);
	g_test_add_func("/report-text/a-long-word-is-cut-at-the-edge",
			a_long_word_is_cut_at_the_edge);
	g_test_add_func("/report-text/a-count-has-its-thousands-apart",
			a_count_has_its_thousands_apart);
	g_test_add_func("/report-text/a-thinned-run-does-not-speak-of-seconds",
			a_thinned_run_does_not_speak_of_seconds);
	return g_test_run();
}
