/* SPDX-License-Identifier: GPL-3.0-only */
/* The way to a target through one interface: its addresses, and whether each can be reached at
 * all. Sends no traffic. */
#pragma once

#include <gio/gio.h>

#include "cause.h"
#include "nic.h"
#include "target.h"

/* The address as text, with the interface as zone where it means nothing without. Owned by the
 * caller. */
char *lr_way_address_dup(const LrNic *nic, GInetAddress *address);

/* NULL when there is a way to this address of the target: it is another machine's, the interface
 * has a usable address of its family, and the routing tables lead there through the interface. Else
 * what is missing; owned by the caller. */
LrCause *lr_way_check(const LrNic *nic, const LrTarget *target, GInetAddress *address);

/* What is missing may come by itself: an address from the network, a route, a name server. */
bool lr_way_may_open(const LrCause *cause);
