/* SPDX-License-Identifier: GPL-3.0-only */
/* A host that runs iperf3-compatible servers on consecutive ports, as a person names it, and what
 * came of each attempt to use it. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "cause.h"

typedef struct {
	char *host; /* name or address, an IPv6 zone behind '%', no brackets; never NULL */
	uint16_t base_port;
} LrTarget;

LrTarget *lr_target_new(const char *host, uint16_t base_port);
LrTarget *lr_target_copy(const LrTarget *target);
void lr_target_free(LrTarget *target);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrTarget, lr_target_free)

/* One target: "host", "host:5301", "192.0.2.1", "2001:db8::1", "[2001:db8::1]:5301", "fe80::1%eth0". */
LrTarget *lr_target_parse(const char *text, uint16_t default_port, GError **error)
	G_GNUC_WARN_UNUSED_RESULT;

/* A comma list of the above; empty items are skipped, an empty list is no error.
 * Returns an array of LrTarget that frees its elements. */
GPtrArray *lr_target_parse_list(const char *text, uint16_t default_port, GError **error)
	G_GNUC_WARN_UNUSED_RESULT;

/* One try to run the test against one address of one target. */
typedef struct {
	char *host;    /* as named by the person */
	char *address; /* numeric; NULL when the name did not resolve */
	uint16_t base_port;
	int64_t at_ns; /* since the start of the test */
	LrCause *cause; /* why it came to nothing; NULL for the attempt that was used */
} LrAttempt;

LrAttempt *lr_attempt_new(const LrTarget *target, const char *address, int64_t at_ns);
void lr_attempt_free(LrAttempt *attempt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrAttempt, lr_attempt_free)
