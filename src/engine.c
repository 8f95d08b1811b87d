/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine.h"

#include "inspection.h"
#include "readiness.h"
#include "scan.h"

static const LrRun *last_run(const LrTrial *trial)
{
	const GPtrArray *runs = trial->result->runs;

	return runs->pdata[runs->len - 1];
}

static LrCause *trouble_of_last_run(const LrTrial *trial)
{
	if (last_run(trial)->complete)
		return NULL;
	/* A stop ends workers in whatever state; what they were in the middle of is no cause. */
	if (lr_trial_is_stopped(trial))
		return lr_trial_broken_off();
	return lr_inspection_cause(trial, last_run(trial));
}

/* NULL when every run was measured to its end. */
static LrCause *measure(LrTrial *trial)
{
	const LrResult *result = trial->result;
	LrCause *cause = lr_readiness_await(trial);

	if (cause == NULL)
		cause = lr_scan_first_run(trial);
	while (cause == NULL && last_run(trial)->complete &&
	       result->runs->len < result->request->runs)
		cause = lr_scan_next_run(trial);
	return cause != NULL ? cause : trouble_of_last_run(trial);
}

LrResult *lr_engine_test(LrRequest *request, const LrTrialHooks *hooks)
{
	g_autoptr(LrTrial) trial = lr_trial_new(request, hooks);
	g_autoptr(LrCause) trouble = measure(trial);
	LrResult *result = trial->result;
	const LrEvidenceSet evidence = { .nic = result->nic,
					 .plan = result->plan,
					 .request = request,
					 .runs = result->runs,
					 .missing_ports = result->missing_ports,
					 .trouble = trouble };

	result->verdict = lr_verdict_make(&evidence);
	return result;
}
