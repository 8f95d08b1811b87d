/* SPDX-License-Identifier: GPL-3.0-only */
/* One small question to the network through one interface: may it be used, does an address answer,
 * and by which way does the answer come. Sends a TCP connection attempt and nothing else. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "aftermath.h"

/* Whether this process may bind sockets to the interface. False with an error that names the
 * capability which is missing. */
bool lr_probe_may_bind(const char *ifname, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Tries to connect to the port of the address (numeric, with zone when link-local) through the
 * interface. Answers elsewhere can be seen with CAP_NET_RAW only; without it they are
 * LR_ANSWER_NONE. *elsewhere is the name of that interface for LR_ANSWER_ELSEWHERE, owned by the
 * caller, else NULL. */
LrAnswer lr_probe_target(uint32_t ifindex, const char *address, uint16_t port, int64_t timeout_ns,
			 char **elsewhere);
