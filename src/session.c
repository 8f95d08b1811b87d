/* SPDX-License-Identifier: GPL-3.0-only */
#include "session.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "account.h"
#include "target-self.h"
#include "units.h"

/* The client ends the test; its clock and a full queue may make it late. */
#define OVERTIME_NS (20 * LR_NS_PER_SECOND)

/* Results of 256 streams have some 40 KiB. */
#define MAX_RESULTS_BYTES (4 * 1024 * 1024)

/* Enough for the results in one piece, whether or not the client reads at once. */
#define CONTROL_BUFFER_BYTES (256 * 1024)

static void say(LrSession *session, const void *bytes, size_t n_bytes)
{
	/* Who does not take so little is silent from here on, and goes for that. */
	(void)send(session->client.control_fd, bytes, n_bytes, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void say_message(LrSession *session, LrMessage message)
{
	uint8_t byte = (uint8_t)message;

	say(session, &byte, sizeof(byte));
}

LrSession *lr_session_new(LrClient *client, int epoll_fd, LrEventLog *log, int64_t now_ns,
			  int64_t max_duration_ns)
{
	LrSession *session = g_new0(LrSession, 1);
	int buffer_bytes = CONTROL_BUFFER_BYTES;

	session->epoll_fd = epoll_fd;
	session->log = log;
	session->client = *client;
	*client = (LrClient){ .control_fd = -1 };
	session->streams = g_ptr_array_new_with_free_func((GDestroyNotify)lr_stream_free);
	session->inbox = lr_inbox_new(sizeof(uint32_t));
	session->active_ns = now_ns;
	session->patience_ns = lr_terms_patience_ns(session->client.terms);
	session->deadline_ns = now_ns + max_duration_ns;
	(void)setsockopt(session->client.control_fd, SOL_SOCKET, SO_SNDBUF, &buffer_bytes,
			 sizeof(buffer_bytes));
	say_message(session, LR_MESSAGE_CREATE_STREAMS);
	return session;
}

void lr_session_free(LrSession *session)
{
	if (session == NULL)
		return;
	g_ptr_array_unref(session->streams);
	close(session->client.control_fd);
	g_free(session->client.peer);
	lr_terms_free(session->client.terms);
	lr_inbox_free(session->inbox);
	g_free(session->block);
	g_free(session);
}

bool lr_session_expects(const LrSession *session, const char cookie[LR_COOKIE_BYTES])
{
	return session->phase == LR_SESSION_CREATING &&
	       memcmp(session->client.cookie, cookie, LR_COOKIE_BYTES) == 0;
}

static void watch(LrSession *session, const LrStream *stream, uint32_t events)
{
	struct epoll_event event = { .events = events, .data.fd = stream->fd };

	(void)epoll_ctl(session->epoll_fd, EPOLL_CTL_MOD, stream->fd, &event);
}

static void unwatch(LrSession *session, const LrStream *stream)
{
	(void)epoll_ctl(session->epoll_fd, EPOLL_CTL_DEL, stream->fd, NULL);
}

/* A stock client of 3.12 may be within a read for a whole block, and gets to the control
 * connection only when the stream ends. */
static void finish_stream(LrSession *session, const LrStream *stream)
{
	unwatch(session, stream);
	if (stream->sends)
		(void)shutdown(stream->fd, SHUT_WR);
}

/* Counts from now on: at the start, and again when what was to be omitted is over. */
static void start_clock(LrSession *session, int64_t now_ns)
{
	lr_stopwatch_start(&session->stopwatch, now_ns);
	for (guint i = 0; i < session->streams->len; i++)
		lr_stream_reset(session->streams->pdata[i]);
}

static void stop_clock(LrSession *session, int64_t now_ns)
{
	lr_stopwatch_stop(&session->stopwatch, now_ns);
	for (guint i = 0; i < session->streams->len; i++)
		finish_stream(session, session->streams->pdata[i]);
}

static void log_start(LrSession *session, int64_t now_ns)
{
	const LrTerms *terms = session->client.terms;
	g_autofree char *duration =
		terms->duration_ns > 0 ? lr_duration_dup(terms->duration_ns) : g_strdup("open end");

	lr_event_log_write(session->log, now_ns, "client %s: %s, %u stream%s, %s",
			   session->client.peer, lr_direction_name(terms->direction),
			   terms->n_streams, terms->n_streams == 1 ? "" : "s", duration);
}

static int compare_serials(gconstpointer a, gconstpointer b)
{
	const LrStream *left = *(const LrStream *const *)a, *right = *(const LrStream *const *)b;

	return left->serial < right->serial ? -1 : left->serial > right->serial;
}

/* Which way a stream runs follows from the order in which the client connected them, and that is
 * the order in which they were accepted, whichever cookie came first. */
static bool prepare_streams(LrSession *session, GError **error)
{
	g_ptr_array_sort(session->streams, compare_serials);
	for (guint i = 0; i < session->streams->len; i++) {
		bool sends = lr_terms_target_sends(session->client.terms, i);

		if (!lr_stream_prepare(session->streams->pdata[i], session->client.terms, sends,
				       error))
			return false;
		if (sends && session->block == NULL)
			session->block = lr_stream_block_make(session->client.terms->block_bytes);
	}
	return true;
}

static void start(LrSession *session, int64_t now_ns)
{
	const LrTerms *terms = session->client.terms;
	g_autoptr(GError) error = NULL;

	if (!prepare_streams(session, &error)) {
		uint8_t refusal[LR_REFUSAL_BYTES];

		lr_refusal_pack(LR_REFUSAL_CONGESTION, refusal);
		say(session, refusal, sizeof(refusal));
		lr_event_log_write(session->log, now_ns, "client %s was refused: %s",
				   session->client.peer, error->message);
		session->phase = LR_SESSION_OVER;
		return;
	}
	log_start(session, now_ns);
	session->phase = LR_SESSION_RUNNING;
	if (terms->omit_ns > 0)
		session->omit_until_ns = now_ns + terms->omit_ns;
	if (terms->duration_ns > 0)
		session->deadline_ns =
			MIN(session->deadline_ns,
			    now_ns + terms->omit_ns + terms->duration_ns + OVERTIME_NS);
	start_clock(session, now_ns);
	say_message(session, LR_MESSAGE_TEST_START);
	say_message(session, LR_MESSAGE_TEST_RUNNING);
	for (guint i = 0; i < session->streams->len; i++) {
		const LrStream *stream = session->streams->pdata[i];

		watch(session, stream, stream->sends ? EPOLLOUT : EPOLLIN);
	}
}

void lr_session_add_stream(LrSession *session, int fd, uint64_t serial, int64_t now_ns)
{
	LrStream *stream = lr_stream_new(fd, serial);

	g_ptr_array_add(session->streams, stream);
	session->active_ns = now_ns;
	/* What comes too early waits in the kernel. */
	watch(session, stream, 0);
	if (session->streams->len == lr_terms_connections(session->client.terms))
		start(session, now_ns);
}

static void log_end(LrSession *session, int64_t now_ns, const char *how)
{
	g_autofree char *line = lr_account_line_dup(session->streams, &session->stopwatch, how);

	lr_event_log_write(session->log, now_ns, "client %s: %s", session->client.peer, line);
}

/* The session is over, and not as the client had planned. */
static void give_up(LrSession *session, int64_t now_ns, const char *why)
{
	g_autofree char *how = g_strdup_printf("ended, %s", why);

	if (session->phase == LR_SESSION_OVER)
		return;
	if (session->phase == LR_SESSION_RUNNING)
		stop_clock(session, now_ns);
	log_end(session, now_ns, how);
	session->phase = LR_SESSION_OVER;
}

void lr_session_end(LrSession *session, int64_t now_ns, const char *why)
{
	say_message(session, LR_MESSAGE_SERVER_TERMINATE);
	give_up(session, now_ns, why);
}

static void send_results(LrSession *session)
{
	g_auto(LrTargetSelf) self = { 0 };
	g_autoptr(GByteArray) packed = NULL;

	lr_target_self_read(session->client.control_fd, &self);
	packed = lr_account_pack(session->streams, &session->stopwatch, &self);
	say(session, packed->data, packed->len);
	say_message(session, LR_MESSAGE_DISPLAY_RESULTS);
}

/* By the end of the connection, or by the word for it. */
static void control_closed(LrSession *session, int64_t now_ns, int errno_value)
{
	if (session->phase == LR_SESSION_PARTING) {
		log_end(session, now_ns, "done");
		session->phase = LR_SESSION_OVER;
		return;
	}
	give_up(session, now_ns,
		errno_value == 0 ? "the client closed the connection" : g_strerror(errno_value));
}

static void hear_message(LrSession *session, int64_t now_ns)
{
	LrMessage message = (int8_t)session->inbox->bytes->data[0];

	switch (message) {
	case LR_MESSAGE_TEST_END:
		if (session->phase != LR_SESSION_RUNNING)
			break;
		stop_clock(session, now_ns);
		say_message(session, LR_MESSAGE_EXCHANGE_RESULTS);
		session->phase = LR_SESSION_RESULTS_LENGTH;
		return;
	case LR_MESSAGE_IPERF_DONE:
		control_closed(session, now_ns, 0);
		return;
	case LR_MESSAGE_CLIENT_TERMINATE:
		give_up(session, now_ns, "the client was stopped");
		return;
	default:
		break;
	}
	give_up(session, now_ns, "the client said something unexpected");
}

/* How much is to be read before something can be done. */
static size_t wanted_bytes(const LrSession *session)
{
	return session->phase == LR_SESSION_RESULTS_LENGTH ? sizeof(uint32_t) : 1;
}

static void hear_whole(LrSession *session, int64_t now_ns)
{
	if (session->phase != LR_SESSION_RESULTS_LENGTH) {
		hear_message(session, now_ns);
		return;
	}
	session->results_left_bytes = lr_inbox_number(session->inbox);
	if (session->results_left_bytes == 0 || session->results_left_bytes > MAX_RESULTS_BYTES)
		give_up(session, now_ns, "the client announced results of no sensible size");
	else
		session->phase = LR_SESSION_RESULTS;
}

static void skip_results(LrSession *session, int64_t now_ns)
{
	ssize_t got = recv(session->client.control_fd, NULL, session->results_left_bytes,
			   MSG_DONTWAIT | MSG_TRUNC);

	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
		control_closed(session, now_ns, got == 0 ? 0 : errno);
		return;
	}
	session->results_left_bytes -= (uint32_t)MAX(got, 0);
	if (session->results_left_bytes == 0) {
		send_results(session);
		session->phase = LR_SESSION_PARTING;
	}
}

static void handle_control(LrSession *session, int64_t now_ns)
{
	session->active_ns = now_ns;
	if (session->phase == LR_SESSION_RESULTS) {
		skip_results(session, now_ns);
		return;
	}
	session->inbox->wanted = wanted_bytes(session);
	switch (lr_inbox_fill(session->inbox, session->client.control_fd)) {
	case LR_INBOX_WAITING:
		return;
	case LR_INBOX_FULL:
		hear_whole(session, now_ns);
		lr_inbox_expect(session->inbox, 1);
		return;
	case LR_INBOX_CLOSED:
		control_closed(session, now_ns, errno);
		return;
	}
}

/* A stock client that receives so many bytes relies on the target to send no more. */
static bool has_sent_all(const LrSession *session)
{
	uint64_t limit_bytes = session->client.terms->send_limit_bytes;

	return limit_bytes > 0 && session->sent_bytes >= limit_bytes;
}

static void handle_stream(LrSession *session, LrStream *stream, uint32_t events, int64_t now_ns)
{
	uint64_t before = stream->bytes;

	if (session->phase == LR_SESSION_CREATING && (events & (EPOLLHUP | EPOLLERR)) != 0) {
		give_up(session, now_ns, "a data connection broke before the start");
		return;
	}
	if (session->phase != LR_SESSION_RUNNING)
		return;
	if (session->omit_until_ns != 0 && now_ns >= session->omit_until_ns) {
		session->omit_until_ns = 0;
		start_clock(session, now_ns);
		before = 0;
	}
	if (!lr_stream_move(stream, session->block, session->client.terms->block_bytes))
		unwatch(session, stream);
	if (stream->bytes == before)
		return;
	session->active_ns = now_ns;
	if (stream->sends)
		session->sent_bytes += stream->bytes - before;
	if (stream->sends && has_sent_all(session))
		watch(session, stream, 0);
}

void lr_session_handle(LrSession *session, int fd, uint32_t events, int64_t now_ns)
{
	if (fd == session->client.control_fd) {
		handle_control(session, now_ns);
		return;
	}
	for (guint i = 0; i < session->streams->len; i++) {
		LrStream *stream = session->streams->pdata[i];

		if (stream->fd == fd) {
			handle_stream(session, stream, events, now_ns);
			return;
		}
	}
}

void lr_session_tick(LrSession *session, int64_t now_ns)
{
	g_autofree char *why = NULL;

	if (now_ns >= session->deadline_ns) {
		lr_session_end(session, now_ns, "its time was over");
	} else if (now_ns - session->active_ns >= session->patience_ns) {
		why = g_strdup_printf("the client was silent for %.0f s",
				      lr_seconds_from_ns(now_ns - session->active_ns));
		lr_session_end(session, now_ns, why);
	}
}
