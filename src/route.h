/* SPDX-License-Identifier: GPL-3.0-only */
/* Addresses and routes: whether and how a target is reached through one interface. Asks the kernel;
 * changes nothing. */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
	LR_ROUTE_ON_LINK,
	LR_ROUTE_GATEWAY,
	LR_ROUTE_NONE, /* no route through this interface */
	LR_ROUTE_LOCAL, /* the address belongs to this machine */
} LrRouteKind;

/* How the kernel would reach the address if only this interface were there. A link-local address is
 * on-link on every interface. *gateway (may be NULL; owned by the caller) is set for
 * LR_ROUTE_GATEWAY, else NULL. */
bool lr_route_lookup(uint32_t ifindex, GInetAddress *address, LrRouteKind *kind, char **gateway,
		     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Whether the interface has an address of the family that may be used: for IPv6 not tentative and
 * not a failed duplicate. with_link_local also counts link-local ones. */
bool lr_route_has_address(uint32_t ifindex, GSocketFamily family, bool with_link_local);
