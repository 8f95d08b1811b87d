/* SPDX-License-Identifier: GPL-3.0-only */
#include "read-result.h"

#include <math.h>
#include <string.h>

#include "error.h"
#include "json-text.h"
#include "report-json.h"
#include "report-text.h"
#include "result-bench.h"
#include "units.h"

static char *document_dup(const LrResult *result)
{
	g_autoptr(LrJsonRows) rows = lr_json_rows_new();
	g_autoptr(JsonObject) document = lr_report_json_make(result, rows);

	return lr_json_text_dup(document, rows);
}

static LrResult *read_text(const char *text)
{
	g_autoptr(GError) error = NULL;
	LrResult *result = lr_read_result_text("it", text, strlen(text), &error);

	g_assert_no_error(error);
	return result;
}

/* What is written is read, and written again the same; and so says the same to people. */
static void assert_comes_back(const LrResult *result)
{
	g_autofree char *first = document_dup(result), *second = NULL;
	g_autoptr(LrResult) read = read_text(first);
	g_autoptr(GString) before = g_string_new(NULL), after = g_string_new(NULL);

	second = document_dup(read);
	lr_bench_assert_same_lines(first, second);
	lr_report_text_append(before, result);
	lr_report_text_append(after, read);
	lr_bench_assert_same_lines(before->str, after->str);
}

static void comes_back(gconstpointer data)
{
	const LrBenchResult *bench = data;
	g_autoptr(LrResult) result = bench->make();

	/* What no document can hold (infinities, counts above 2^63) is gone after the first time.
	 */
	if (g_str_equal(bench->name, "hostile")) {
		g_autofree char *document = document_dup(result);
		g_autoptr(LrResult) read = read_text(document);

		assert_comes_back(read);
	} else {
		assert_comes_back(result);
	}
}

static uint64_t any_count(void)
{
	return (uint64_t)g_test_rand_int_range(0, G_MAXINT32) << g_test_rand_int_range(0, 31);
}

static double any_number(void)
{
	return g_test_rand_bit() ? g_test_rand_double_range(-1e6, 1e6) : (double)any_count();
}

static char *any_text(void)
{
	static const char *const pieces[] = { "a",    "\"",	  "\\",	       "\n",
					      "\x01", "\xc3\xa9", "</script>", "\xf0\x9f\x94\xa5",
					      "\x7f", "{",	  "null",      " " };
	GString *text = g_string_new(NULL);
	int n = g_test_rand_int_range(0, 8);

	for (int i = 0; i < n; i++)
		g_string_append(text,
				pieces[g_test_rand_int_range(0, (gint32)G_N_ELEMENTS(pieces))]);
	return g_string_free(text, FALSE);
}

static void disturb_run(LrRun *run)
{
	run->gate_ns = (int64_t)any_count();
	run->goodput_mbps = any_number();
	run->window_ns = (int64_t)any_count();
	run->complete = g_test_rand_bit();
	for (guint i = 0; i < run->workers->len; i++) {
		LrWorkerResult *worker = run->workers->pdata[i];

		worker->end = (LrWorkerEnd)g_test_rand_int_range(LR_END_OK, LR_END_ABORTED + 1);
		worker->phase =
			(LrPhase)g_test_rand_int_range(LR_PHASE_START, LR_PHASE_RESULTS + 1);
		worker->receiver_bytes = any_count();
		worker->start_ns = g_test_rand_bit() ? 0 : run->gate_ns + 5;
		worker->cpu_percent = g_test_rand_bit() ? -1 : fabs(any_number());
		g_free(worker->error);
		worker->error = g_test_rand_bit() ? any_text() : NULL;
	}
	for (guint i = 0; i < run->samples->len; i++) {
		LrSample *sample = run->samples->pdata[i];

		sample->at_ns =
			run->gate_ns + (i + g_test_rand_int_range(0, 3)) * LR_NS_PER_SECOND / 2;
		sample->carrier = (LrTristate)g_test_rand_int_range(LR_UNKNOWN, LR_YES + 1);
		sample->counters.rx_crc_errors = any_count();
		for (guint k = 0; k < sample->cpus->len; k++)
			g_array_index(sample->cpus, LrCpuTime, k).busy_ns +=
				g_test_rand_int_range(0, 1000000000);
		for (guint k = 0; k < sample->flows->len; k++)
			g_array_index(sample->flows, LrFlow, k).acked_bytes = any_count();
	}
}

/* The loads of a document are rounded, so what is computed from them may differ at first, and
 * only at first. */
static void assert_all_but_loads_come_back(const LrResult *result)
{
	g_autoptr(GRegex) loads = g_regex_new("\"core_load_percent\": [^,]*", 0, 0, NULL);
	g_autofree char *first = document_dup(result), *second = NULL, *left = NULL, *right = NULL;
	g_autoptr(LrResult) read = read_text(first);

	second = document_dup(read);
	left = g_regex_replace_literal(loads, first, -1, 0, "", 0, NULL);
	right = g_regex_replace_literal(loads, second, -1, 0, "", 0, NULL);
	lr_bench_assert_same_lines(left, right);
	assert_comes_back(read);
}

static void any_result_comes_back(void)
{
	static const char *const names[] = { "pass", "slow", "died", "bidirectional", "refused" };

	for (guint round = 0; round < 100; round++) {
		g_autoptr(LrResult) result = lr_bench_result(names[round % G_N_ELEMENTS(names)]);
		g_autofree char *key = any_text();

		for (guint i = 0; i < result->runs->len; i++)
			disturb_run(result->runs->pdata[i]);
		result->nic->link_mbps = (uint32_t)g_test_rand_int();
		lr_nic_set(&result->nic->product, key);
		result->verdict->percent = any_number();
		if (result->verdict->causes->len > 0) {
			lr_cause_add_number(result->verdict->causes->pdata[0], "number",
					    any_number());
			lr_cause_add_text(result->verdict->causes->pdata[0], "text", key);
		}
		assert_all_but_loads_come_back(result);
	}
}

/* One change to a good document, and what the error has to say. */
static void a_damaged_document_gets_a_clear_error(void)
{
	static const struct {
		const char *from, *to, *says;
	} rows[] = {
		{ "\"linerate/1\"", "\"linerate/2\"", "newer linerate (linerate/2" },
		{ "\"linerate/1\"", "\"iperf/1\"", "not a result of linerate" },
		{ "\"linerate/1\"", "1", "not a result of linerate" },
		{ "\"linerate/1\"", "\"linerate/x\"", "not a result of linerate" },
		{ "\"verdict\"", "\"werdict\"", "'interface' or 'verdict' is missing" },
		{ "\"mtu_bytes\": 1500", "\"mtu_bytes\": -1",
		  "'mtu_bytes' is not a number in its" },
		{ "\"mtu_bytes\": 1500", "\"mtu_bytes\": 1e9",
		  "'mtu_bytes' is not a whole number" },
		{ "\"mtu_bytes\": 1500", "\"mtu_bytes\": \"x\"", "'mtu_bytes' is not a whole" },
		{ "\"carrier\": true", "\"carrier\": \"up\"", "'carrier' is not true or false" },
		{ "\"driver\": \"i40e\"", "\"driver\": [1]", "'driver' is not a text" },
		{ "\"causes\": [", "\"causes\": [7, ", "'causes' is not a list of objects" },
		{ "\"threshold_percent\": 80", "\"threshold_percent\": {}", "is not a number" },
		{ "\"samples\": [", "\"samples\": {\"a\": [", "it is not JSON" },
		{ "{\n", "[\n", "it is not JSON" },
	};
	g_autoptr(LrResult) result = lr_bench_result("slow");
	g_autofree char *good = document_dup(result);

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GString) text = g_string_new(good);
		g_autoptr(LrResult) read = NULL;
		g_autoptr(GError) error = NULL;

		g_assert_cmpuint(g_string_replace(text, rows[i].from, rows[i].to, 1), ==, 1);
		read = lr_read_result_text("x.json", text->str, text->len, &error);
		g_test_message("%s: %s", rows[i].to, error != NULL ? error->message : "read");
		g_assert_null(read);
		g_assert_true(g_str_has_prefix(error->message, "cannot read 'x.json': it "));
		g_assert_nonnull(strstr(error->message, rows[i].says));
		g_assert_null(strchr(error->message, '\n'));
	}
}

/* A disk that was full, a copy that broke off: no length of it is read as something else. */
static void a_document_cut_short_is_never_read(void)
{
	g_autoptr(LrResult) result = lr_bench_result("underspeed");
	g_autofree char *text = document_dup(result);
	size_t length = strlen(text);

	/* The last character is the line break, which nobody misses. */
	for (size_t i = 0; i + 1 < length; i++) {
		g_autoptr(GError) error = NULL;

		g_assert_null(lr_read_result_text("cut", text, i, &error));
		g_assert_nonnull(error);
	}
}

/* No change of one byte ends the program. */
static void a_flipped_byte_does_no_harm(void)
{
	g_autoptr(LrResult) result = lr_bench_result("slow");
	g_autofree char *text = document_dup(result);
	size_t length = strlen(text);

	for (guint round = 0; round < 3000; round++) {
		size_t at = (size_t)g_test_rand_int_range(0, (gint32)length);
		char old = text[at];
		g_autoptr(GError) error = NULL;
		g_autoptr(LrResult) read = NULL;
		g_autoptr(GString) report = g_string_new(NULL);

		text[at] = (char)g_test_rand_int_range(1, 256);
		read = lr_read_result_text("flipped", text, length, &error);
		g_assert_true((read == NULL) == (error != NULL));
		if (read != NULL)
			lr_report_text_append(report, read);
		text[at] = old;
	}
}

static void deep_nesting_is_refused(void)
{
	g_autofree char *text = g_strnfill(1000000, '[');
	g_autoptr(GError) error = NULL;

	g_assert_null(lr_read_result_text("deep", text, strlen(text), &error));
	g_assert_cmpstr(error->message, ==, "cannot read 'deep': it is nested too deep");
}

static void a_cause_of_a_newer_release_keeps_its_name_and_class(void)
{
	g_autoptr(LrResult) result = read_text(
		"{\"schema\": \"linerate/1.7\", \"interface\": {\"name\": \"eth0\", \"new\": [1]},"
		" \"verdict\": {\"outcome\": \"fail\", \"causes\": [{\"id\": \"cosmic-rays\","
		" \"class\": \"device\", \"message\": \"a bit flipped\"}]}, \"novel\": {}}");
	const LrCause *cause = result->verdict->causes->pdata[0];
	g_autofree char *document = document_dup(result);

	g_assert_cmpstr(lr_cause_name(cause), ==, "cosmic-rays");
	g_assert_cmpint(lr_cause_id_class(cause->id), ==, LR_CLASS_DEVICE);
	g_assert_nonnull(strstr(document, "\"id\": \"cosmic-rays\""));
	g_assert_nonnull(strstr(document, "\"class\": \"device\""));
}

/* The first release's document, kept as it was written, renders for ever. */
static void a_document_of_the_first_release_renders_as_it_did(void)
{
	g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data", "result-1.json", NULL);
	g_autofree char *golden = g_test_build_filename(G_TEST_DIST, "data", "result-1.txt", NULL);
	g_autofree char *expected = NULL;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(LrResult) result = lr_read_result(path, &error);

	g_assert_no_error(error);
	g_assert_true(g_file_get_contents(golden, &expected, NULL, &error));
	lr_report_text_append(text, result);
	lr_bench_assert_same_lines(text->str, expected);
}

static void a_file_that_is_not_there_is_named(void)
{
	g_autoptr(GError) error = NULL;

	g_assert_null(lr_read_result("/nowhere/r.json", &error));
	g_assert_error(error, LR_ERROR, LR_ERROR_NOT_FOUND);
	g_assert_nonnull(strstr(error->message, "/nowhere/r.json"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	for (guint i = 0; lr_bench_results[i].name != NULL; i++) {
		g_autofree char *claim =
			g_strdup_printf("/read-result/%s-comes-back", lr_bench_results[i].name);

		g_test_add_data_func(claim, &lr_bench_results[i], comes_back);
	}
	g_test_add_func("/read-result/any-result-comes-back", any_result_comes_back);
	g_test_add_func("/read-result/a-damaged-document-gets-a-clear-error",
			a_damaged_document_gets_a_clear_error);
	g_test_add_func("/read-result/a-document-cut-short-is-never-read",
			a_document_cut_short_is_never_read);
	g_test_add_func("/read-result/a-flipped-byte-does-no-harm", a_flipped_byte_does_no_harm);
	g_test_add_func("/read-result/deep-nesting-is-refused", deep_nesting_is_refused);
	g_test_add_func("/read-result/a-cause-of-a-newer-release-keeps-its-name-and-class",
			a_cause_of_a_newer_release_keeps_its_name_and_class);
	g_test_add_func("/read-result/a-document-of-the-first-release-renders-as-it-did",
			a_document_of_the_first_release_renders_as_it_did);
	g_test_add_func("/read-result/a-file-that-is-not-there-is-named",
			a_file_that_is_not_there_is_named);
	return g_test_run();
}
