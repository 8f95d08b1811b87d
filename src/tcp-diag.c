/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "tcp-diag.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "netlink.h"
#include "run.h"

/* A control connection of iperf3 carries some hundred bytes; a data connection passes this with
 * its first block. */
#define DATA_MIN_BYTES 8192

/* Connection states in which data flows or drains (include/net/tcp_states.h): established,
 * fin-wait-1, fin-wait-2, close-wait, last-ack, closing. */
#define ESTABLISHED (1 << 1)
#define DATA_STATES (ESTABLISHED | (1 << 4) | (1 << 5) | (1 << 8) | (1 << 9) | (1 << 11))

struct search {
	uint32_t ifindex;
	uint16_t first_port, last_port;
	struct in6_addr address;
	size_t address_size;
	uint32_t states;
	GArray *flows;
	guint n_connections;
};

static LrFlow *find_or_add_flow(GArray *flows, uint16_t port)
{
	LrFlow flow = { .port = port, .cwnd_segments = UINT32_MAX, .mss_bytes = UINT32_MAX };
	guint i;

	for (i = 0; i < flows->len && g_array_index(flows, LrFlow, i).port <= port; i++) {
		if (g_array_index(flows, LrFlow, i).port == port)
			return &g_array_index(flows, LrFlow, i);
	}
	g_array_insert_val(flows, i, flow);
	return &g_array_index(flows, LrFlow, i);
}

static void add_connection(LrFlow *flow, const struct tcp_info *info,
			   size_t info_bytes G_GNUC_UNUSED)
{
	flow->acked_bytes += info->tcpi_bytes_acked;
	flow->received_bytes += info->tcpi_bytes_received;
	flow->retransmits += info->tcpi_total_retrans;
	flow->rtt_us = MAX(flow->rtt_us, info->tcpi_rtt);
	/* All ones: not measured yet. */
	if (info->tcpi_min_rtt != UINT32_MAX)
		flow->min_rtt_us = lr_shorter_rtt_us(flow->min_rtt_us, info->tcpi_min_rtt);
	flow->cwnd_segments = MIN(flow->cwnd_segments, info->tcpi_snd_cwnd);
	flow->mss_bytes = MIN(flow->mss_bytes, info->tcpi_snd_mss);
	flow->busy_us += (int64_t)info->tcpi_busy_time;
	flow->window_limited_us += (int64_t)info->tcpi_rwnd_limited;
	flow->buffer_limited_us += (int64_t)info->tcpi_sndbuf_limited;
#ifdef HAVE_STRUCT_TCP_INFO_TCPI_SND_WND
	flow->peer_window_bytes += info->tcpi_snd_wnd;
	flow->closed_windows += info_bytes > offsetof(struct tcp_info, tcpi_snd_wnd) &&
				info->tcpi_snd_wnd < info->tcpi_snd_mss;
#endif
	/* All ones: not limited. */
	if (info->tcpi_pacing_rate != UINT64_MAX)
		flow->pacing_mbps += info->tcpi_pacing_rate * 8 / 1000000;
}

static int read_socket(const struct nlmsghdr *message, void *data)
{
	const struct inet_diag_msg *socket = mnl_nlmsg_get_payload(message);
	struct search *search = data;
	uint16_t port = ntohs(socket->id.idiag_dport);
	const struct nlattr *attribute;

	/* Without an inode no process has it any more: what a killed worker left to be sent. */
	if (socket->idiag_inode == 0 || socket->id.idiag_if != search->ifindex ||
	    port < search->first_port || port > search->last_port ||
	    memcmp(socket->id.idiag_dst, &search->address, search->address_size) != 0)
		return MNL_CB_OK;
	search->n_connections++;
	mnl_attr_for_each(attribute, message, sizeof(*socket))
	{
		struct tcp_info info = { 0 };

		if (mnl_attr_get_type(attribute) != INET_DIAG_INFO)
			continue;
		/* Older kernels send a shorter structure; what they lack stays zero. */
		memcpy(&info, mnl_attr_get_payload(attribute),
		       MIN(sizeof(info), mnl_attr_get_payload_len(attribute)));
		if (info.tcpi_bytes_acked + info.tcpi_bytes_received + socket->idiag_wqueue >=
		    DATA_MIN_BYTES)
			add_connection(find_or_add_flow(search->flows, port), &info,
				       mnl_attr_get_payload_len(attribute));
	}
	return MNL_CB_OK;
}

static bool run_search(struct search *search, const char *address)
{
	char buffer[256] = { 0 };
	struct nlmsghdr *request = mnl_nlmsg_put_header(buffer);
	struct inet_diag_req_v2 *query;
	const char *zone = strchr(address, '%');
	g_autofree char *bare =
		zone != NULL ? g_strndup(address, (size_t)(zone - address)) : g_strdup(address);
	int family = strchr(bare, ':') != NULL ? AF_INET6 : AF_INET;

	search->address_size =
		family == AF_INET6 ? sizeof(struct in6_addr) : sizeof(struct in_addr);
	if (inet_pton(family, bare, &search->address) != 1)
		return false;
	request->nlmsg_type = SOCK_DIAG_BY_FAMILY;
	request->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	query = mnl_nlmsg_put_extra_header(request, sizeof(*query));
	query->sdiag_family = (unsigned char)family;
	query->sdiag_protocol = IPPROTO_TCP;
	query->idiag_ext = 1 << (INET_DIAG_INFO - 1);
	query->idiag_states = search->states;
	return lr_netlink_ask(NETLINK_SOCK_DIAG, request, read_socket, search) == 0;
}

GArray *lr_tcp_diag_flows(uint32_t ifindex, const char *address, uint16_t first_port,
			  uint16_t last_port)
{
	g_autoptr(GArray) flows = g_array_new(FALSE, TRUE, sizeof(LrFlow));
	struct search search = { .ifindex = ifindex,
				 .first_port = first_port,
				 .last_port = last_port,
				 .states = DATA_STATES,
				 .flows = flows };

	return run_search(&search, address) ? g_steal_pointer(&flows) : NULL;
}

guint lr_tcp_diag_count(uint32_t ifindex, const char *address, uint16_t port)
{
	g_autoptr(GArray) flows = g_array_new(FALSE, TRUE, sizeof(LrFlow));
	struct search search = { .ifindex = ifindex,
				 .first_port = port,
				 .last_port = port,
				 .states = ESTABLISHED,
				 .flows = flows };

	return run_search(&search, address) ? search.n_connections : 0;
}

const char *lr_tcp_congestion_usable(const char *wanted)
{
	const char *name = wanted != NULL ? wanted : "cubic";
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int refused;

	if (fd < 0)
		return NULL;
	/* Only trying tells: the kernel may lack it, or keep it from this user. */
	refused = setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, (socklen_t)strlen(name));
	close(fd);
	return refused == 0 ? name : NULL;
}
