/* SPDX-License-Identifier: GPL-3.0-only */
/* One worker of a crew, from its start to what became of it. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "crew-order.h"
#include "run.h"
#include "worker-process.h"

typedef struct {
	LrWorkerProcess *process; /* NULL when none could be made */
	LrWorkerResult *result; /* borrowed from the run */
	bool judged; /* the result says how it ended */
	uint64_t moved_bytes; /* by its connections, when they were last seen */
	int64_t moved_at_ns; /* when that last grew; 0 before the first byte */
	guint n_unseen; /* so many looks in a row they were not there, after they had been */
} LrMember;

/* Starts the process, and adds the result to the run. */
void lr_member_start(LrMember *member, const LrCrewOrder *order, const LrPlanWorker *planned,
		     LrRun *run);
void lr_member_clear(LrMember *member);

bool lr_member_is_running(const LrMember *member);

/* Reads what the worker wrote; true when it has ended by itself, and the result says how. */
bool lr_member_drain(LrMember *member, const LrCrewOrder *order);

/* Kills the worker if it still runs, and says why in the result. A worker that somebody has stopped
 * is lost, whatever it seemed to be. */
void lr_member_end(LrMember *member, const LrCrewOrder *order, LrWorkerEnd end, const char *why);

/* Takes note of its data connections, once a second; NULL when they are not there. */
void lr_member_see(LrMember *member, const LrFlow *flow, int64_t now_ns);

/* What keeps a running worker from ever ending well, as a phrase, and the end that this is; NULL
 * when there is still hope. */
const char *lr_member_doom(const LrMember *member, const LrCrewOrder *order, int64_t now_ns,
			   LrWorkerEnd *end);
