/* SPDX-License-Identifier: GPL-3.0-only */
#include "iperf-json.h"

#include "units.h"

#define SUMS(sent, received, seconds)                                                                \
	"\"sum_sent\":{\"bytes\":" sent ",\"retransmits\":3},\"sum_received\":{\"bytes\":" received \
	",\"seconds\":" seconds "}"
#define ONE_STREAM "\"streams\":[{}],"
#define END(inside) "{\"end\":{" inside ",\"sender_tcp_congestion\":\"cubic\"," \
		    "\"cpu_utilization_percent\":{\"remote_total\":41.5}}}"

static LrWorkerResult *read_document(LrWorkerEnd end, const char *document)
{
	const LrWorkerReport report = { .end = end,
					.error = end != LR_END_OK ? "the library's words" : NULL,
					.document = document,
					.cpu_ns = 2500000000,
					.wall_ns = 10000000000,
					.max_rss_bytes = 4 << 20 };
	g_autofree char *text = lr_iperf_json_write(&report);
	LrWorkerResult *worker = lr_worker_result_new();

	lr_iperf_json_read(text, 10, 1, worker);
	return worker;
}

static void a_good_document_gives_the_receivers_bytes(void)
{
	g_autoptr(LrWorkerResult) worker =
		read_document(LR_END_OK, END(ONE_STREAM SUMS("1010", "1000", "10.04")));

	g_assert_cmpint(worker->end, ==, LR_END_OK);
	g_assert_null(worker->error);
	g_assert_cmpuint(worker->receiver_bytes, ==, 1000);
	g_assert_cmpuint(worker->sent_bytes, ==, 1010);
	g_assert_cmpint(worker->receiver_ns, ==, 10040 * LR_NS_PER_MS);
	g_assert_cmpuint(worker->retransmits, ==, 3);
	g_assert_cmpstr(worker->congestion, ==, "cubic");
	g_assert_cmpfloat(worker->target_cpu_percent, ==, 41.5);
	g_assert_cmpfloat(worker->cpu_percent, ==, 25);
	g_assert_cmpint(worker->max_rss_bytes, ==, 4 << 20);
}

/* The library said "no error" in each of these. */
static void no_success_is_believed_that_does_not_hold_together(void)
{
	static const struct {
		const char *name;
		const char *document;
		LrWorkerEnd end;
	} rows[] = {
		{ "no document", NULL, LR_END_LOST },
		{ "not JSON", "Internal Server Error", LR_END_PROTOCOL },
		{ "not an object", "[1]", LR_END_PROTOCOL },
		{ "empty", "{}", LR_END_PROTOCOL },
		{ "error member", "{\"error\":\"the server is busy\"}", LR_END_PROTOCOL },
		{ "error beside sums",
		  "{\"error\":\"x\",\"end\":{" ONE_STREAM SUMS("1", "1", "10") "}}", LR_END_PROTOCOL },
		{ "no streams", END(SUMS("1000", "1000", "10")), LR_END_PROTOCOL },
		{ "two streams", END("\"streams\":[{},{}]," SUMS("1000", "1000", "10")),
		  LR_END_PROTOCOL },
		{ "no bytes", END(ONE_STREAM SUMS("1000", "0", "10")), LR_END_STALLED },
		{ "negative bytes", END(ONE_STREAM SUMS("1000", "-1000", "10")), LR_END_PROTOCOL },
		{ "bytes beyond 64 bits", END(ONE_STREAM SUMS("1000", "1e30", "10")),
		  LR_END_PROTOCOL },
		{ "bytes as text", END(ONE_STREAM SUMS("1000", "\"1000\"", "10")), LR_END_PROTOCOL },
		{ "bytes as nothing", END(ONE_STREAM SUMS("1000", "null", "10")), LR_END_PROTOCOL },
		{ "a second too short", END(ONE_STREAM SUMS("1000", "1000", "9.0")),
		  LR_END_PROTOCOL },
		{ "far too long", END(ONE_STREAM SUMS("1000", "1000", "26")), LR_END_PROTOCOL },
		{ "sums of another type", "{\"end\":{\"streams\":[{}],\"sum_sent\":1,\"sum_received\":2}}",
		  LR_END_PROTOCOL },
		{ "end of another type", "{\"end\":7}", LR_END_PROTOCOL },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrWorkerResult) worker = read_document(LR_END_OK, rows[i].document);

		g_test_message("row '%s': %s", rows[i].name, worker->error);
		g_assert_cmpint(worker->end, ==, rows[i].end);
		g_assert_nonnull(worker->error);
		g_assert_cmpuint(worker->receiver_bytes, ==, 0);
	}
}

static void a_short_run_may_end_a_little_early_or_drain_late(void)
{
	g_autoptr(LrWorkerResult) early =
		read_document(LR_END_OK, END(ONE_STREAM SUMS("1000", "1000", "9.81")));
	g_autoptr(LrWorkerResult) late =
		read_document(LR_END_OK, END(ONE_STREAM SUMS("1000", "1000", "24.9")));

	g_assert_cmpint(early->end, ==, LR_END_OK);
	g_assert_cmpint(late->end, ==, LR_END_OK);
}

static void an_error_of_the_library_keeps_its_words(void)
{
	g_autoptr(LrWorkerResult) worker =
		read_document(LR_END_BUSY, END(ONE_STREAM SUMS("1000", "1000", "10")));

	g_assert_cmpint(worker->end, ==, LR_END_BUSY);
	g_assert_cmpstr(worker->error, ==, "the library's words");
	g_assert_cmpuint(worker->receiver_bytes, ==, 0);
}

static void a_damaged_report_is_a_lost_worker(void)
{
	static const char *const rows[] = { "", "{", "null\n", "{\"end\":99}\n", "{\"end\":\"ok\"}\n",
					    "{\"end\":-1}\n" };

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrWorkerResult) worker = lr_worker_result_new();

		lr_iperf_json_read(rows[i], 10, 1, worker);
		g_assert_cmpint(worker->end, ==, LR_END_LOST);
		g_assert_nonnull(worker->error);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/iperf-json/a-good-document-gives-the-receivers-bytes",
			a_good_document_gives_the_receivers_bytes);
	g_test_add_func("/iperf-json/no-success-is-believed-that-does-not-hold-together",
			no_success_is_believed_that_does_not_hold_together);
	g_test_add_func("/iperf-json/a-short-run-may-end-a-little-early-or-drain-late",
			a_short_run_may_end_a_little_early_or_drain_late);
	g_test_add_func("/iperf-json/an-error-of-the-library-keeps-its-words",
			an_error_of_the_library_keeps_its_words);
	g_test_add_func("/iperf-json/a-damaged-report-is-a-lost-worker",
			a_damaged_report_is_a_lost_worker);
	return g_test_run();
}
