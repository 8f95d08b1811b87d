/* SPDX-License-Identifier: GPL-3.0-only */
/* The addresses behind the name of a target, asked for in bounded time. */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

/* Every address of a host, at least one, in the order of the system's resolver, as an array of
 * GInetAddress that frees its elements. A numeric address is its own answer; its zone is dropped.
 * Ends with an error after the timeout, and as soon as stop_fd (-1 for none) is readable. */
GPtrArray *lr_resolver_lookup(const char *host, int64_t timeout_ns, int stop_fd,
			      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same question may be answered later: the name server was not to be had. */
bool lr_resolver_may_answer_later(const GError *error);

/* The zone behind an IPv6 address, "eth0" of "fe80::1%eth0"; NULL when there is none. Borrowed. */
const char *lr_resolver_zone(const char *host);
