/* SPDX-License-Identifier: GPL-3.0-only */
/* The interfaces of a machine as they are told to people and to Checkbox: each with a unique slug,
 * its reference speed, and the last word on whether it can be tested. Pure. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "nic.h"
#include "plan.h"
#include "speed-overrides.h"

typedef struct {
	const LrNic *nic; /* borrowed */
	char *slug; /* of the name, [A-Za-z0-9_-]+, unique in the listing */
	uint64_t reference_mbps; /* 0 when unknown */
	LrSpeedSource reference_source;
	const char *reason; /* why it cannot be tested; borrowed; NULL when it can */
	guint without_link; /* of one that can be tested and has no link: how many such there are;
			     * else 0 */
} LrListing;

/* An array of LrListing that frees its elements and borrows the nics. `unplugged` names ports that
 * are left without a cable on purpose, NULL for none: while they have no carrier they cannot be
 * tested, and that is no fault. */
GPtrArray *lr_listing_make(const GPtrArray *nics, const LrSpeedOverrides *overrides,
			   const char *const *unplugged);

void lr_listing_free(LrListing *listing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrListing, lr_listing_free)
