/* SPDX-License-Identifier: GPL-3.0-only */
#include "inbox.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

/* Memory follows what has come, not what was announced. */
#define CHUNK_BYTES 4096

LrInbox *lr_inbox_new(size_t wanted)
{
	LrInbox *inbox = g_new0(LrInbox, 1);

	inbox->bytes = g_byte_array_new();
	inbox->wanted = wanted;
	return inbox;
}

void lr_inbox_free(LrInbox *inbox)
{
	if (inbox == NULL)
		return;
	g_byte_array_unref(inbox->bytes);
	g_free(inbox);
}

void lr_inbox_expect(LrInbox *inbox, size_t wanted)
{
	g_byte_array_set_size(inbox->bytes, 0);
	inbox->wanted = wanted;
}

LrInboxState lr_inbox_fill(LrInbox *inbox, int fd)
{
	while (inbox->bytes->len < inbox->wanted) {
		guint8 chunk[CHUNK_BYTES];
		ssize_t got = recv(fd, chunk, MIN(sizeof(chunk), inbox->wanted - inbox->bytes->len),
				   MSG_DONTWAIT);

		if (got > 0) {
			g_byte_array_append(inbox->bytes, chunk, (guint)got);
		} else if (got == 0) {
			errno = 0;
			return LR_INBOX_CLOSED;
		} else if (errno == EAGAIN) {
			return LR_INBOX_WAITING;
		} else if (errno != EINTR) {
			return LR_INBOX_CLOSED;
		}
	}
	return LR_INBOX_FULL;
}

uint32_t lr_inbox_number(const LrInbox *inbox)
{
	uint32_t number;

	g_assert(inbox->bytes->len >= sizeof(number));
	memcpy(&number, inbox->bytes->data, sizeof(number));
	return GUINT32_FROM_BE(number);
}
