/* SPDX-License-Identifier: GPL-3.0-only */
#include "report-html.h"

#include <string.h>

#include "html.h"
#include "result-bench.h"

static GString *page_of(LrResult *result, LrResult *second)
{
	g_autoptr(GPtrArray) results =
		g_ptr_array_new_with_free_func((GDestroyNotify)lr_result_free);
	GString *page = g_string_new(NULL);

	g_ptr_array_add(results, result);
	if (second != NULL)
		g_ptr_array_add(results, second);
	lr_report_html_append(page, results);
	return page;
}

static guint count(const GString *page, const char *what)
{
	guint n = 0;

	for (const char *at = strstr(page->str, what); at != NULL; at = strstr(at + 1, what))
		n++;
	return n;
}

static void assert_in_order(const GString *page, const char *const *words, guint n_words)
{
	const char *at = page->str;

	for (guint i = 0; i < n_words; i++) {
		const char *found = strstr(at, words[i]);

		if (found == NULL)
			g_error("'%s' is missing, or stands before its turn", words[i]);
		at = found;
	}
}

static void the_verdict_comes_first_and_the_options_last(void)
{
	static const char *const words[] = {
		"FAIL eth1: 478 Mb/s is 47.8 % of 1 Gb/s, threshold 80 %: below-threshold",
		"below-threshold",
		"nothing that was looked at explains it",
		"Remedy:",
		"do what helps against below-threshold",
		"goodput_mbps",
		"478.21",
		">Card<",
		"Ethernet Controller X710",
		">Link<",
		">Plan<",
		"highest advertised link mode",
		"lab-target",
		"Run 1 of 1",
		"Rate over time",
		"reference 1 Gb/s",
		"threshold 800 Mb/s",
		"Losses and events",
		"Load of each core",
		"Softirq on each core",
		">Workers<",
		"Counters of the interface",
		"carrier_changes",
		">Options<",
		"cpu-load-fail-threshold",
	};
	g_autoptr(GString) page = page_of(lr_bench_result("slow"), NULL);

	assert_in_order(page, words, G_N_ELEMENTS(words));
}

static void several_results_have_a_summary_first(void)
{
	static const char *const words[] = {
		"<table>",	  "href=\"#result-1\"", "PASS",
		"enp59s0f0",	  "href=\"#result-2\"", "FAIL",
		"eth1",		  "below-threshold",	"id=\"result-1\"",
		"id=\"result-2\""
	};
	g_autoptr(GString) page = page_of(lr_bench_result("pass"), lr_bench_result("slow"));
	g_autoptr(GString) two = page_of(lr_bench_result("eventful"), lr_bench_result("slow"));

	g_assert_nonnull(strstr(two->str, "<code>link-flap</code>, <code>packet-loss</code>"));

	assert_in_order(page, words, G_N_ELEMENTS(words));
}

/* What a browser would fetch or run; nothing of the kind may be in a page. */
static void the_page_stands_alone(gconstpointer data)
{
	static const char *const forbidden[] = { "<script",  "<img",	    "<link",   "<iframe",
						 "<object",  "url(",	    "@import", "http://",
						 "https://", "javascript:", " src=",   "<b>'\"&" };
	const LrBenchResult *bench = data;
	g_autoptr(GString) page = page_of(bench->make(), NULL);

	for (guint i = 0; i < G_N_ELEMENTS(forbidden); i++)
		g_assert_cmpuint(count(page, forbidden[i]), ==, 0);
	g_assert_true(g_utf8_validate(page->str, (gssize)page->len, NULL));
	g_assert_cmpuint(count(page, "nan"), ==, 0);
	g_assert_cmpuint(count(page, "=\"inf"), ==, 0);
	/* Every picture has words, and comes in two widths. */
	g_assert_cmpuint(count(page, "<svg class=\"wide\""), ==,
			 count(page, "<svg class=\"narrow\""));
	g_assert_cmpuint(count(page, "<svg"), ==, count(page, "role=\"img\" aria-label=\""));
}

static void hostile_text_stays_text(void)
{
	g_autoptr(GString) page = page_of(lr_bench_result("hostile"), NULL);

	g_assert_cmpuint(count(page, "&lt;script&gt;alert("), >=, 8);
	g_assert_cmpuint(count(page, "$(id)&lt;b&gt;&apos;&quot;&amp;") +
				 count(page, "$(id)&lt;b&gt;&#39;&quot;&amp;"),
			 >=, 3);
	g_assert_cmpuint(count(page, "\x1b"), ==, 0);
	g_assert_cmpuint(count(page, "&#x1b;"), ==, 0);
}

/* An incomplete sequence must not swallow the markup behind it. */
static void broken_utf8_does_not_hide_markup(void)
{
	g_autoptr(GString) out = g_string_new(NULL);

	lr_html_append(out, "<td>%s</td>", "\xf0<i>\xc3");
	g_assert_cmpstr(out->str, ==, "<td>\xef\xbf\xbd&lt;i&gt;\xef\xbf\xbd</td>");
}

static void a_format_takes_percent_signs_and_numbers(void)
{
	g_autoptr(GString) out = g_string_new(NULL);

	lr_html_append(out, "%u%% %s|%s", 7u, "a&b", (const char *)NULL);
	g_assert_cmpstr(out->str, ==, "7% a&amp;b|");
}

static void coordinates_are_short(void)
{
	static const struct {
		double value;
		const char *text;
	} rows[] = { { 0, "0" },      { -0.01, "0" },	 { 12, "12" },
		     { 12.04, "12" }, { 12.06, "12.1" }, { -3.54, "-3.5" } };

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GString) out = g_string_new(NULL);

		lr_html_append_coordinate(out, rows[i].value);
		g_assert_cmpstr(out->str, ==, rows[i].text);
	}
}

/* Three days at a second each: the page stays small enough to mail, and made quickly. */
static void hundreds_of_thousands_of_samples_make_a_small_page(void)
{
	g_autoptr(GTimer) timer = g_timer_new();
	g_autoptr(GString) page = page_of(lr_bench_long_result(260000, 4), NULL);

	g_test_message("%zu bytes in %.1f s", page->len, g_timer_elapsed(timer, NULL));
	g_assert_cmpuint(page->len, <, 500000);
}

static void many_cores_make_a_page_of_bounded_size(void)
{
	g_autoptr(GString) page = page_of(lr_bench_long_result(900, 256), NULL);

	g_assert_cmpuint(page->len, <, 4000000);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/report-html/the-verdict-comes-first-and-the-options-last",
			the_verdict_comes_first_and_the_options_last);
	g_test_add_func("/report-html/several-results-have-a-summary-first",
			several_results_have_a_summary_first);
	for (guint i = 0; lr_bench_results[i].name != NULL; i++) {
		g_autofree char *claim = g_strdup_printf("/report-html/the-page-of-%s-stands-alone",
							 lr_bench_results[i].name);

		g_test_add_data_func(claim, &lr_bench_results[i], the_page_stands_alone);
	}
	g_test_add_func("/report-html/hostile-text-stays-text", hostile_text_stays_text);
	g_test_add_func("/report-html/broken-utf8-does-not-hide-markup",
			broken_utf8_does_not_hide_markup);
	g_test_add_func("/report-html/a-format-takes-percent-signs-and-numbers",
			a_format_takes_percent_signs_and_numbers);
	g_test_add_func("/report-html/coordinates-are-short", coordinates_are_short);
	g_test_add_func("/report-html/hundreds-of-thousands-of-samples-make-a-small-page",
			hundreds_of_thousands_of_samples_make_a_small_page);
	g_test_add_func("/report-html/many-cores-make-a-page-of-bounded-size",
			many_cores_make_a_page_of_bounded_size);
	return g_test_run();
}
