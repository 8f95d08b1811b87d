/* SPDX-License-Identifier: GPL-3.0-only */
/* Exactly so many bytes from a non-blocking socket, over as many calls as it takes. Never reads
 * beyond them: what follows may belong to somebody else. */
#pragma once

#include <glib.h>
#include <stdint.h>

typedef enum {
	LR_INBOX_WAITING, /* more has to come */
	LR_INBOX_FULL, /* all is there */
	LR_INBOX_CLOSED, /* the peer is gone, errno tells how; 0: it closed */
} LrInboxState;

typedef struct {
	GByteArray *bytes;
	size_t wanted;
} LrInbox;

LrInbox *lr_inbox_new(size_t wanted);
void lr_inbox_free(LrInbox *inbox);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrInbox, lr_inbox_free)

/* Empties it and sets what to wait for next. */
void lr_inbox_expect(LrInbox *inbox, size_t wanted);

LrInboxState lr_inbox_fill(LrInbox *inbox, int fd);

/* The first four bytes as a number in network order; there must be as many. */
uint32_t lr_inbox_number(const LrInbox *inbox);
