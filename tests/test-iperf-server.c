/* SPDX-License-Identifier: GPL-3.0-only */
/* The server of one port, in a process of its own, against clients that say every byte by hand. */
#include "iperf-server.h"

#include <arpa/inet.h>
#include <json-glib/json-glib.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "iperf-protocol.h"
#include "listener.h"
#include "units.h"

#define COOKIE	     "abcdefghijklmnopqrstuvwxyz234567abcd"
#define OTHER_COOKIE "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"

typedef struct {
	struct sockaddr_in address;
	pid_t pid;
} Bench;

static void bench_open(Bench *bench, gconstpointer data G_GNUC_UNUSED)
{
	g_autoptr(GError) error = NULL;
	int listen_fd = lr_listener_open("127.0.0.1", 0, &error);
	socklen_t length = sizeof(bench->address);

	g_assert_no_error(error);
	getsockname(listen_fd, (struct sockaddr *)&bench->address, &length);
	bench->pid = fork();
	if (bench->pid == 0) {
		const LrServerOptions options = { .listen_fd = listen_fd,
						  .beat_fd = -1,
						  .port = 1,
						  .max_duration_ns = 3600 * LR_NS_PER_SECOND };

		_exit(lr_iperf_server_run(&options, NULL) ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	close(listen_fd);
}

/* It is alive at the end of every test, and ends when it is told to. */
static void bench_close(Bench *bench, gconstpointer data G_GNUC_UNUSED)
{
	int status;

	g_assert_cmpint(kill(bench->pid, SIGTERM), ==, 0);
	g_assert_cmpint(waitpid(bench->pid, &status, 0), ==, bench->pid);
	g_assert_true(WIFEXITED(status));
	g_assert_cmpint(WEXITSTATUS(status), ==, EXIT_SUCCESS);
}

static int dial(const Bench *bench)
{
	/* No answer within this is a failure. */
	struct timeval patience = { .tv_sec = 10 };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	g_assert_cmpint(
		connect(fd, (const struct sockaddr *)&bench->address, sizeof(bench->address)), ==,
		0);
	return fd;
}

static void say(int fd, const void *bytes, size_t n_bytes)
{
	g_assert_cmpint(send(fd, bytes, n_bytes, MSG_NOSIGNAL), ==, (ssize_t)n_bytes);
}

/* The bytes that wait at the server's end of this connection, by the kernel's table. */
static guint unread_bytes(const Bench *bench, int fd)
{
	struct sockaddr_in own;
	socklen_t length = sizeof(own);
	g_autofree char *table = NULL, *ports = NULL;
	const char *row, *queues;

	getsockname(fd, (struct sockaddr *)&own, &length);
	g_assert_true(g_file_get_contents("/proc/net/tcp", &table, NULL, NULL));
	ports = g_strdup_printf("0100007F:%04X 0100007F:%04X 0", ntohs(bench->address.sin_port),
				ntohs(own.sin_port));
	row = strstr(table, ports);
	if (row == NULL)
		return G_MAXUINT;
	queues = strchr(row + strlen(ports), ':');
	return (guint)g_ascii_strtoull(queues + 1, NULL, 16);
}

static void await_read(const Bench *bench, int fd)
{
	gint64 deadline_us = g_get_monotonic_time() + 10 * G_USEC_PER_SEC;

	while (unread_bytes(bench, fd) > 0) {
		g_assert_cmpint(g_get_monotonic_time(), <, deadline_us);
		g_usleep(1000);
	}
}

static void say_message(int fd, LrMessage message)
{
	int8_t byte = (int8_t)message;

	say(fd, &byte, 1);
}

static void say_json(int fd, const char *json)
{
	uint32_t length_be = htonl((uint32_t)strlen(json));

	say(fd, &length_be, sizeof(length_be));
	say(fd, json, strlen(json));
}

static void hear(int fd, void *bytes, size_t n_bytes)
{
	g_assert_cmpint(recv(fd, bytes, n_bytes, MSG_WAITALL), ==, (ssize_t)n_bytes);
}

static void assert_hears(int fd, LrMessage message)
{
	int8_t byte;

	hear(fd, &byte, 1);
	g_assert_cmpint(byte, ==, message);
}

static JsonNode *hear_json(int fd)
{
	uint32_t length_be;
	g_autofree char *json = NULL;
	JsonNode *node;

	hear(fd, &length_be, sizeof(length_be));
	json = g_malloc0(ntohl(length_be) + 1);
	hear(fd, json, ntohl(length_be));
	node = json_from_string(json, NULL);
	g_assert_nonnull(node);
	return node;
}

/* A client up to the data connections; its control connection. */
static int introduce(const Bench *bench, const char *cookie, const char *terms)
{
	int fd = dial(bench);

	say(fd, cookie, LR_COOKIE_BYTES);
	assert_hears(fd, LR_MESSAGE_PARAM_EXCHANGE);
	say_json(fd, terms);
	assert_hears(fd, LR_MESSAGE_CREATE_STREAMS);
	return fd;
}

static void assert_starts(int control)
{
	assert_hears(control, LR_MESSAGE_TEST_START);
	assert_hears(control, LR_MESSAGE_TEST_RUNNING);
}

/* Ends the test by the book; the target's results. */
static JsonNode *part(int control)
{
	JsonNode *results;

	say_message(control, LR_MESSAGE_TEST_END);
	assert_hears(control, LR_MESSAGE_EXCHANGE_RESULTS);
	say_json(control, "{\"streams\":[]}");
	results = hear_json(control);
	assert_hears(control, LR_MESSAGE_DISPLAY_RESULTS);
	say_message(control, LR_MESSAGE_IPERF_DONE);
	close(control);
	return results;
}

static gint64 bytes_of_stream(JsonNode *results, guint index)
{
	JsonArray *streams = json_object_get_array_member(json_node_get_object(results), "streams");

	return json_object_get_int_member(json_array_get_object_element(streams, index), "bytes");
}

static void assert_serves(const Bench *bench)
{
	int control = introduce(bench, COOKIE, "{\"tcp\":true,\"time\":10,\"parallel\":1}");
	int data = dial(bench);

	say(data, COOKIE, LR_COOKIE_BYTES);
	assert_starts(control);
	json_node_unref(part(control));
	close(data);
}

static void what_was_received_is_told(Bench *bench, gconstpointer unused G_GNUC_UNUSED)
{
	int control = introduce(bench, COOKIE, "{\"tcp\":true,\"time\":10,\"parallel\":1}");
	int data = dial(bench);
	g_autofree guint8 *block = g_malloc0(100000);
	g_autoptr(JsonNode) results = NULL;

	say(data, COOKIE, LR_COOKIE_BYTES);
	assert_starts(control);
	say(data, block, 100000);
	await_read(bench, data);
	results = part(control);
	g_assert_cmpint(bytes_of_stream(results, 0), ==, 100000);
	close(data);
}

static void streams_run_by_the_order_of_their_connections(Bench *bench,
							  gconstpointer unused G_GNUC_UNUSED)
{
	int control = introduce(bench, COOKIE,
				"{\"tcp\":true,\"time\":10,\"parallel\":1,\"bidirectional\":true}");
	int first = dial(bench), second = dial(bench);
	g_autoptr(JsonNode) results = NULL;
	char byte;

	/* The network may deliver the cookies in any order. */
	say(second, COOKIE, LR_COOKIE_BYTES);
	await_read(bench, second);
	say(first, COOKIE, LR_COOKIE_BYTES);
	assert_starts(control);
	hear(second, &byte, 1);
	results = part(control);
	g_assert_cmpint(bytes_of_stream(results, 0), ==, 0);
	g_assert_cmpint(bytes_of_stream(results, 1), >, 0);
	close(first);
	close(second);
}

static void no_more_is_sent_than_was_asked_for(Bench *bench, gconstpointer unused G_GNUC_UNUSED)
{
	int control = introduce(bench, COOKIE,
				"{\"tcp\":true,\"num\":3000,\"len\":1000,\"reverse\":true}");
	int data = dial(bench);
	g_autoptr(JsonNode) results = NULL;
	char bytes[3000];

	say(data, COOKIE, LR_COOKIE_BYTES);
	assert_starts(control);
	hear(data, bytes, sizeof(bytes));
	results = part(control);
	/* A turn of eight blocks is not broken off. */
	g_assert_cmpint(bytes_of_stream(results, 0), <=, 8000);
	close(data);
}

static void a_second_client_is_told_that_the_port_is_busy(Bench *bench,
							  gconstpointer unused G_GNUC_UNUSED)
{
	int control = introduce(bench, COOKIE, "{\"tcp\":true,\"time\":10,\"parallel\":1}");
	int second = dial(bench);

	say(second, OTHER_COOKIE, LR_COOKIE_BYTES);
	assert_hears(second, LR_MESSAGE_ACCESS_DENIED);
	close(second);
	close(control);
}

static void of_two_at_once_the_first_with_terms_gets_the_port(Bench *bench,
							      gconstpointer unused G_GNUC_UNUSED)
{
	int slow = dial(bench), fast;

	say(slow, OTHER_COOKIE, LR_COOKIE_BYTES);
	assert_hears(slow, LR_MESSAGE_PARAM_EXCHANGE);
	fast = introduce(bench, COOKIE, "{\"tcp\":true,\"time\":10,\"parallel\":1}");
	say_json(slow, "{\"tcp\":true,\"time\":10,\"parallel\":1}");
	assert_hears(slow, LR_MESSAGE_ACCESS_DENIED);
	close(slow);
	close(fast);
}

static void what_is_not_served_is_refused_by_number(Bench *bench,
						    gconstpointer unused G_GNUC_UNUSED)
{
	static const uint8_t wanted[LR_REFUSAL_BYTES] = { 0xfe, 0, 0, 0, 13 };
	uint8_t heard[LR_REFUSAL_BYTES];
	int control = dial(bench);

	say(control, COOKIE, LR_COOKIE_BYTES);
	assert_hears(control, LR_MESSAGE_PARAM_EXCHANGE);
	say_json(control, "{\"udp\":true,\"time\":10}");
	hear(control, heard, sizeof(heard));
	g_assert_cmpmem(heard, sizeof(heard), wanted, sizeof(wanted));
	close(control);
	assert_serves(bench);
}

static void a_silent_crowd_is_in_nobodys_way(Bench *bench, gconstpointer unused G_GNUC_UNUSED)
{
	enum { CROWD = 400 };
	int crowd[CROWD];
	char byte;

	for (int i = 0; i < CROWD; i++)
		crowd[i] = dial(bench);
	assert_serves(bench);
	/* There is room for 256: the ones that were there first had to go. */
	g_assert_cmpint(recv(crowd[0], &byte, 1, 0), ==, 0);
	g_assert_cmpint(recv(crowd[CROWD - 1], &byte, 1, MSG_DONTWAIT), ==, -1);
	for (int i = 0; i < CROWD; i++)
		close(crowd[i]);
}

static void nonsense_at_any_step_ends_only_its_own_test(Bench *bench,
							gconstpointer unused G_GNUC_UNUSED)
{
	static const LrMessage out_of_turn[] = { LR_MESSAGE_TEST_START, LR_MESSAGE_IPERF_DONE,
						 LR_MESSAGE_EXCHANGE_RESULTS, 99 };

	for (size_t i = 0; i < G_N_ELEMENTS(out_of_turn); i++) {
		int control = introduce(bench, COOKIE, "{\"tcp\":true,\"time\":10,\"parallel\":1}");
		char byte;

		say_message(control, out_of_turn[i]);
		g_assert_cmpint(recv(control, &byte, 1, 0), <=, 0);
		close(control);
		assert_serves(bench);
	}
}

static void results_of_absurd_size_are_not_waited_for(Bench *bench,
						      gconstpointer unused G_GNUC_UNUSED)
{
	static const uint32_t two_gib_be = 0x00000080;
	int control = introduce(bench, COOKIE, "{\"tcp\":true,\"time\":10,\"parallel\":1}");
	int data = dial(bench);
	char byte;

	say(data, COOKIE, LR_COOKIE_BYTES);
	assert_starts(control);
	say_message(control, LR_MESSAGE_TEST_END);
	assert_hears(control, LR_MESSAGE_EXCHANGE_RESULTS);
	say(control, &two_gib_be, sizeof(two_gib_be));
	g_assert_cmpint(recv(control, &byte, 1, 0), <=, 0);
	close(control);
	close(data);
	assert_serves(bench);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *path;
		void (*test)(Bench *bench, gconstpointer data);
	} tests[] = {
		{ "what-was-received-is-told", what_was_received_is_told },
		{ "streams-run-by-the-order-of-their-connections",
		  streams_run_by_the_order_of_their_connections },
		{ "no-more-is-sent-than-was-asked-for", no_more_is_sent_than_was_asked_for },
		{ "a-second-client-is-told-that-the-port-is-busy",
		  a_second_client_is_told_that_the_port_is_busy },
		{ "of-two-at-once-the-first-with-terms-gets-the-port",
		  of_two_at_once_the_first_with_terms_gets_the_port },
		{ "what-is-not-served-is-refused-by-number",
		  what_is_not_served_is_refused_by_number },
		{ "a-silent-crowd-is-in-nobodys-way", a_silent_crowd_is_in_nobodys_way },
		{ "nonsense-at-any-step-ends-only-its-own-test",
		  nonsense_at_any_step_ends_only_its_own_test },
		{ "results-of-absurd-size-are-not-waited-for",
		  results_of_absurd_size_are_not_waited_for },
	};

	g_test_init(&argc, &argv, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(tests); i++) {
		g_autofree char *path = g_strconcat("/iperf-server/", tests[i].path, NULL);

		g_test_add(path, Bench, NULL, bench_open, tests[i].test, bench_close);
	}
	return g_test_run();
}
