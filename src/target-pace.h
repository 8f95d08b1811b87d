/* SPDX-License-Identifier: GPL-3.0-only */
/* Whether a target is fast enough for the test of an interface, by what it reports of itself after
 * a moment of traffic each way. Pure: struct in, struct out. */
#pragma once

#include <stdint.h>

#include "remark.h"
#include "short-test.h"

typedef struct {
	const char *ifname; /* the interface under test; NULL when there is none in particular */
	uint64_t reference_mbps; /* what it is to reach; 0 when unknown */
	double fail_threshold_percent; /* so much of that a test must reach */
	uint32_t n_workers; /* a port each; 0 when unknown */
} LrTargetNeed;

/* The link of the target against the interface. NULL when the target does not tell. */
LrRemark *lr_target_pace_link(const LrTargetSelf *self, const LrTargetNeed *need);

/* What one core of the target can do, as far as a short test shows: from the processor time that
 * it reports for the bytes. forward or reverse may be NULL. */
LrRemark *lr_target_pace_cores(const LrShortTest *forward, const LrShortTest *reverse,
			       const LrTargetNeed *need);
