/* SPDX-License-Identifier: GPL-3.0-only */
/* The connections to a port that have not shown yet what they are. They cost a little memory and
 * nobody's time: each has a few seconds to say its cookie, and, if it wants a test, its terms.
 * When the room is full the one that has been here longest goes. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "inbox.h"
#include "iperf-protocol.h"

typedef enum {
	LR_GUEST_COOKIE, /* is to send its cookie */
	LR_GUEST_LENGTH, /* is to send the length of its terms */
	LR_GUEST_TERMS,
} LrGuestStage;

typedef enum {
	LR_GUEST_WAITS,
	LR_GUEST_HAS_COOKIE, /* and is nobody's stream or client yet */
	LR_GUEST_HAS_TERMS,
	LR_GUEST_LEFT, /* closed, or talks something else */
} LrGuestEvent;

typedef struct {
	int fd;
	uint64_t serial; /* the connections were accepted in this order */
	int64_t since_ns;
	LrGuestStage stage;
	LrInbox *inbox;
	char cookie[LR_COOKIE_BYTES];
	char *peer; /* "192.0.2.1:41000" */
} LrGuest;

typedef struct {
	int epoll_fd; /* borrowed */
	GPtrArray *guests; /* of LrGuest, the oldest first */
	uint64_t next_serial;
	uint32_t dropped; /* since lr_lobby_take_dropped() */
} LrLobby;

LrLobby *lr_lobby_new(int epoll_fd);
void lr_lobby_free(LrLobby *lobby);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrLobby, lr_lobby_free)

/* Takes what waits at the listening socket in, a bounded number. False with errno set when the
 * kernel cannot give any. */
bool lr_lobby_accept(LrLobby *lobby, int listen_fd, int64_t now_ns);

/* The guest with this socket; NULL when there is none. Borrowed. */
LrGuest *lr_lobby_get(const LrLobby *lobby, int fd);

/* Reads what the guest has sent. */
LrGuestEvent lr_lobby_hear(LrGuest *guest);

/* The guest is asked for its terms. */
void lr_lobby_ask(LrGuest *guest);

/* The guest leaves; its socket stays open and is still watched. */
int lr_lobby_release(LrLobby *lobby, LrGuest *guest);

/* The guest and its connection go. last_words may be NULL. */
void lr_lobby_dismiss(LrLobby *lobby, LrGuest *guest, const uint8_t *last_words, size_t n_words);

/* As above, for one that was no client of ours; counted. */
void lr_lobby_drop(LrLobby *lobby, LrGuest *guest);

/* Drops those that have had their time. */
void lr_lobby_tick(LrLobby *lobby, int64_t now_ns);

/* How many were dropped since the last call. */
uint32_t lr_lobby_take_dropped(LrLobby *lobby);
