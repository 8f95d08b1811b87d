/* SPDX-License-Identifier: GPL-3.0-only */
#include "way.h"

#include <stdlib.h>

#include "resolver.h"
#include "route.h"

static bool is_ipv6(GInetAddress *address)
{
	return g_inet_address_get_family(address) == G_SOCKET_FAMILY_IPV6;
}

char *lr_way_address_dup(const LrNic *nic, GInetAddress *address)
{
	g_autofree char *text = g_inet_address_to_string(address);

	if (is_ipv6(address) && g_inet_address_get_is_link_local(address))
		return g_strconcat(text, "%", nic->ifname, NULL);
	return g_steal_pointer(&text);
}

/* A zone is the name of an interface or its index. */
static bool is_zone_of(const char *zone, const LrNic *nic)
{
	g_autofree char *index = g_strdup_printf("%u", nic->ifindex);

	return g_str_equal(zone, nic->ifname) || g_str_equal(zone, index);
}

LrCause *lr_way_check(const LrNic *nic, const LrTarget *target, GInetAddress *address)
{
	const char *zone = lr_resolver_zone(target->host);
	g_autofree char *text = g_inet_address_to_string(address);
	g_autoptr(GError) error = NULL;
	LrRouteKind kind;

	if (zone != NULL && !is_zone_of(zone, nic))
		return lr_cause_new(LR_CAUSE_NO_ROUTE, "%s is on the link of %s, not of %s", text,
				    zone, nic->ifname);
	if (!lr_route_lookup(nic->ifindex, address, &kind, NULL, &error))
		return lr_cause_new(LR_CAUSE_NO_ROUTE, "%s", error->message);
	if (kind == LR_ROUTE_LOCAL)
		return lr_cause_new(LR_CAUSE_LOCAL_TARGET, "%s is an address of this very machine",
				    text);
	/* Without an address there is no route either: the address is what to look after. */
	if (!lr_route_has_address(nic->ifindex, g_inet_address_get_family(address),
				  g_inet_address_get_is_link_local(address)))
		return lr_cause_new(LR_CAUSE_NO_ADDRESS, "%s has no usable %s address for %s",
				    nic->ifname, is_ipv6(address) ? "IPv6" : "IPv4", text);
	if (kind == LR_ROUTE_NONE)
		return lr_cause_new(LR_CAUSE_NO_ROUTE, "there is no route to %s through %s", text,
				    nic->ifname);
	return NULL;
}

bool lr_way_may_open(const LrCause *cause)
{
	return cause->id == LR_CAUSE_NO_ADDRESS || cause->id == LR_CAUSE_NO_ROUTE;
}
