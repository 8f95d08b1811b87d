/* SPDX-License-Identifier: GPL-3.0-only */
#include "netlink.h"

#include <errno.h>
#include <glib.h>
#include <sys/socket.h>
#include <sys/time.h>

/* Large enough for what the kernel puts into one datagram of a dump. */
#define BUFFER_BYTES (64 * 1024)

static int receive(struct mnl_socket *socket, unsigned int sequence, mnl_cb_t callback, void *data)
{
	g_autofree char *buffer = g_malloc(BUFFER_BYTES);
	unsigned int port = mnl_socket_get_portid(socket);
	int more = MNL_CB_OK;

	while (more > MNL_CB_STOP) {
		ssize_t length = mnl_socket_recvfrom(socket, buffer, BUFFER_BYTES);

		if (length < 0 && errno == EINTR)
			continue;
		if (length < 0)
			return errno == EAGAIN ? ETIMEDOUT : errno;
		more = mnl_cb_run(buffer, (size_t)length, sequence, port, callback, data);
	}
	return more < 0 ? errno : 0;
}

int lr_netlink_ask(int protocol, struct nlmsghdr *request, mnl_cb_t callback, void *data)
{
	static const struct timeval patience = { .tv_sec = 2 };
	struct mnl_socket *socket = mnl_socket_open2(protocol, SOCK_CLOEXEC);
	int error = 0;

	if (socket == NULL)
		return errno;
	request->nlmsg_seq = 1;
	/* An answer of one message has no mark behind it; the acknowledgement is one. */
	if ((request->nlmsg_flags & NLM_F_DUMP) != NLM_F_DUMP)
		request->nlmsg_flags |= NLM_F_ACK;
	if (setsockopt(mnl_socket_get_fd(socket), SOL_SOCKET, SO_RCVTIMEO, &patience,
		       sizeof(patience)) != 0 ||
	    mnl_socket_bind(socket, 0, MNL_SOCKET_AUTOPID) != 0 ||
	    mnl_socket_sendto(socket, request, request->nlmsg_len) < 0)
		error = errno;
	if (error == 0)
		error = receive(socket, request->nlmsg_seq, callback, data);
	mnl_socket_close(socket);
	return error;
}
