/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "route.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "error.h"
#include "netlink.h"

static int kernel_family(GSocketFamily family)
{
	return family == G_SOCKET_FAMILY_IPV6 ? AF_INET6 : AF_INET;
}

struct answer {
	int type; /* RTN_UNICAST, ... */
	char *gateway;
	int family;
};

static int read_route(const struct nlmsghdr *message, void *data)
{
	const struct rtmsg *route = mnl_nlmsg_get_payload(message);
	struct answer *answer = data;
	const struct nlattr *attribute;
	char text[INET6_ADDRSTRLEN];

	answer->type = route->rtm_type;
	mnl_attr_for_each(attribute, message, sizeof(*route))
	{
		/* RTA_VIA is an IPv6 gateway of an IPv4 route (RFC 5549). */
		if (mnl_attr_get_type(attribute) == RTA_GATEWAY &&
		    inet_ntop(answer->family, mnl_attr_get_payload(attribute), text, sizeof(text)))
			answer->gateway = g_strdup(text);
		if (mnl_attr_get_type(attribute) == RTA_VIA && answer->gateway == NULL)
			answer->gateway = g_strdup("an IPv6 gateway");
	}
	return MNL_CB_OK;
}

/* Asks for the route to an address; ifindex 0 for any interface. The kernel's errno, or 0. */
static int ask_route(uint32_t ifindex, GInetAddress *address, struct answer *answer)
{
	char buffer[256] = { 0 };
	struct nlmsghdr *request = mnl_nlmsg_put_header(buffer);
	struct rtmsg *route;
	size_t size = g_inet_address_get_native_size(address);

	answer->family = kernel_family(g_inet_address_get_family(address));
	request->nlmsg_type = RTM_GETROUTE;
	request->nlmsg_flags = NLM_F_REQUEST;
	route = mnl_nlmsg_put_extra_header(request, sizeof(*route));
	route->rtm_family = (unsigned char)answer->family;
	route->rtm_dst_len = (unsigned char)(size * 8);
	/* Without this flag the kernel takes every IPv4 address for on-link as soon as an interface
	 * is named (ip_route_output_key: "apparently, routing tables are wrong"). */
	if (ifindex != 0)
		route->rtm_flags = RTM_F_FIB_MATCH;
	mnl_attr_put(request, RTA_DST, size, g_inet_address_to_bytes(address));
	if (ifindex != 0)
		mnl_attr_put_u32(request, RTA_OIF, ifindex);
	return lr_netlink_ask(NETLINK_ROUTE, request, read_route, answer);
}

static bool is_local(GInetAddress *address)
{
	struct answer answer = { 0 };
	bool local = ask_route(0, address, &answer) == 0 && answer.type == RTN_LOCAL;

	g_free(answer.gateway);
	return local || g_inet_address_get_is_loopback(address);
}

static bool means_no_route(int error)
{
	return error == ENETUNREACH || error == EHOSTUNREACH || error == EACCES ||
	       error == EINVAL || error == ESRCH;
}

bool lr_route_lookup(uint32_t ifindex, GInetAddress *address, LrRouteKind *kind, char **gateway,
		     GError **error)
{
	struct answer answer = { 0 };
	g_autofree char *text = g_inet_address_to_string(address);
	g_autofree char *found_gateway = NULL;
	int refused;

	if (gateway != NULL)
		*gateway = NULL;
	if (is_local(address)) {
		*kind = LR_ROUTE_LOCAL;
		return true;
	}
	refused = ask_route(ifindex, address, &answer);
	found_gateway = answer.gateway;
	if (refused != 0 && !means_no_route(refused)) {
		lr_error_set_errno(error, refused, "cannot look up the route to %s", text);
		return false;
	}
	if (refused != 0 || answer.type != RTN_UNICAST)
		*kind = LR_ROUTE_NONE;
	else
		*kind = found_gateway != NULL ? LR_ROUTE_GATEWAY : LR_ROUTE_ON_LINK;
	if (gateway != NULL && *kind == LR_ROUTE_GATEWAY)
		*gateway = g_steal_pointer(&found_gateway);
	return true;
}

struct address_search {
	uint32_t ifindex;
	bool with_link_local;
	bool found;
};

static int read_address(const struct nlmsghdr *message, void *data)
{
	const struct ifaddrmsg *address = mnl_nlmsg_get_payload(message);
	struct address_search *search = data;
	bool usable = (address->ifa_flags & (IFA_F_TENTATIVE | IFA_F_DADFAILED)) == 0;
	bool in_scope = address->ifa_scope < RT_SCOPE_LINK ||
			(address->ifa_scope == RT_SCOPE_LINK && search->with_link_local);

	if (address->ifa_index == search->ifindex && usable && in_scope)
		search->found = true;
	return MNL_CB_OK;
}

bool lr_route_has_address(uint32_t ifindex, GSocketFamily family, bool with_link_local)
{
	char buffer[256] = { 0 };
	struct nlmsghdr *request = mnl_nlmsg_put_header(buffer);
	struct ifaddrmsg *address;
	struct address_search search = { .ifindex = ifindex, .with_link_local = with_link_local };

	request->nlmsg_type = RTM_GETADDR;
	request->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	address = mnl_nlmsg_put_extra_header(request, sizeof(*address));
	address->ifa_family = (unsigned char)kernel_family(family);
	return lr_netlink_ask(NETLINK_ROUTE, request, read_address, &search) == 0 && search.found;
}
