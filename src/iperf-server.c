/* SPDX-License-Identifier: GPL-3.0-only */
#include "iperf-server.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "error.h"
#include "event-log.h"
#include "lobby.h"
#include "session.h"
#include "units.h"

#define TICK_NS		(500 * LR_NS_PER_MS)
#define EVENTS_PER_TURN 64
#define DROPPED_LINE_NS (10 * LR_NS_PER_SECOND)

/* A client that has been silent for so long yields the port to one that asks for it. */
#define YIELD_NS (3 * LR_NS_PER_SECOND)

typedef struct {
	const LrServerOptions *options;
	int epoll_fd;
	int signal_fd;
	LrEventLog *log;
	LrLobby *lobby;
	LrSession *session; /* NULL: free */
	int64_t now_ns;
	int64_t next_tick_ns, next_beat_ns, next_dropped_ns;
	bool accepting; /* false for a moment when the kernel has no more sockets to give */
	bool stopping;
} Server;

static int64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * LR_NS_PER_SECOND + now.tv_nsec;
}

static bool watch(Server *server, int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

	return epoll_ctl(server->epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0;
}

static void set_accepting(Server *server, bool accepting)
{
	if (server->accepting == accepting)
		return;
	if (accepting)
		server->accepting = watch(server, server->options->listen_fd);
	else if (epoll_ctl(server->epoll_fd, EPOLL_CTL_DEL, server->options->listen_fd, NULL) == 0)
		server->accepting = false;
}

static void clear_session(Server *server)
{
	g_clear_pointer(&server->session, lr_session_free);
}

static void settle_session(Server *server)
{
	if (server->session != NULL && server->session->phase == LR_SESSION_OVER)
		clear_session(server);
}

/* Whether the port is taken. A client that may have vanished does not keep another one out, but
 * stays until that one has shown its terms: a port that were free in between would go to whoever
 * is fastest, and who holds ports in silence is fast. */
static bool is_busy(const Server *server)
{
	return server->session != NULL && server->now_ns - server->session->active_ns < YIELD_NS;
}

static void yield(Server *server)
{
	if (server->session == NULL)
		return;
	lr_session_end(server->session, server->now_ns,
		       "the client was silent and another one asks for the port");
	clear_session(server);
}

static void deny(Server *server, LrGuest *guest)
{
	uint8_t message = (uint8_t)LR_MESSAGE_ACCESS_DENIED;

	lr_event_log_write(server->log, server->now_ns, "client %s was told that the port is busy",
			   guest->peer);
	lr_lobby_dismiss(server->lobby, guest, &message, sizeof(message));
}

static void meet(Server *server, LrGuest *guest)
{
	if (server->session != NULL && lr_session_expects(server->session, guest->cookie)) {
		uint64_t serial = guest->serial;
		int fd = lr_lobby_release(server->lobby, guest);

		lr_session_add_stream(server->session, fd, serial, server->now_ns);
		settle_session(server);
	} else if (is_busy(server)) {
		deny(server, guest);
	} else {
		lr_lobby_ask(guest);
	}
}

static void refuse(Server *server, LrGuest *guest, LrRefusal refusal, const char *why)
{
	uint8_t bytes[LR_REFUSAL_BYTES];

	lr_event_log_write(server->log, server->now_ns, "client %s was refused: %s", guest->peer,
			   why);
	lr_refusal_pack(refusal, bytes);
	lr_lobby_dismiss(server->lobby, guest, bytes, sizeof(bytes));
}

/* The first guest whose terms are complete gets the port; until then it was free for all. */
static void admit(Server *server, LrGuest *guest)
{
	const GByteArray *json = guest->inbox->bytes;
	g_autoptr(GError) error = NULL;
	LrRefusal refusal = LR_REFUSAL_MALFORMED;
	LrTerms *terms;
	LrClient client;

	if (is_busy(server)) {
		deny(server, guest);
		return;
	}
	terms = lr_terms_parse((const char *)json->data, json->len,
			       server->options->max_duration_ns, &refusal, &error);
	if (terms == NULL) {
		refuse(server, guest, refusal, error->message);
		return;
	}
	yield(server);
	client = (LrClient){ .peer = g_strdup(guest->peer), .terms = terms };
	memcpy(client.cookie, guest->cookie, sizeof(client.cookie));
	client.control_fd = lr_lobby_release(server->lobby, guest);
	server->session = lr_session_new(&client, server->epoll_fd, server->log, server->now_ns,
					 server->options->max_duration_ns);
}

static void handle_guest(Server *server, LrGuest *guest)
{
	switch (lr_lobby_hear(guest)) {
	case LR_GUEST_WAITS:
		return;
	case LR_GUEST_HAS_COOKIE:
		meet(server, guest);
		return;
	case LR_GUEST_HAS_TERMS:
		admit(server, guest);
		return;
	case LR_GUEST_LEFT:
		lr_lobby_drop(server->lobby, guest);
		return;
	}
}

/* An event may be for a socket that an earlier event of the same turn closed, or for a new one
 * that got its number: every handler takes "nothing to read" calmly. */
static void handle_event(Server *server, const struct epoll_event *event)
{
	int fd = event->data.fd;
	LrGuest *guest;

	if (fd == server->signal_fd) {
		server->stopping = true;
	} else if (fd == server->options->listen_fd) {
		if (!lr_lobby_accept(server->lobby, fd, server->now_ns))
			set_accepting(server, false);
	} else if ((guest = lr_lobby_get(server->lobby, fd)) != NULL) {
		handle_guest(server, guest);
	} else if (server->session != NULL) {
		lr_session_handle(server->session, fd, event->events, server->now_ns);
		settle_session(server);
	}
}

static void log_dropped(Server *server)
{
	uint32_t dropped;

	if (server->now_ns < server->next_dropped_ns)
		return;
	dropped = lr_lobby_take_dropped(server->lobby);
	server->next_dropped_ns = server->now_ns + DROPPED_LINE_NS;
	if (dropped > 0)
		lr_event_log_write(server->log, server->now_ns,
				   "dropped %u connection%s that did not speak iperf3", dropped,
				   dropped == 1 ? "" : "s");
}

static void tick(Server *server)
{
	server->next_tick_ns = server->now_ns + TICK_NS;
	set_accepting(server, true);
	lr_lobby_tick(server->lobby, server->now_ns);
	if (server->session != NULL)
		lr_session_tick(server->session, server->now_ns);
	settle_session(server);
	log_dropped(server);
	lr_event_log_settle(server->log, server->now_ns);
	if (server->now_ns >= server->next_beat_ns && server->options->beat_fd >= 0) {
		server->next_beat_ns = server->now_ns + LR_SERVER_BEAT_NS;
		/* A full pipe has been told enough; a closed one ends this process by other means.
		 */
		(void)!write(server->options->beat_fd, "", 1);
	}
}

static void serve(Server *server)
{
	while (!server->stopping) {
		struct epoll_event events[EVENTS_PER_TURN];
		int64_t left_ns = MAX(server->next_tick_ns - monotonic_ns(), 0);
		int n_events = epoll_wait(server->epoll_fd, events, EVENTS_PER_TURN,
					  (int)(left_ns / LR_NS_PER_MS) + 1);

		server->now_ns = monotonic_ns();
		for (int i = 0; i < n_events; i++)
			handle_event(server, &events[i]);
		if (server->now_ns >= server->next_tick_ns)
			tick(server);
	}
	if (server->session != NULL)
		lr_session_end(server->session, server->now_ns, "the target was stopped");
}

static bool open_server(Server *server, GError **error)
{
	sigset_t stop;

	sigemptyset(&stop);
	sigaddset(&stop, SIGTERM);
	sigprocmask(SIG_BLOCK, &stop, NULL);
	server->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	server->signal_fd = signalfd(-1, &stop, SFD_NONBLOCK | SFD_CLOEXEC);
	if (server->epoll_fd >= 0 && server->signal_fd >= 0 && watch(server, server->signal_fd) &&
	    watch(server, server->options->listen_fd))
		return true;
	lr_error_set_errno(error, errno, "cannot watch port %u", server->options->port);
	return false;
}

static void close_server(Server *server)
{
	clear_session(server);
	lr_lobby_free(server->lobby);
	lr_event_log_free(server->log);
	if (server->signal_fd >= 0)
		close(server->signal_fd);
	if (server->epoll_fd >= 0)
		close(server->epoll_fd);
}

bool lr_iperf_server_run(const LrServerOptions *options, GError **error)
{
	g_autofree char *prefix = g_strdup_printf("linerate serve: port %u", options->port);
	Server server = { .options = options, .accepting = true };
	bool opened = open_server(&server, error);

	server.log = lr_event_log_new(prefix);
	server.lobby = lr_lobby_new(server.epoll_fd);
	server.now_ns = monotonic_ns();
	if (opened)
		serve(&server);
	close_server(&server);
	return opened;
}
