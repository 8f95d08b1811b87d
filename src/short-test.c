/* SPDX-License-Identifier: GPL-3.0-only */
#include "short-test.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "dial.h"
#include "error.h"
#include "inbox.h"
#include "stream.h"
#include "units.h"

#define BLOCK_BYTES	 (128 * 1024)
#define MAX_REPORT_BYTES (64 * 1024)
#define PAUSE_US	 100000
#define STALL_US	 500000
#define US_PER_SECOND	 1000000

/* What the kernel starts from before it has seen a segment (RFC 9293, 3.7.1). */
#define DEFAULT_SEGMENT_BYTES 536

typedef struct {
	const LrShortTestOptions *options;
	char cookie[LR_COOKIE_BYTES];
	int control_fd; /* -1 when there is none */
	LrStream *stream; /* NULL until there is one */
	guint8 *block; /* what is sent; NULL in reverse direction */
	LrInbox *inbox;
	int64_t deadline_us;
} Visit;

static void hang_up(Visit *visit)
{
	struct linger at_once = { .l_onoff = 1, .l_linger = 0 };

	g_clear_pointer(&visit->stream, lr_stream_free);
	if (visit->control_fd < 0)
		return;
	/* A server may be within a write that nobody takes; only a reset ends that. */
	setsockopt(visit->control_fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	close(visit->control_fd);
	visit->control_fd = -1;
}

/* Waits until the deadline at most. */
static bool await_socket(const Visit *visit, int fd, gushort events)
{
	GPollFD poll_fd = { .fd = fd, .events = events };
	int64_t left_us = visit->deadline_us - g_get_monotonic_time();

	return left_us > 0 && g_poll(&poll_fd, 1, (int)(left_us / 1000) + 1) > 0;
}

static int dial(const Visit *visit, GError **error)
{
	const LrShortTestOptions *options = visit->options;
	int fd = lr_dial_begin(options->address, options->port, options->ifname);
	int refused = fd < 0 ? errno : 0;
	socklen_t length = sizeof(refused);

	if (fd >= 0 && !await_socket(visit, fd, G_IO_OUT))
		refused = ETIMEDOUT;
	else if (fd >= 0)
		getsockopt(fd, SOL_SOCKET, SO_ERROR, &refused, &length);
	if (refused == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	lr_error_set_errno(error, refused, "cannot connect to port %u", options->port);
	return -1;
}

/* Everything that is said here fits into an empty socket buffer. */
static bool say(const Visit *visit, int fd, const void *bytes, size_t n_bytes, GError **error)
{
	if (send(fd, bytes, n_bytes, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)n_bytes)
		return true;
	lr_error_set_errno(error, errno, "cannot talk to port %u", visit->options->port);
	return false;
}

static bool say_message(const Visit *visit, LrMessage message, GError **error)
{
	uint8_t byte = (uint8_t)message;

	return say(visit, visit->control_fd, &byte, sizeof(byte), error);
}

/* Waits for the control connection; what still comes on the other one is dropped meanwhile, since
 * a server may not hear before it is rid of it. */
static bool await_word(const Visit *visit)
{
	bool drains = visit->stream != NULL && !visit->stream->sends;
	GPollFD fds[2] = { { .fd = visit->control_fd, .events = G_IO_IN },
			   { .fd = drains ? visit->stream->fd : -1, .events = G_IO_IN } };

	while (fds[0].revents == 0) {
		int64_t left_us = visit->deadline_us - g_get_monotonic_time();

		if (left_us <= 0)
			return false;
		(void)g_poll(fds, G_N_ELEMENTS(fds), (int)(left_us / 1000) + 1);
		if (fds[1].revents != 0 && !lr_stream_move(visit->stream, NULL, 0))
			fds[1].fd = -1;
	}
	return true;
}

/* Fills the inbox with so many bytes. */
static bool hear(Visit *visit, size_t n_bytes, GError **error)
{
	lr_inbox_expect(visit->inbox, n_bytes);
	while (true) {
		switch (lr_inbox_fill(visit->inbox, visit->control_fd)) {
		case LR_INBOX_FULL:
			return true;
		case LR_INBOX_CLOSED:
			lr_error_set_errno(error, errno != 0 ? errno : ECONNRESET,
					   "port %u closed the connection", visit->options->port);
			return false;
		case LR_INBOX_WAITING:
			break;
		}
		if (!await_word(visit)) {
			g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM,
				    "port %u did not answer in time", visit->options->port);
			return false;
		}
	}
}

static bool expect(Visit *visit, LrMessage wanted, GError **error)
{
	LrMessage said;

	if (!hear(visit, 1, error))
		return false;
	said = (int8_t)visit->inbox->bytes->data[0];
	if (said == wanted)
		return true;
	if (said == LR_MESSAGE_ACCESS_DENIED)
		g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM, "port %u is busy",
			    visit->options->port);
	else
		g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM, "port %u refuses a short test",
			    visit->options->port);
	return false;
}

static bool knock(Visit *visit, GError **error)
{
	visit->control_fd = dial(visit, error);
	return visit->control_fd >= 0 &&
	       say(visit, visit->control_fd, visit->cookie, sizeof(visit->cookie), error) &&
	       expect(visit, LR_MESSAGE_PARAM_EXCHANGE, error);
}

/* A stock server that was visited a moment ago may turn away who comes next. */
static bool enter(Visit *visit, GError **error)
{
	while (true) {
		g_autoptr(GError) refused = NULL;

		if (knock(visit, &refused))
			return true;
		hang_up(visit);
		if (g_get_monotonic_time() + PAUSE_US >= visit->deadline_us) {
			g_propagate_error(error, g_steal_pointer(&refused));
			return false;
		}
		g_usleep(PAUSE_US);
	}
}

static bool agree(Visit *visit, GError **error)
{
	const LrTerms terms = {
		.direction = visit->options->direction,
		.n_streams = 1,
		/* It ends before, by word; a server wants whole seconds. */
		.duration_ns = LR_NS_PER_SECOND,
		.block_bytes = BLOCK_BYTES,
	};
	g_autoptr(GByteArray) packed = lr_terms_pack(&terms);
	int fd;

	if (!say(visit, visit->control_fd, packed->data, packed->len, error) ||
	    !expect(visit, LR_MESSAGE_CREATE_STREAMS, error))
		return false;
	fd = dial(visit, error);
	if (fd < 0)
		return false;
	visit->stream = lr_stream_new(fd, 0);
	visit->stream->sends = terms.direction == LR_FORWARD;
	if (visit->stream->sends)
		visit->block = lr_stream_block_make(BLOCK_BYTES);
	return say(visit, fd, visit->cookie, sizeof(visit->cookie), error) &&
	       expect(visit, LR_MESSAGE_TEST_START, error) &&
	       expect(visit, LR_MESSAGE_TEST_RUNNING, error);
}

/* The time counts from the first byte. */
static void move_data(const Visit *visit, LrShortTest *test)
{
	LrStream *stream = visit->stream;
	int64_t now_us = g_get_monotonic_time(), began_us = now_us;
	int64_t end_us = MIN(began_us + STALL_US, visit->deadline_us);

	while (now_us < end_us && stream->bytes < LR_SHORT_TEST_BYTES) {
		GPollFD fd = { .fd = stream->fd, .events = stream->sends ? G_IO_OUT : G_IO_IN };
		bool first = stream->bytes == 0;

		(void)g_poll(&fd, 1, (int)((end_us - now_us) / 1000) + 1);
		if (fd.revents != 0 && !lr_stream_move(stream, visit->block, BLOCK_BYTES))
			break;
		now_us = g_get_monotonic_time();
		if (first && stream->bytes > 0)
			end_us =
				MIN(now_us + visit->options->traffic_ns / 1000, visit->deadline_us);
	}
	test->bytes = stream->bytes;
	test->ns = (now_us - began_us) * 1000;
	test->stalled = stream->bytes == 0 && now_us - began_us >= STALL_US;
}

static uint32_t largest_segment_bytes(const LrStream *stream)
{
	struct tcp_info info = { 0 };
	socklen_t length = sizeof(info);

	if (stream->sends || getsockopt(stream->fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0 ||
	    info.tcpi_rcv_mss <= DEFAULT_SEGMENT_BYTES)
		return 0;
	return info.tcpi_rcv_mss;
}

static bool say_results(const Visit *visit, const LrShortTest *test, GError **error)
{
	g_autoptr(GArray) streams = g_array_new(FALSE, FALSE, sizeof(LrStreamTally));
	LrStreamTally one = lr_stream_tally(visit->stream);
	const LrTally tally = { .seconds = lr_seconds_from_ns(test->ns),
				.congestion_used = "",
				.streams = streams };
	g_autoptr(GByteArray) packed = NULL;

	g_array_append_val(streams, one);
	packed = lr_tally_pack(&tally);
	return say(visit, visit->control_fd, packed->data, packed->len, error);
}

static bool hear_report(Visit *visit, LrShortTest *test, GError **error)
{
	const GByteArray *json = visit->inbox->bytes;
	uint32_t n_bytes;

	if (!hear(visit, sizeof(n_bytes), error))
		return false;
	n_bytes = lr_inbox_number(visit->inbox);
	if (n_bytes == 0 || n_bytes > MAX_REPORT_BYTES) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "port %u announced results of no sensible size", visit->options->port);
		return false;
	}
	if (!hear(visit, n_bytes, error))
		return false;
	test->report = lr_target_report_parse((const char *)json->data, json->len, error);
	return test->report != NULL;
}

static bool part(Visit *visit, LrShortTest *test, GError **error)
{
	if (!say_message(visit, LR_MESSAGE_TEST_END, error) ||
	    !expect(visit, LR_MESSAGE_EXCHANGE_RESULTS, error) ||
	    !say_results(visit, test, error) || !hear_report(visit, test, error) ||
	    !expect(visit, LR_MESSAGE_DISPLAY_RESULTS, error) ||
	    !say_message(visit, LR_MESSAGE_IPERF_DONE, error))
		return false;
	if (visit->stream->sends)
		test->bytes = test->report->bytes;
	/* In good terms: no reset, or the goodbye might be lost with it. */
	close(visit->control_fd);
	visit->control_fd = -1;
	return true;
}

static bool make_test(Visit *visit, LrShortTest *test, GError **error)
{
	if (!enter(visit, error) || !agree(visit, error))
		return false;
	move_data(visit, test);
	test->segment_bytes = largest_segment_bytes(visit->stream);
	return test->stalled || part(visit, test, error);
}

static void make_cookie(char cookie[LR_COOKIE_BYTES])
{
	g_autofree char *uuid = g_uuid_string_random();

	G_STATIC_ASSERT(LR_COOKIE_BYTES == 36 + 1);
	memcpy(cookie, uuid, LR_COOKIE_BYTES);
}

bool lr_short_test_run(const LrShortTestOptions *options, LrShortTest *test, GError **error)
{
	Visit visit = { .options = options,
			.control_fd = -1,
			.inbox = lr_inbox_new(1),
			.deadline_us = g_get_monotonic_time() + options->timeout_ns / 1000 };
	LrShortTest made = { 0 };
	bool done;

	make_cookie(visit.cookie);
	done = make_test(&visit, &made, error);
	hang_up(&visit);
	lr_inbox_free(visit.inbox);
	g_free(visit.block);
	if (done)
		*test = made;
	else
		lr_short_test_clear(&made);
	return done;
}

void lr_short_test_clear(LrShortTest *test)
{
	g_clear_pointer(&test->report, lr_target_report_free);
}
