/* SPDX-License-Identifier: GPL-3.0-only */
#include "stream.h"

#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "error.h"

#define CONGESTION_NAME_BYTES 16

/* So many blocks, then the control connection and the other streams get their turn. */
#define BLOCKS_PER_TURN 8

LrStream *lr_stream_new(int fd, uint64_t serial)
{
	LrStream *stream = g_new0(LrStream, 1);

	stream->fd = fd;
	stream->serial = serial;
	return stream;
}

/* What is still queued is of no use to anybody. Without this the kernel would keep megabytes for
 * a client that has vanished, for minutes. */
void lr_stream_free(LrStream *stream)
{
	struct linger at_once = { .l_onoff = 1, .l_linger = 0 };

	if (stream == NULL)
		return;
	setsockopt(stream->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	close(stream->fd);
	g_free(stream);
}

static void set_number(int fd, int level, int option, int value)
{
	/* A refusal leaves the kernel's choice in place, which stock servers accept as well. */
	(void)setsockopt(fd, level, option, &value, sizeof(value));
}

static void set_type_of_service(int fd, int tos)
{
	set_number(fd, IPPROTO_IP, IP_TOS, tos);
	set_number(fd, IPPROTO_IPV6, IPV6_TCLASS, tos);
}

bool lr_stream_prepare(LrStream *stream, const LrTerms *terms, bool sends, GError **error)
{
	int fd = stream->fd;

	stream->sends = sends;
	if (terms->congestion != NULL &&
	    setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, terms->congestion,
		       (socklen_t)strlen(terms->congestion)) < 0) {
		lr_error_set_errno(error, errno,
				   "it asks for congestion control '%s', which this kernel refuses",
				   terms->congestion);
		return false;
	}
	if (terms->window_bytes > 0) {
		set_number(fd, SOL_SOCKET, SO_RCVBUF, (int)terms->window_bytes);
		set_number(fd, SOL_SOCKET, SO_SNDBUF, (int)terms->window_bytes);
	}
	if (terms->nodelay)
		set_number(fd, IPPROTO_TCP, TCP_NODELAY, 1);
	if (terms->tos != 0)
		set_type_of_service(fd, terms->tos);
	if (sends && terms->rate_bytes_per_s > 0) {
		unsigned long rate = (unsigned long)MIN(terms->rate_bytes_per_s, ULONG_MAX);

		(void)setsockopt(fd, SOL_SOCKET, SO_MAX_PACING_RATE, &rate, sizeof(rate));
	}
	return true;
}

guint8 *lr_stream_block_make(size_t n_bytes)
{
	guint8 *block = g_malloc(n_bytes + sizeof(guint32));

	for (size_t i = 0; i < n_bytes; i += sizeof(guint32)) {
		guint32 word = g_random_int();

		memcpy(block + i, &word, sizeof(word));
	}
	return block;
}

/* MSG_TRUNC on TCP discards in the kernel what is received (tcp(7)): nobody looks at the bytes, so
 * they need not be copied. */
static ssize_t move_block(const LrStream *stream, const guint8 *block, size_t block_bytes)
{
	if (stream->sends)
		return send(stream->fd, block, block_bytes, MSG_DONTWAIT | MSG_NOSIGNAL);
	return recv(stream->fd, NULL, LR_MAX_BLOCK_BYTES, MSG_DONTWAIT | MSG_TRUNC);
}

bool lr_stream_move(LrStream *stream, const guint8 *block, size_t block_bytes)
{
	size_t full = stream->sends ? block_bytes : LR_MAX_BLOCK_BYTES;

	for (int i = 0; i < BLOCKS_PER_TURN; i++) {
		ssize_t moved = move_block(stream, block, block_bytes);

		if (moved < 0)
			return errno == EAGAIN || errno == EINTR;
		if (moved == 0)
			return false;
		stream->bytes += (uint64_t)moved;
		/* The queue is empty, or full: the kernel will tell when it is worth a call. */
		if ((size_t)moved < full)
			return true;
	}
	return true;
}

static int64_t total_retransmits(const LrStream *stream)
{
	struct tcp_info info = { 0 };
	socklen_t length = sizeof(info);

	if (getsockopt(stream->fd, IPPROTO_TCP, TCP_INFO, &info, &length) < 0)
		return 0;
	return info.tcpi_total_retrans;
}

void lr_stream_reset(LrStream *stream)
{
	stream->bytes = 0;
	stream->retransmits_before = total_retransmits(stream);
}

LrStreamTally lr_stream_tally(const LrStream *stream)
{
	return (LrStreamTally){
		.sent = stream->sends,
		.bytes = stream->bytes,
		.retransmits =
			stream->sends ? total_retransmits(stream) - stream->retransmits_before : -1,
	};
}

char *lr_stream_congestion_dup(const LrStream *stream)
{
	char name[CONGESTION_NAME_BYTES + 1] = "";
	socklen_t length = CONGESTION_NAME_BYTES;

	if (getsockopt(stream->fd, IPPROTO_TCP, TCP_CONGESTION, name, &length) < 0)
		return g_strdup("unknown");
	return g_strdup(name);
}
