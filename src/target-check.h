/* SPDX-License-Identifier: GPL-3.0-only */
/* Whether a target can be used from here, in a few seconds and without traffic: one finding for
 * each question, each with what to do where it is not as it should be. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "nic.h"
#include "target.h"

typedef enum { LR_FINDING_OK, LR_FINDING_WARNING, LR_FINDING_FAULT } LrFindingLevel;

typedef struct {
	const char *subject; /* "ports" */
	LrFindingLevel level;
	char *text;
	char *fix; /* NULL when there is nothing to do */
} LrFinding;

typedef struct {
	const LrNic *nic; /* the interface under test; NULL: as the routes say */
	uint32_t n_workers; /* ports that a test would need; 0 when not known */
	int64_t timeout_ns; /* of everything together */
} LrTargetQuestion;

void lr_finding_free(LrFinding *finding);

/* An array of LrFinding that frees its elements, in the order of the questions; it ends at the
 * first fault behind which nothing can be asked. */
GPtrArray *lr_target_check_run(const LrTarget *target, const LrTargetQuestion *question);

/* Whether no finding is a fault. */
bool lr_target_check_is_usable(const GPtrArray *findings);

/* Whether the clock of this machine is kept right, since the time of a result is part of it. */
LrFinding *lr_target_check_clock(void);

/* The findings as a table, each fix on a line of its own below. */
void lr_target_check_append(GString *out, const GPtrArray *findings);
