/* SPDX-License-Identifier: GPL-3.0-only */
#include "iperf-protocol.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "units.h"

#define DAY_NS (86400 * LR_NS_PER_SECOND)

/* What stock clients of 3.12 sent, and the like. */
static const struct {
	const char *name;
	const char *json;
	LrTerms terms;
	uint32_t connections;
} accepted[] = {
	{ "stock-defaults",
	  "{\"tcp\":true,\"omit\":0,\"time\":10,\"num\":0,\"blockcount\":0,\"parallel\":1,"
	  "\"len\":131072,\"pacing_timer\":1000,\"client_version\":\"3.12\"}",
	  { .direction = LR_FORWARD,
	    .n_streams = 1,
	    .duration_ns = 10 * LR_NS_PER_SECOND,
	    .block_bytes = 131072 },
	  1 },
	{ "reverse-with-options",
	  "{\"tcp\":true,\"omit\":2,\"time\":30,\"parallel\":4,\"reverse\":true,\"window\":65536,"
	  "\"len\":1048576,\"bandwidth\":8000000,\"TOS\":32,\"nodelay\":true,"
	  "\"congestion\":\"cubic\"}",
	  { .direction = LR_REVERSE,
	    .n_streams = 4,
	    .duration_ns = 30 * LR_NS_PER_SECOND,
	    .omit_ns = 2 * LR_NS_PER_SECOND,
	    .block_bytes = 1048576,
	    .window_bytes = 65536,
	    .rate_bytes_per_s = 1000000,
	    .tos = 32,
	    .nodelay = true,
	    .congestion = (char *)"cubic" },
	  4 },
	{ "both-ways-until-so-many-bytes",
	  "{\"tcp\":true,\"time\":0,\"num\":1000000,\"parallel\":2,\"bidirectional\":true}",
	  { .direction = LR_BIDIRECTIONAL,
	    .n_streams = 2,
	    .send_limit_bytes = 1000000,
	    .block_bytes = 131072 },
	  4 },
	{ "reverse-until-so-many-blocks",
	  "{\"tcp\":true,\"time\":0,\"num\":0,\"blockcount\":100,\"len\":1000,\"reverse\":true}",
	  { .direction = LR_REVERSE,
	    .n_streams = 1,
	    .send_limit_bytes = 100000,
	    .block_bytes = 1000 },
	  1 },
	{ "nonsense-numbers-are-defaults",
	  "{\"tcp\":true,\"time\":-5,\"parallel\":\"many\",\"len\":-1,\"TOS\":1e9,\"window\":1e30}",
	  { .direction = LR_FORWARD,
	    .n_streams = 1,
	    .block_bytes = 131072,
	    .tos = 255,
	    .window_bytes = G_MAXINT32 },
	  1 },
};

static void what_a_client_asks_is_understood(gconstpointer data)
{
	const LrTerms *wanted = &accepted[GPOINTER_TO_SIZE(data)].terms;
	const char *json = accepted[GPOINTER_TO_SIZE(data)].json;
	g_autoptr(GError) error = NULL;
	LrRefusal refusal;
	g_autoptr(LrTerms) terms = lr_terms_parse(json, strlen(json), DAY_NS, &refusal, &error);

	g_assert_no_error(error);
	g_assert_cmpint(terms->direction, ==, wanted->direction);
	g_assert_cmpuint(terms->n_streams, ==, wanted->n_streams);
	g_assert_cmpint(terms->duration_ns, ==, wanted->duration_ns);
	g_assert_cmpint(terms->omit_ns, ==, wanted->omit_ns);
	g_assert_cmpuint(terms->block_bytes, ==, wanted->block_bytes);
	g_assert_cmpuint(terms->window_bytes, ==, wanted->window_bytes);
	g_assert_cmpuint(terms->send_limit_bytes, ==, wanted->send_limit_bytes);
	g_assert_cmpuint(terms->rate_bytes_per_s, ==, wanted->rate_bytes_per_s);
	g_assert_cmpuint(terms->tos, ==, wanted->tos);
	g_assert_cmpint(terms->nodelay, ==, wanted->nodelay);
	g_assert_cmpstr(terms->congestion, ==, wanted->congestion);
	g_assert_cmpuint(lr_terms_connections(terms), ==,
			 accepted[GPOINTER_TO_SIZE(data)].connections);
}

static void what_cannot_be_served_is_refused_in_words_of_the_client(void)
{
	static const struct {
		const char *name;
		const char *json;
		LrRefusal refusal;
		const char *says;
	} rows[] = {
		{ "udp", "{\"udp\":true,\"time\":10}", LR_REFUSAL_UNIMPLEMENTED, "UDP" },
		{ "sctp", "{\"sctp\":true}", LR_REFUSAL_UNIMPLEMENTED, "TCP only" },
		{ "nothing", "{}", LR_REFUSAL_UNIMPLEMENTED, "TCP only" },
		{ "too-many-streams", "{\"tcp\":true,\"parallel\":129}", LR_REFUSAL_STREAMS,
		  "129" },
		{ "endless-streams", "{\"tcp\":true,\"parallel\":1e300}", LR_REFUSAL_STREAMS,
		  "128" },
		{ "huge-block", "{\"tcp\":true,\"len\":2000000}", LR_REFUSAL_BLOCK, "2000000" },
		{ "too-long", "{\"tcp\":true,\"time\":86401}", LR_REFUSAL_DURATION,
		  "--max-duration allows 86400 s" },
		{ "too-long-with-omit", "{\"tcp\":true,\"time\":86400,\"omit\":1}",
		  LR_REFUSAL_DURATION, "86401" },
		{ "no-json", "hello", LR_REFUSAL_MALFORMED, "JSON" },
		{ "a-list", "[1,2]", LR_REFUSAL_MALFORMED, "JSON" },
		{ "cut-off", "{\"tcp\":true", LR_REFUSAL_MALFORMED, "JSON" },
		{ "empty", "", LR_REFUSAL_MALFORMED, "JSON" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;
		LrRefusal refusal = 0;
		g_autoptr(LrTerms) terms = lr_terms_parse(rows[i].json, strlen(rows[i].json),
							  DAY_NS, &refusal, &error);

		g_test_message("row %s", rows[i].name);
		g_assert_null(terms);
		g_assert_nonnull(error);
		g_assert_cmpint(refusal, ==, rows[i].refusal);
		g_assert_nonnull(strstr(error->message, rows[i].says));
	}
}

static void json_as_deep_as_is_let_in_is_survived(void)
{
	enum { DEPTH = 16 * 1024 };
	g_autofree char *json = g_strnfill(DEPTH, '[');
	g_autoptr(GError) error = NULL;
	LrRefusal refusal;

	g_assert_null(lr_terms_parse(json, DEPTH, DAY_NS, &refusal, &error));
	g_assert_cmpint(refusal, ==, LR_REFUSAL_MALFORMED);
}

static void both_ways_the_clients_own_streams_come_first(void)
{
	const LrTerms forward = { .direction = LR_FORWARD, .n_streams = 2 };
	const LrTerms reverse = { .direction = LR_REVERSE, .n_streams = 2 };
	const LrTerms both = { .direction = LR_BIDIRECTIONAL, .n_streams = 2 };

	for (uint32_t i = 0; i < 2; i++) {
		g_assert_false(lr_terms_target_sends(&forward, i));
		g_assert_true(lr_terms_target_sends(&reverse, i));
		g_assert_false(lr_terms_target_sends(&both, i));
		g_assert_true(lr_terms_target_sends(&both, i + 2));
	}
}

static void a_slow_client_is_not_a_silent_one(void)
{
	static const struct {
		uint32_t block_bytes;
		uint64_t rate_bytes_per_s;
		int64_t patience_s;
	} rows[] = {
		{ 131072, 0, 10 },  { 131072, 1000000000, 10 }, { 1000000, 100000, 20 },
		{ 1000000, 1, 60 }, { 1, UINT64_MAX, 10 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const LrTerms terms = { .block_bytes = rows[i].block_bytes,
					.rate_bytes_per_s = rows[i].rate_bytes_per_s };

		g_assert_cmpint(lr_terms_patience_ns(&terms), ==,
				rows[i].patience_s * LR_NS_PER_SECOND);
	}
}

static void a_cookie_is_36_visible_characters_and_a_zero(void)
{
	char cookie[LR_COOKIE_BYTES] = "abcdefghijklmnopqrstuvwxyz234567abcd";

	g_assert_true(lr_cookie_is_valid(cookie));
	cookie[LR_COOKIE_BYTES - 1] = 'e';
	g_assert_false(lr_cookie_is_valid(cookie));
	cookie[LR_COOKIE_BYTES - 1] = '\0';
	cookie[5] = '\n';
	g_assert_false(lr_cookie_is_valid(cookie));
	memset(cookie, 0, sizeof(cookie));
	g_assert_false(lr_cookie_is_valid(cookie));
	g_assert_false(lr_cookie_is_valid("GET / HTTP/1.1\r\nHost: 192.0.2.1:5201"));
}

static void a_refusal_is_a_byte_and_two_numbers(void)
{
	static const uint8_t wanted[LR_REFUSAL_BYTES] = { 0xfe, 0, 0, 0, 13, 0, 0, 0, 0 };
	uint8_t bytes[LR_REFUSAL_BYTES];

	lr_refusal_pack(LR_REFUSAL_UNIMPLEMENTED, bytes);
	g_assert_cmpmem(bytes, sizeof(bytes), wanted, sizeof(wanted));
}

static void results_have_all_that_a_client_insists_on(void)
{
	static const char *const members[] = { "id",	 "bytes",   "retransmits", "jitter",
					       "errors", "packets", "start_time",  "end_time" };
	static const LrStreamTally tallies[] = { { .bytes = 5000000000, .retransmits = -1 },
						 { .sent = true, .bytes = 7, .retransmits = 3 },
						 { .bytes = 0, .retransmits = -1 } };
	static const gint64 ids[] = { 1, 3, 4 };
	g_autoptr(GArray) streams = g_array_new(FALSE, FALSE, sizeof(LrStreamTally));
	const LrTally tally = { .seconds = 10.5,
				.cpu_user_percent = 1.5,
				.cpu_system_percent = 20,
				.congestion_used = "cubic",
				.streams = streams };
	g_autoptr(GByteArray) packed = NULL;
	g_autoptr(JsonParser) parser = json_parser_new();
	JsonObject *top;
	JsonArray *list;

	g_array_append_vals(streams, tallies, G_N_ELEMENTS(tallies));
	packed = lr_tally_pack(&tally);
	g_assert_cmpuint(packed->data[2] * 256u + packed->data[3], ==, packed->len - 4);
	g_assert_true(json_parser_load_from_data(parser, (char *)packed->data + 4,
						 (gssize)packed->len - 4, NULL));
	top = json_node_get_object(json_parser_get_root(parser));
	g_assert_cmpfloat(json_object_get_double_member(top, "cpu_util_total"), ==, 21.5);
	g_assert_cmpint(json_object_get_int_member(top, "sender_has_retransmits"), ==, 1);
	g_assert_cmpstr(json_object_get_string_member(top, "congestion_used"), ==, "cubic");
	list = json_object_get_array_member(top, "streams");
	g_assert_cmpuint(json_array_get_length(list), ==, G_N_ELEMENTS(tallies));
	for (guint i = 0; i < G_N_ELEMENTS(tallies); i++) {
		JsonObject *stream = json_array_get_object_element(list, i);

		for (size_t j = 0; j < G_N_ELEMENTS(members); j++)
			g_assert_true(json_object_has_member(stream, members[j]));
		g_assert_cmpint(json_object_get_int_member(stream, "id"), ==, ids[i]);
		g_assert_cmpint(json_object_get_int_member(stream, "bytes"), ==,
				(gint64)tallies[i].bytes);
		g_assert_cmpint(json_object_get_int_member(stream, "retransmits"), ==,
				tallies[i].retransmits);
		g_assert_cmpfloat(json_object_get_double_member(stream, "end_time"), ==, 10.5);
	}
}

static void what_a_visitor_asks_is_understood_by_a_target(void)
{
	static const LrDirection directions[] = { LR_FORWARD, LR_REVERSE, LR_BIDIRECTIONAL };

	for (size_t i = 0; i < G_N_ELEMENTS(directions); i++) {
		const LrTerms asked = { .direction = directions[i],
					.n_streams = 3,
					.duration_ns = 2 * LR_NS_PER_SECOND,
					.block_bytes = 4096 };
		g_autoptr(GByteArray) packed = lr_terms_pack(&asked);
		g_autoptr(GError) error = NULL;
		LrRefusal refusal;
		g_autoptr(LrTerms) heard = lr_terms_parse((char *)packed->data + 4, packed->len - 4,
							  DAY_NS, &refusal, &error);

		g_assert_no_error(error);
		g_assert_cmpint(heard->direction, ==, directions[i]);
		g_assert_cmpuint(heard->n_streams, ==, 3);
		g_assert_cmpint(heard->duration_ns, ==, 2 * LR_NS_PER_SECOND);
		g_assert_cmpuint(heard->block_bytes, ==, 4096);
	}
}

static void a_target_tells_of_itself_what_a_visitor_hears(void)
{
	static const LrStreamTally tallies[] = { { .bytes = 5000000000, .retransmits = -1 },
						 { .bytes = 7, .retransmits = -1 } };
	const LrTargetSelf self = { .version = (char *)"1.2",
				    .ifname = (char *)"enp3s0",
				    .link_mbps = 25000,
				    .n_cores = 16 };
	g_autoptr(GArray) streams = g_array_new(FALSE, FALSE, sizeof(LrStreamTally));
	const LrTally tally = { .cpu_user_percent = 1.5,
				.cpu_system_percent = 20,
				.congestion_used = "",
				.streams = streams,
				.self = &self };
	g_autoptr(GByteArray) packed = NULL;
	g_autoptr(LrTargetReport) report = NULL;
	g_autoptr(GError) error = NULL;

	g_array_append_vals(streams, tallies, G_N_ELEMENTS(tallies));
	packed = lr_tally_pack(&tally);
	report = lr_target_report_parse((char *)packed->data + 4, packed->len - 4, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(report->bytes, ==, 5000000007);
	g_assert_cmpfloat(report->cpu_percent, ==, 21.5);
	g_assert_cmpstr(report->self.version, ==, "1.2");
	g_assert_cmpstr(report->self.ifname, ==, "enp3s0");
	g_assert_cmpuint(report->self.link_mbps, ==, 25000);
	g_assert_cmpuint(report->self.n_cores, ==, 16);
}

static void what_a_report_does_not_tell_is_unknown(void)
{
	static const struct {
		const char *json;
		uint64_t bytes;
		double cpu_percent;
		uint32_t link_mbps;
	} rows[] = {
		{ "{}", 0, -1, 0 },
		{ "{\"streams\":7,\"linerate\":true}", 0, -1, 0 },
		{ "{\"streams\":[1,{\"bytes\":5},{\"bytes\":-3}]}", 5, -1, 0 },
		{ "{\"cpu_util_total\":0.25,\"linerate\":{\"link_mbps\":1e30}}", 0, 0.25,
		  LR_MAX_RATE_MBPS },
		{ "{\"linerate\":{\"link_mbps\":\"fast\",\"version\":3}}", 0, -1, 0 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(LrTargetReport) report =
			lr_target_report_parse(rows[i].json, strlen(rows[i].json), &error);

		g_test_message("row %s", rows[i].json);
		g_assert_no_error(error);
		g_assert_cmpuint(report->bytes, ==, rows[i].bytes);
		g_assert_cmpfloat(report->cpu_percent, ==, rows[i].cpu_percent);
		g_assert_cmpuint(report->self.link_mbps, ==, rows[i].link_mbps);
		g_assert_null(report->self.version);
	}
}

static void a_report_that_is_no_object_is_refused(void)
{
	static const char *const texts[] = { "", "[]", "{\"streams\":", "hello" };

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autoptr(GError) error = NULL;

		g_assert_null(lr_target_report_parse(texts[i], strlen(texts[i]), &error));
		g_assert_nonnull(error);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(accepted); i++) {
		g_autofree char *path =
			g_strconcat("/iperf-protocol/what-a-client-asks-is-understood/",
				    accepted[i].name, NULL);

		g_test_add_data_func(path, GSIZE_TO_POINTER(i), what_a_client_asks_is_understood);
	}
	g_test_add_func("/iperf-protocol/what-cannot-be-served-is-refused-in-words-of-the-client",
			what_cannot_be_served_is_refused_in_words_of_the_client);
	g_test_add_func("/iperf-protocol/json-as-deep-as-is-let-in-is-survived",
			json_as_deep_as_is_let_in_is_survived);
	g_test_add_func("/iperf-protocol/both-ways-the-clients-own-streams-come-first",
			both_ways_the_clients_own_streams_come_first);
	g_test_add_func("/iperf-protocol/a-slow-client-is-not-a-silent-one",
			a_slow_client_is_not_a_silent_one);
	g_test_add_func("/iperf-protocol/a-cookie-is-36-visible-characters-and-a-zero",
			a_cookie_is_36_visible_characters_and_a_zero);
	g_test_add_func("/iperf-protocol/a-refusal-is-a-byte-and-two-numbers",
			a_refusal_is_a_byte_and_two_numbers);
	g_test_add_func("/iperf-protocol/results-have-all-that-a-client-insists-on",
			results_have_all_that_a_client_insists_on);
	g_test_add_func("/iperf-protocol/what-a-visitor-asks-is-understood-by-a-target",
			what_a_visitor_asks_is_understood_by_a_target);
	g_test_add_func("/iperf-protocol/a-target-tells-of-itself-what-a-visitor-hears",
			a_target_tells_of_itself_what_a_visitor_hears);
	g_test_add_func("/iperf-protocol/what-a-report-does-not-tell-is-unknown",
			what_a_report_does_not_tell_is_unknown);
	g_test_add_func("/iperf-protocol/a-report-that-is-no-object-is-refused",
			a_report_that_is_no_object_is_refused);
	return g_test_run();
}
