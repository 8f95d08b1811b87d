/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "lobby.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "units.h"

/* A client says its cookie with its first packet, and its terms one round trip later. */
#define PATIENCE_NS (3 * LR_NS_PER_SECOND)

/* At a thousand connections a second, each still has a quarter of a second. */
#define MAX_GUESTS 256

#define ACCEPTS_PER_TURN 64

/* Terms of a stock client have some 300 bytes. The bound also bounds the depth of the JSON. */
#define MAX_TERMS_BYTES (16 * 1024)

static void guest_free(void *data)
{
	LrGuest *guest = data;

	if (guest->fd >= 0)
		close(guest->fd);
	lr_inbox_free(guest->inbox);
	g_free(guest->peer);
	g_free(guest);
}

LrLobby *lr_lobby_new(int epoll_fd)
{
	LrLobby *lobby = g_new0(LrLobby, 1);

	lobby->epoll_fd = epoll_fd;
	lobby->guests = g_ptr_array_new_with_free_func(guest_free);
	return lobby;
}

void lr_lobby_free(LrLobby *lobby)
{
	if (lobby == NULL)
		return;
	g_ptr_array_unref(lobby->guests);
	g_free(lobby);
}

/* An IPv4 client of a socket that also serves IPv6 appears as ::ffff:192.0.2.1. */
static char *peer_dup(const struct sockaddr_storage *address, socklen_t length)
{
	char host[NI_MAXHOST], port[NI_MAXSERV];
	const char *bare = host;

	if (getnameinfo((const struct sockaddr *)address, length, host, sizeof(host), port,
			sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
		return g_strdup("unknown");
	if (g_str_has_prefix(host, "::ffff:"))
		bare = host + strlen("::ffff:");
	return g_strdup_printf(strchr(bare, ':') != NULL ? "[%s]:%s" : "%s:%s", bare, port);
}

static void let_in(LrLobby *lobby, int fd, char *peer, int64_t now_ns)
{
	LrGuest *guest = g_new0(LrGuest, 1);
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

	guest->fd = fd;
	guest->serial = lobby->next_serial++;
	guest->since_ns = now_ns;
	guest->inbox = lr_inbox_new(LR_COOKIE_BYTES);
	guest->peer = peer;
	if (lobby->guests->len >= MAX_GUESTS)
		lr_lobby_drop(lobby, lobby->guests->pdata[0]);
	g_ptr_array_add(lobby->guests, guest);
	if (epoll_ctl(lobby->epoll_fd, EPOLL_CTL_ADD, fd, &event) < 0)
		lr_lobby_drop(lobby, guest);
}

bool lr_lobby_accept(LrLobby *lobby, int listen_fd, int64_t now_ns)
{
	for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
		struct sockaddr_storage address;
		socklen_t length = sizeof(address);
		int fd = accept4(listen_fd, (struct sockaddr *)&address, &length,
				 SOCK_NONBLOCK | SOCK_CLOEXEC);

		if (fd >= 0) {
			let_in(lobby, fd, peer_dup(&address, length), now_ns);
		} else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
			   errno == ENOMEM) {
			return false;
		} else if (errno == EAGAIN) {
			return true;
		}
		/* Anything else is an error of that one connection, see accept(2). */
	}
	return true;
}

LrGuest *lr_lobby_get(const LrLobby *lobby, int fd)
{
	for (guint i = 0; i < lobby->guests->len; i++) {
		LrGuest *guest = lobby->guests->pdata[i];

		if (guest->fd == fd)
			return guest;
	}
	return NULL;
}

static LrGuestEvent heard_all(LrGuest *guest)
{
	uint32_t length;

	switch (guest->stage) {
	case LR_GUEST_COOKIE:
		memcpy(guest->cookie, guest->inbox->bytes->data, LR_COOKIE_BYTES);
		return lr_cookie_is_valid(guest->cookie) ? LR_GUEST_HAS_COOKIE : LR_GUEST_LEFT;
	case LR_GUEST_LENGTH:
		length = lr_inbox_number(guest->inbox);
		if (length == 0 || length > MAX_TERMS_BYTES)
			return LR_GUEST_LEFT;
		guest->stage = LR_GUEST_TERMS;
		lr_inbox_expect(guest->inbox, length);
		return LR_GUEST_WAITS;
	case LR_GUEST_TERMS:
		break;
	}
	return LR_GUEST_HAS_TERMS;
}

LrGuestEvent lr_lobby_hear(LrGuest *guest)
{
	switch (lr_inbox_fill(guest->inbox, guest->fd)) {
	case LR_INBOX_WAITING:
		return LR_GUEST_WAITS;
	case LR_INBOX_FULL:
		return heard_all(guest);
	case LR_INBOX_CLOSED:
		break;
	}
	return LR_GUEST_LEFT;
}

void lr_lobby_ask(LrGuest *guest)
{
	uint8_t message = LR_MESSAGE_PARAM_EXCHANGE;
	int on = 1;

	/* Messages of one byte must not wait for one another. */
	(void)setsockopt(guest->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	guest->stage = LR_GUEST_LENGTH;
	lr_inbox_expect(guest->inbox, sizeof(uint32_t));
	/* One that does not get it will not answer, and leaves when its time is over. */
	(void)send(guest->fd, &message, sizeof(message), MSG_DONTWAIT | MSG_NOSIGNAL);
}

int lr_lobby_release(LrLobby *lobby, LrGuest *guest)
{
	int fd = guest->fd;

	guest->fd = -1;
	g_ptr_array_remove(lobby->guests, guest);
	return fd;
}

void lr_lobby_dismiss(LrLobby *lobby, LrGuest *guest, const uint8_t *last_words, size_t n_words)
{
	if (last_words != NULL)
		(void)send(guest->fd, last_words, n_words, MSG_DONTWAIT | MSG_NOSIGNAL);
	g_ptr_array_remove(lobby->guests, guest);
}

void lr_lobby_drop(LrLobby *lobby, LrGuest *guest)
{
	lobby->dropped++;
	lr_lobby_dismiss(lobby, guest, NULL, 0);
}

void lr_lobby_tick(LrLobby *lobby, int64_t now_ns)
{
	while (lobby->guests->len > 0) {
		LrGuest *oldest = lobby->guests->pdata[0];

		if (now_ns - oldest->since_ns < PATIENCE_NS)
			break;
		lr_lobby_drop(lobby, oldest);
	}
}

uint32_t lr_lobby_take_dropped(LrLobby *lobby)
{
	uint32_t dropped = lobby->dropped;

	lobby->dropped = 0;
	return dropped;
}
