/* SPDX-License-Identifier: GPL-3.0-only */
/* One test of one client, from its terms to its goodbye. Knows nothing of other clients. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "event-log.h"
#include "inbox.h"
#include "iperf-protocol.h"
#include "stopwatch.h"
#include "stream.h"

typedef enum {
	LR_SESSION_CREATING, /* data connections are to come */
	LR_SESSION_RUNNING,
	LR_SESSION_RESULTS_LENGTH, /* the client is to send the length of its results */
	LR_SESSION_RESULTS, /* and these, which are of no interest */
	LR_SESSION_PARTING, /* the client is to say goodbye */
	LR_SESSION_OVER,
} LrSessionPhase;

typedef struct {
	int control_fd;
	char cookie[LR_COOKIE_BYTES];
	char *peer;
	LrTerms *terms;
} LrClient;

typedef struct {
	int epoll_fd; /* borrowed */
	LrEventLog *log; /* borrowed */
	LrClient client;
	LrSessionPhase phase;
	GPtrArray *streams; /* of LrStream */
	guint8 *block; /* what is sent; NULL when nothing is */
	LrInbox *inbox;
	uint64_t sent_bytes; /* on all streams, the omitted start included */
	uint32_t results_left_bytes;
	LrStopwatch stopwatch; /* of what is measured */
	int64_t omit_until_ns; /* 0: nothing is omitted, or no longer */
	int64_t active_ns; /* when the client was heard or took something last */
	int64_t patience_ns; /* so long it may be silent */
	int64_t deadline_ns; /* then the session ends in any case */
} LrSession;

/* Takes over what client holds, whose socket is watched already. Asks for the data connections. */
LrSession *lr_session_new(LrClient *client, int epoll_fd, LrEventLog *log, int64_t now_ns,
			  int64_t max_duration_ns);
void lr_session_free(LrSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrSession, lr_session_free)

/* Whether a connection with this cookie is one of its data connections. */
bool lr_session_expects(const LrSession *session, const char cookie[LR_COOKIE_BYTES]);

/* Takes over the socket, which is watched already. The test starts with the last one. */
void lr_session_add_stream(LrSession *session, int fd, uint64_t serial, int64_t now_ns);

/* epoll has events for one of the session's sockets; others are ignored. */
void lr_session_handle(LrSession *session, int fd, uint32_t events, int64_t now_ns);

/* Ends the session when its time is over. */
void lr_session_tick(LrSession *session, int64_t now_ns);

/* Ends it now and logs why, a phrase. The client is told that the target has ended. */
void lr_session_end(LrSession *session, int64_t now_ns, const char *why);
