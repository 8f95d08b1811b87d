/* SPDX-License-Identifier: GPL-3.0-only */
/* Whether the interface passed, and if not, what was in the way. Pure: struct in, struct out. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "cause.h"
#include "nic.h"
#include "plan.h"
#include "request.h"
#include "run.h"

typedef enum {
	LR_PASS,
	LR_FAIL,
	LR_OUTCOME_ERROR, /* could not test, or the measurement is void */
} LrOutcome;

typedef struct {
	LrOutcome outcome;
	double percent; /* lowest run, of the reference speed; 0 when nothing was measured */
	double threshold_percent;
	GPtrArray *causes; /* of LrCause, the likeliest first; empty for a pass */
	GPtrArray *hints; /* of LrCause: seen, but not the reason of the outcome */
} LrVerdict;

/* What the judge looks at. All borrowed. */
typedef struct {
	const LrNic *nic;
	const LrPlan *plan;
	const LrRequest *request;
	const GPtrArray *runs; /* of LrRun; may be empty */
	const GArray *missing_ports; /* of uint16_t: planned, but nobody listened there */
	const LrCause *trouble; /* what kept the test from being made or finished; NULL for none */
} LrEvidenceSet;

LrVerdict *lr_verdict_make(const LrEvidenceSet *evidence);
LrVerdict *lr_verdict_new(LrOutcome outcome);
void lr_verdict_free(LrVerdict *verdict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrVerdict, lr_verdict_free)

/* What keeps the test from being worth starting, told before any traffic is sent: not testable,
 * speed unknown. NULL when nothing does. Owned by the caller. */
LrCause *lr_verdict_preflight(const LrNic *nic, const LrPlan *plan);

/* The same once there is a link: below the reference speed, unless the request allows that;
 * a threshold that no interface can reach. */
LrCause *lr_verdict_preflight_link(const LrNic *nic, const LrPlan *plan, const LrRequest *request);

/* "pass", "fail" or "error". */
const char *lr_outcome_name(LrOutcome outcome);

/* The exit status of the program: 0, 1 or 2. */
int lr_outcome_exit_status(LrOutcome outcome);
