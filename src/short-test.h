/* SPDX-License-Identifier: GPL-3.0-only */
/* A moment of traffic with one iperf3-compatible server, for what the server reports of itself
 * afterwards: a test as every client makes it, in one thread of this process and over within a
 * second. For a look at a target, not for a measurement: that is iperf-client's. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "iperf-protocol.h"

typedef struct {
	const char *address; /* numeric */
	const char *ifname; /* NULL: as the routes say */
	uint16_t port;
	LrDirection direction; /* forward or reverse */
	int64_t traffic_ns; /* so long data flow, unless LR_SHORT_TEST_BYTES flow sooner */
	int64_t timeout_ns; /* of everything */
} LrShortTestOptions;

/* On a fast link that is enough to see what a byte costs. */
#define LR_SHORT_TEST_BYTES (UINT64_C(128) * 1024 * 1024)

typedef struct {
	LrTargetReport *report; /* NULL when stalled */
	uint64_t bytes; /* that arrived, at whichever end */
	int64_t ns; /* from the start to the end that both ends know */
	uint32_t segment_bytes; /* the largest that came; 0 in forward direction and when unknown */
	bool stalled; /* all connections stood, and in half a second no data came */
} LrShortTest;

/* Tries anew while the server is busy or not back yet. False when no test could be made; then the
 * server has been left by a reset, which it takes for the end at once. */
bool lr_short_test_run(const LrShortTestOptions *options, LrShortTest *test,
		       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void lr_short_test_clear(LrShortTest *test);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LrShortTest, lr_short_test_clear)
