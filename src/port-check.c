/* SPDX-License-Identifier: GPL-3.0-only */
#include "port-check.h"

#include <errno.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "dial.h"
#include "iperf-protocol.h"

#define TIMESTAMP_BYTES 12

/* How often the kernel is asked what is acknowledged: no event tells. */
#define ACK_POLL_MS 10

typedef enum { STAGE_CONNECT, STAGE_ANSWER, STAGE_ACK, STAGE_DONE } Stage;

typedef struct {
	int fd;
	Stage stage;
	LrPortCheck *check;
} Visit;

typedef struct {
	GArray *visits; /* of Visit */
	bool frames_sent; /* to one of them */
	int64_t began_us;
} Round;

static void leave(Visit *visit)
{
	if (visit->fd >= 0)
		close(visit->fd);
	visit->fd = -1;
	visit->stage = STAGE_DONE;
}

static void begin(Visit *visit, const char *address, const char *ifname)
{
	visit->fd = lr_dial_begin(address, visit->check->port, ifname);
	visit->stage = visit->fd >= 0 ? STAGE_CONNECT : STAGE_DONE;
	if (visit->fd < 0)
		visit->check->error = errno;
}

static void say_cookie(Round *round, Visit *visit)
{
	static const char cookie[LR_COOKIE_BYTES] = "lineratechecktargetabcdefghijklmnopq";
	LrPortCheck *check = visit->check;
	int refused = 0;
	socklen_t length = sizeof(refused);

	getsockopt(visit->fd, SOL_SOCKET, SO_ERROR, &refused, &length);
	check->error = refused;
	if (refused == 0 || refused == ECONNREFUSED)
		check->connect_ns = (g_get_monotonic_time() - round->began_us) * 1000;
	check->state = refused == 0		 ? LR_PORT_OTHER
		       : refused == ECONNREFUSED ? LR_PORT_REFUSED
						 : LR_PORT_SILENT;
	if (refused == 0 && send(visit->fd, cookie, sizeof(cookie), MSG_NOSIGNAL) == sizeof(cookie))
		visit->stage = STAGE_ANSWER;
	else
		leave(visit);
}

/* Two full segments behind the length of terms that never come, in one piece, so that the first
 * frame is as large as frames get. */
static void send_frames(Round *round, Visit *visit)
{
	struct tcp_info info = { 0 };
	socklen_t length = sizeof(info);
	g_autofree char *frames = NULL;
	size_t n_bytes;

	if (getsockopt(visit->fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0 ||
	    info.tcpi_snd_mss == 0) {
		leave(visit);
		return;
	}
	round->frames_sent = true;
	visit->check->mss_bytes = info.tcpi_snd_mss;
	visit->check->option_bytes =
		(info.tcpi_options & TCPI_OPT_TIMESTAMPS) != 0 ? TIMESTAMP_BYTES : 0;
	visit->check->own_mss_bytes = info.tcpi_advmss - visit->check->option_bytes;
	visit->check->full_frames = LR_NO;
	n_bytes = 2 * info.tcpi_snd_mss;
	frames = g_malloc(n_bytes);
	memset(frames, ' ', n_bytes);
	frames[0] = frames[1] = 0;
	frames[2] = 0x1f; /* 8 KiB, the most that newer servers take */
	frames[3] = 0;
	if (send(visit->fd, frames, n_bytes, MSG_NOSIGNAL) > 0)
		visit->stage = STAGE_ACK;
	else
		leave(visit);
}

static void hear_answer(Round *round, Visit *visit)
{
	int8_t message = 0;
	ssize_t got = recv(visit->fd, &message, 1, 0);

	if (got < 0 && errno == EAGAIN)
		return;
	if (got == 1 && message == LR_MESSAGE_PARAM_EXCHANGE)
		visit->check->state = LR_PORT_FREE;
	if (got == 1 && message == LR_MESSAGE_ACCESS_DENIED)
		visit->check->state = LR_PORT_BUSY;
	if (visit->check->state == LR_PORT_FREE && !round->frames_sent)
		send_frames(round, visit);
	else
		leave(visit);
}

/* An end of the connection is an answer to the first frame, too. */
static void look_at_queue(Visit *visit)
{
	int queued = 0, refused = 0;
	socklen_t length = sizeof(refused);
	bool ended =
		getsockopt(visit->fd, SOL_SOCKET, SO_ERROR, &refused, &length) == 0 && refused != 0;

	if (!ended && (ioctl(visit->fd, SIOCOUTQ, &queued) != 0 || queued > 0))
		return;
	visit->check->full_frames = LR_YES;
	leave(visit);
}

static void advance(Round *round, Visit *visit, gushort revents)
{
	if (visit->stage == STAGE_ACK)
		look_at_queue(visit);
	else if (revents != 0 && visit->stage == STAGE_CONNECT)
		say_cookie(round, visit);
	else if (revents != 0 && visit->stage == STAGE_ANSWER)
		hear_answer(round, visit);
}

/* False when there is nothing more to wait for. */
static bool wait_once(Round *round, GPollFD *fds, int64_t deadline_us)
{
	int64_t left_us = deadline_us - g_get_monotonic_time();
	bool open = false, acks = false;

	for (guint i = 0; i < round->visits->len; i++) {
		const Visit *visit = &g_array_index(round->visits, Visit, i);

		/* A connection that is watched for acknowledgements would be ready all the time. */
		fds[i].fd = visit->stage == STAGE_ACK ? -1 : visit->fd;
		fds[i].events = visit->stage == STAGE_CONNECT ? G_IO_OUT : G_IO_IN;
		fds[i].revents = 0;
		open = open || visit->stage != STAGE_DONE;
		acks = acks || visit->stage == STAGE_ACK;
	}
	if (!open || left_us <= 0)
		return false;
	g_poll(fds, round->visits->len, acks ? ACK_POLL_MS : (int)((left_us + 999) / 1000));
	return true;
}

static void visit_all(Round *round, int64_t timeout_ns)
{
	g_autofree GPollFD *fds = g_new0(GPollFD, round->visits->len);
	int64_t deadline_us = round->began_us + timeout_ns / 1000;

	while (wait_once(round, fds, deadline_us)) {
		for (guint i = 0; i < round->visits->len; i++)
			advance(round, &g_array_index(round->visits, Visit, i), fds[i].revents);
	}
	for (guint i = 0; i < round->visits->len; i++)
		leave(&g_array_index(round->visits, Visit, i));
}

GArray *lr_port_check_run(const char *address, const char *ifname, uint16_t first_port,
			  uint32_t n_ports, int64_t timeout_ns)
{
	GArray *checks = g_array_new(FALSE, TRUE, sizeof(LrPortCheck));
	g_autoptr(GArray) visits = g_array_new(FALSE, TRUE, sizeof(Visit));
	Round round = { .visits = visits, .began_us = g_get_monotonic_time() };

	g_array_set_size(checks, MIN(n_ports, 65536u - first_port));
	for (guint i = 0; i < checks->len; i++) {
		Visit visit = { .check = &g_array_index(checks, LrPortCheck, i) };

		visit.check->port = (uint16_t)(first_port + i);
		visit.check->full_frames = LR_UNKNOWN;
		begin(&visit, address, ifname);
		g_array_append_val(visits, visit);
	}
	visit_all(&round, timeout_ns);
	return checks;
}
