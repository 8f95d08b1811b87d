/* SPDX-License-Identifier: GPL-3.0-only */
/* Tells the service manager how the service is doing, by the protocol of sd_notify(3). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Sends "READY=1" and the like to the socket that NOTIFY_SOCKET names; true also when there is
 * none, since then nobody asks. */
bool lr_notify_send(const char *state, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* How often the manager wants to hear "WATCHDOG=1" at most; 0 when it does not. */
int64_t lr_notify_watchdog_ns(void);
