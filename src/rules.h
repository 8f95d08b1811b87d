/* SPDX-License-Identifier: GPL-3.0-only */
/* The rules by which a measured test is judged. Each looks at one run and names one cause, or
 * none: without evidence there is no cause. Pure. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "cause.h"
#include "nic.h"
#include "plan.h"
#include "request.h"
#include "run.h"

/* What the rules look at. All borrowed. */
typedef struct {
	const LrNic *nic;
	const LrPlan *plan;
	const LrRequest *request;
	const LrRun *run;
	guint run_number; /* from 1 */
	double percent; /* goodput of the run, of the reference speed */
	bool too_slow; /* percent is below the threshold */
} LrCase;

/* Appends to causes (of LrCause) what the rules find, the likeliest first. */
void lr_rules_apply(const LrCase *facts, GPtrArray *causes);
