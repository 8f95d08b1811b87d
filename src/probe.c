/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "probe.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "error.h"
#include "units.h"

/* Whom the probe asks. */
typedef struct {
	uint32_t ifindex;
	struct sockaddr_storage address;
	socklen_t length;
	bool ipv6;
} Peer;

static bool bind_to_device(int fd, const char *ifname)
{
	return setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, ifname, (socklen_t)strlen(ifname)) == 0;
}

bool lr_probe_may_bind(const char *ifname, GError **error)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool bound = fd >= 0 && bind_to_device(fd, ifname);
	int errno_value = errno;

	if (fd >= 0)
		close(fd);
	if (bound)
		return true;
	/* Free for everybody since Linux 5.7. */
	if (errno_value == EPERM)
		g_set_error(
			error, LR_ERROR, LR_ERROR_INVALID,
			"this kernel lets only processes with CAP_NET_RAW bind their traffic to %s",
			ifname);
	else
		lr_error_set_errno(error, errno_value, "cannot bind traffic to %s", ifname);
	return false;
}

static bool peer_init(Peer *peer, uint32_t ifindex, const char *address, uint16_t port)
{
	struct sockaddr_in *in = (struct sockaddr_in *)&peer->address;
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&peer->address;
	g_autofree char *bare = g_strndup(address, strcspn(address, "%"));

	memset(peer, 0, sizeof(*peer));
	peer->ifindex = ifindex;
	peer->ipv6 = strchr(bare, ':') != NULL;
	if (peer->ipv6) {
		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons(port);
		in6->sin6_scope_id = peer->ifindex;
		peer->length = sizeof(*in6);
		return inet_pton(AF_INET6, bare, &in6->sin6_addr) == 1;
	}
	in->sin_family = AF_INET;
	in->sin_port = htons(port);
	peer->length = sizeof(*in);
	return inet_pton(AF_INET, bare, &in->sin_addr) == 1;
}

/* Lets only packets from the peer through, as seen from the network header: 1 word at offset 12 of
 * IPv4 (RFC 791), 4 words at offset 8 of IPv6 (RFC 8200). */
static bool filter_source(int fd, const Peer *peer)
{
	const struct sockaddr_in *in = (const struct sockaddr_in *)&peer->address;
	const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)&peer->address;
	const uint8_t *bytes = peer->ipv6 ? in6->sin6_addr.s6_addr : (const uint8_t *)&in->sin_addr;
	uint32_t offset = peer->ipv6 ? 8 : 12;
	uint8_t n_words = peer->ipv6 ? 4 : 1;
	struct sock_filter code[10];
	struct sock_fprog program = { .filter = code };

	for (uint8_t i = 0; i < n_words; i++) {
		uint32_t word;

		memcpy(&word, bytes + 4 * i, 4);
		code[2 * i] =
			(struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset + 4 * i);
		code[2 * i + 1] =
			(struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ntohl(word), 0,
						     (uint8_t)(2 * (n_words - i) - 1));
	}
	code[2 * n_words] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, 64);
	code[2 * n_words + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, 0);
	program.len = (unsigned short)(2 * n_words + 2);
	return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program)) == 0;
}

/* Sees what comes in from the peer on any interface; -1 without the privilege. */
static int open_watch(const Peer *peer)
{
	struct sockaddr_ll any = { .sll_family = AF_PACKET,
				   .sll_protocol = htons(peer->ipv6 ? ETH_P_IPV6 : ETH_P_IP) };
	/* Protocol 0 receives nothing, so no packet gets in before the filter. */
	int fd = socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd >= 0 &&
	    (!filter_source(fd, peer) || bind(fd, (struct sockaddr *)&any, sizeof(any)) != 0)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* The index of another interface through which the peer's packets come in; 0 for none. */
static uint32_t read_elsewhere(int watch_fd, const Peer *peer)
{
	struct sockaddr_ll from;
	socklen_t length = sizeof(from);
	char packet[64];

	while (recvfrom(watch_fd, packet, sizeof(packet), 0, (struct sockaddr *)&from, &length) >=
	       0) {
		if (from.sll_pkttype == PACKET_HOST && (uint32_t)from.sll_ifindex != peer->ifindex)
			return (uint32_t)from.sll_ifindex;
		length = sizeof(from);
	}
	return 0;
}

/* A bridge or bond on top of the interface shows its packets once more: what the interface itself
 * sees is no answer elsewhere, so the connection decides first. */
static LrAnswer await_answer(int fd, int watch_fd, const Peer *peer, int64_t timeout_ns,
			     uint32_t *elsewhere)
{
	int64_t deadline_us = g_get_monotonic_time() + timeout_ns / 1000;
	GPollFD fds[] = { { fd, G_IO_OUT, 0 }, { watch_fd, G_IO_IN, 0 } };

	for (;;) {
		int64_t left_us = deadline_us - g_get_monotonic_time();
		int refused = 0;
		socklen_t length = sizeof(refused);

		if (left_us <= 0 || g_poll(fds, 2, (int)(left_us / 1000) + 1) == 0)
			return *elsewhere != 0 ? LR_ANSWER_ELSEWHERE : LR_ANSWER_NONE;
		if (fds[0].revents != 0) {
			getsockopt(fd, SOL_SOCKET, SO_ERROR, &refused, &length);
			return refused == 0 || refused == ECONNREFUSED || refused == ECONNRESET
				       ? LR_ANSWER_HERE
				       : LR_ANSWER_NONE;
		}
		if (fds[1].revents != 0 && *elsewhere == 0)
			*elsewhere = read_elsewhere(watch_fd, peer);
		/* It has told what it can. */
		if (*elsewhere != 0)
			fds[1].fd = -1;
	}
}

LrAnswer lr_probe_target(uint32_t ifindex, const char *address, uint16_t port, int64_t timeout_ns,
			 char **elsewhere)
{
	Peer peer;
	uint32_t elsewhere_index = 0;
	char name[IF_NAMESIZE], other[IF_NAMESIZE];
	int fd, watch_fd;
	LrAnswer answer = LR_ANSWER_NONE;

	*elsewhere = NULL;
	if (if_indextoname(ifindex, name) == NULL || !peer_init(&peer, ifindex, address, port))
		return answer;
	fd = socket(peer.ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	watch_fd = open_watch(&peer);
	if (fd >= 0 && bind_to_device(fd, name) &&
	    (connect(fd, (struct sockaddr *)&peer.address, peer.length) == 0 ||
	     errno == EINPROGRESS))
		answer = await_answer(fd, watch_fd, &peer, timeout_ns, &elsewhere_index);
	if (fd >= 0)
		close(fd);
	if (watch_fd >= 0)
		close(watch_fd);
	if (answer == LR_ANSWER_ELSEWHERE)
		*elsewhere = g_strdup(if_indextoname(elsewhere_index, other) != NULL ? other : "?");
	return answer;
}
