/* SPDX-License-Identifier: GPL-3.0-only */
/* One data connection of a target, receiving or sending as fast as the kernel lets it. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "iperf-protocol.h"

typedef struct {
	int fd;
	uint64_t serial; /* the connections were accepted in this order */
	bool sends;
	uint64_t bytes; /* since the start, or since lr_stream_reset() */
	int64_t retransmits_before; /* that many belong to what was reset */
} LrStream;

/* Owns the socket. */
LrStream *lr_stream_new(int fd, uint64_t serial);
void lr_stream_free(LrStream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrStream, lr_stream_free)

/* Sets the socket up as the client asked. Only a congestion control that this kernel does not have
 * is an error: with another one the test would tell something else. */
bool lr_stream_prepare(LrStream *stream, const LrTerms *terms, bool sends,
		       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Something to send: bytes that no device on the way can compress. Owned by the caller. */
guint8 *lr_stream_block_make(size_t n_bytes);

/* Moves what can be moved at once, a bounded amount. block is what to send. False when the
 * connection is over. */
bool lr_stream_move(LrStream *stream, const guint8 *block, size_t block_bytes);

/* Forgets what has been moved so far. */
void lr_stream_reset(LrStream *stream);

LrStreamTally lr_stream_tally(const LrStream *stream);

/* The congestion control in force. Owned by the caller. */
char *lr_stream_congestion_dup(const LrStream *stream);
