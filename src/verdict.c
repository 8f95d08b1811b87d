/* SPDX-License-Identifier: GPL-3.0-only */
#include "verdict.h"

#include "rules.h"
#include "trouble.h"
#include "units.h"

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

LrCause *lr_verdict_preflight(const LrNic *nic, const LrPlan *plan)
{
	if (!nic->testable)
		return lr_cause_new(LR_CAUSE_NOT_TESTABLE, "%s is not for testing: %s", nic->ifname,
				    nic->reason);
	if (plan->reference_mbps == 0)
		return lr_cause_new(LR_CAUSE_SPEED_UNKNOWN,
				    "%s does not say how fast it is, so it cannot be judged",
				    nic->ifname);
	return NULL;
}

LrCause *lr_verdict_preflight_link(const LrNic *nic, const LrPlan *plan, const LrRequest *request)
{
	g_autofree char *link = lr_rate_dup(nic->link_mbps);
	g_autofree char *reference = lr_rate_dup((double)plan->reference_mbps);
	LrCause *cause;

	if (request->underspeed_ok || nic->link_mbps == 0 || nic->link_mbps >= plan->reference_mbps)
		return NULL;
	cause = lr_cause_new(LR_CAUSE_LINK_UNDERSPEED,
			     "the link of %s runs at %s, the interface is to reach %s (%s)",
			     nic->ifname, link, reference,
			     lr_speed_source_name(plan->reference_source));
	lr_cause_add_number(cause, "link_mbps", nic->link_mbps);
	lr_cause_add_number(cause, "reference_mbps", (double)plan->reference_mbps);
	return cause;
}

static LrOutcome outcome_of_cause(const LrCause *cause)
{
	/* Void by nature, but it is the lab that lacks the ports, and a certification must say so. */
	if (cause->id == LR_CAUSE_PORTS_MISSING)
		return LR_FAIL;
	switch (lr_cause_id_class(cause->id)) {
	case LR_CLASS_NOT_TESTED:
	case LR_CLASS_VOID:
		return LR_OUTCOME_ERROR;
	default:
		return LR_FAIL;
	}
}

static void add_cause(LrVerdict *verdict, LrCause *cause)
{
	verdict->outcome = MAX(verdict->outcome, outcome_of_cause(cause));
	g_ptr_array_add(verdict->causes, cause);
}

static LrCause *ports_missing(const LrEvidenceSet *evidence)
{
	g_autofree char *ports = NULL;
	LrCause *cause;

	if (evidence->missing_ports->len == 0)
		return NULL;
	ports = lr_trouble_ports_dup(evidence->missing_ports);
	cause = lr_cause_new(LR_CAUSE_PORTS_MISSING,
			     "the target has %u of the %u servers that were planned: nobody listens on "
			     "port %s",
			     evidence->plan->workers->len,
			     evidence->plan->workers->len + evidence->missing_ports->len, ports);
	lr_cause_add_number(cause, "ports_answering", evidence->plan->workers->len);
	lr_cause_add_number(cause, "ports_missing", evidence->missing_ports->len);
	return cause;
}

static LrCause *below_threshold(const LrCase *facts)
{
	g_autofree char *rate = lr_rate_dup(facts->run->goodput_mbps);
	g_autofree char *reference = lr_rate_dup((double)facts->plan->reference_mbps);
	LrCause *cause = lr_cause_new(
		LR_CAUSE_BELOW_THRESHOLD,
		"run %u reached %s, %.2f %% of %s, threshold %.0f %%; nothing else was found",
		facts->run_number, rate, facts->percent, reference,
		facts->request->fail_threshold_percent);

	lr_cause_add_number(cause, "goodput_mbps", facts->run->goodput_mbps);
	lr_cause_add_number(cause, "percent", facts->percent);
	return cause;
}

static bool has_cause(const GPtrArray *causes, LrCauseId id)
{
	for (guint i = 0; i < causes->len; i++) {
		if (((const LrCause *)causes->pdata[i])->id == id)
			return true;
	}
	return false;
}

/* Judges one complete run; the same cause in several runs is named once, by the first. */
static void judge_run(LrVerdict *verdict, const LrEvidenceSet *evidence, guint index)
{
	const LrRun *run = evidence->runs->pdata[index];
	g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func((GDestroyNotify)lr_cause_free);
	LrCase facts = { .nic = evidence->nic,
			 .plan = evidence->plan,
			 .request = evidence->request,
			 .run = run,
			 .run_number = index + 1 };

	facts.percent = 100 * run->goodput_mbps / (double)evidence->plan->reference_mbps;
	facts.too_slow = facts.percent < verdict->threshold_percent;
	verdict->percent = index == 0 ? facts.percent : MIN(verdict->percent, facts.percent);
	lr_rules_apply(&facts, found);
	if (facts.too_slow && found->len == 0 && verdict->causes->len == 0)
		g_ptr_array_add(found, below_threshold(&facts));
	for (guint i = 0; i < found->len; i++) {
		const LrCause *cause = found->pdata[i];

		if (!has_cause(verdict->causes, cause->id))
			add_cause(verdict, lr_cause_copy(cause));
	}
	if (facts.too_slow)
		verdict->outcome = MAX(verdict->outcome, LR_FAIL);
}

LrVerdict *lr_verdict_make(const LrEvidenceSet *evidence)
{
	LrVerdict *verdict = lr_verdict_new(LR_PASS);
	LrCause *missing = ports_missing(evidence);

	verdict->threshold_percent = evidence->request->fail_threshold_percent;
	if (evidence->trouble != NULL)
		add_cause(verdict, lr_cause_copy(evidence->trouble));
	if (missing != NULL)
		add_cause(verdict, missing);
	for (guint i = 0; i < evidence->runs->len; i++) {
		if (((const LrRun *)evidence->runs->pdata[i])->complete)
			judge_run(verdict, evidence, i);
	}
	/* Nothing found and nothing measured is no pass. */
	if (verdict->outcome == LR_PASS && evidence->runs->len < evidence->request->runs)
		add_cause(verdict, lr_cause_new(LR_CAUSE_INTERRUPTED,
						"only %u of %u runs were measured", evidence->runs->len,
						evidence->request->runs));
	return verdict;
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
