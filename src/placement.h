/* SPDX-License-Identifier: GPL-3.0-only */
/* Which PUs the workers of a test are pinned to. Pure: struct in, struct out. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "cores.h"
#include "request.h"

/* At and above this reference speed one core is not trusted to fill the link. */
#define LR_MANY_WORKERS_MBPS 10000

typedef struct {
	uint32_t cpu;
	uint32_t core; /* number of the physical core; siblings share it */
	int numa_node; /* -1 when unknown */
	bool near; /* next to the interface */
	LrDirection direction; /* forward or reverse */
	uint16_t port; /* offset from the target's base port already added */
} LrPlanWorker;

typedef struct {
	GArray *pus; /* of LrPu: those that may be used, in the order in which they get a worker;
		      * at least one */
	guint n_cores; /* so many at the front are one PU for each physical core of the best place
			*/
	bool near; /* that place is next to the interface */
	char *why_far; /* why it is not, a phrase; NULL when it is */
} LrPlacement;

/* The best place is what is next to the interface; where nothing of that may be used, all that may.
 * Near PUs come before far ones; among either the first PU of each physical core before siblings,
 * then fast cores before slow ones, then by number. */
LrPlacement *lr_placement_make(const LrCores *cores);
/* The first n_workers places with ports from base_port up. Where there are more workers than PUs
 * they share: the order begins anew. Returns an array of LrPlanWorker, owned by the caller. */
GArray *lr_placement_workers(const LrPlacement *placement, guint n_workers, uint16_t base_port);
void lr_placement_free(LrPlacement *placement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrPlacement, lr_placement_free)
