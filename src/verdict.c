/* SPDX-License-Identifier: GPL-3.0-only */
#include "verdict.h"

LrVerdict *lr_verdict_new(LrOutcome outcome)
{
	LrVerdict *verdict = g_new0(LrVerdict, 1);

	verdict->outcome = outcome;
	verdict->causes = g_ptr_array_new_with_free_func((GDestroyNotify)lr_cause_free);
	return verdict;
}

void lr_verdict_free(LrVerdict *verdict)
{
	if (verdict == NULL)
		return;
	g_ptr_array_unref(verdict->causes);
	g_free(verdict);
}

const char *lr_outcome_name(LrOutcome outcome)
{
	static const char *const names[] = { [LR_PASS] = "pass",
					     [LR_FAIL] = "fail",
					     [LR_OUTCOME_ERROR] = "error" };

	return names[outcome];
}

int lr_outcome_exit_status(LrOutcome outcome)
{
	return outcome == LR_PASS ? 0 : outcome == LR_FAIL ? 1 : 2;
}
