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
	verdict->hints = g_ptr_array_new_with_free_func((GDestroyNotify)lr_cause_free);
	return verdict;
}

void lr_verdict_free(LrVerdict *verdict)
{
	if (verdict == NULL)
		return;
	g_ptr_array_unref(verdict->causes);
	g_ptr_array_unref(verdict->hints);
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

/* The payload that full frames leave room for bounds every interface, sound or not. */
static LrCause *unreachable_threshold(const LrNic *nic, const LrPlan *plan,
				      const LrRequest *request)
{
	double most = 100 * lr_ceiling_share(&plan->frame);
	LrCause *cause;

	if (most <= 0 || request->fail_threshold_percent <= most)
		return NULL;
	cause = lr_cause_new(
		LR_CAUSE_THRESHOLD_UNREACHABLE,
		"no interface can pass: the threshold is %g %%, and with MTU %u TCP reaches "
		"%.2f %% of the speed of %s",
		request->fail_threshold_percent, plan->frame.mtu_bytes, most, nic->ifname);
	lr_cause_add_number(cause, "threshold_percent", request->fail_threshold_percent);
	lr_cause_add_number(cause, "ceiling_percent", most);
	lr_cause_add_number(cause, "mtu_bytes", plan->frame.mtu_bytes);
	return cause;
}

LrCause *lr_verdict_preflight_link(const LrNic *nic, const LrPlan *plan, const LrRequest *request)
{
	g_autofree char *link = lr_rate_dup(nic->link_mbps);
	g_autofree char *reference = lr_rate_dup((double)plan->reference_mbps);
	LrCause *cause;

	if (request->underspeed_ok || nic->link_mbps == 0 || nic->link_mbps >= plan->reference_mbps)
		return unreachable_threshold(nic, plan, request);
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
	/* Void by nature, but it is the lab that lacks the ports, and a certification must say so.
	 */
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
	cause = lr_cause_new(
		LR_CAUSE_PORTS_MISSING,
		"the target has %u of the %u servers that were planned: nobody listens on "
		"port %s",
		evidence->plan->workers->len,
		evidence->plan->workers->len + evidence->missing_ports->len, ports);
	lr_cause_add_number(cause, "ports_answering", evidence->plan->workers->len);
	lr_cause_add_number(cause, "ports_missing", evidence->missing_ports->len);
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

/* The same cause in several runs, or directions, is named once, by the first. */
static void add_new(LrVerdict *verdict, const LrFindings *findings)
{
	for (guint i = 0; i < findings->causes->len; i++) {
		const LrCause *cause = findings->causes->pdata[i];

		if (!has_cause(verdict->causes, cause->id))
			add_cause(verdict, lr_cause_copy(cause));
	}
	for (guint i = 0; i < findings->hints->len; i++) {
		const LrCause *hint = findings->hints->pdata[i];

		if (!has_cause(verdict->hints, hint->id))
			g_ptr_array_add(verdict->hints, lr_cause_copy(hint));
	}
}

static LrRunFacts facts_of(const LrEvidenceSet *evidence, guint index, LrDirection direction)
{
	const LrRunFacts given = { .nic = evidence->nic,
				   .plan = evidence->plan,
				   .request = evidence->request,
				   .run = evidence->runs->pdata[index],
				   .run_number = index + 1,
				   .direction = direction };

	return lr_run_facts_make(&given);
}

/* Judges one complete run in one direction. */
static void judge_run(LrVerdict *verdict, const LrEvidenceSet *evidence, guint index,
		      LrDirection direction)
{
	LrRunFacts facts = facts_of(evidence, index, direction);
	g_autoptr(LrFindings) findings = lr_rules_apply(&facts);

	verdict->percent =
		verdict->percent < 0 ? facts.percent : MIN(verdict->percent, facts.percent);
	add_new(verdict, findings);
	if (facts.too_slow)
		verdict->outcome = MAX(verdict->outcome, LR_FAIL);
}

static void judge_runs(LrVerdict *verdict, const LrEvidenceSet *evidence)
{
	LrDirection asked = evidence->request->direction;

	verdict->percent = -1;
	for (guint i = 0; i < evidence->runs->len; i++) {
		if (!((const LrRun *)evidence->runs->pdata[i])->complete)
			continue;
		judge_run(verdict, evidence, i, asked == LR_REVERSE ? LR_REVERSE : LR_FORWARD);
		if (asked == LR_BIDIRECTIONAL)
			judge_run(verdict, evidence, i, LR_REVERSE);
	}
	verdict->percent = MAX(verdict->percent, 0);
	/* A hint that became a cause in another run says nothing new. */
	for (guint i = verdict->hints->len; i > 0; i--) {
		if (has_cause(verdict->causes, ((LrCause *)verdict->hints->pdata[i - 1])->id))
			g_ptr_array_remove_index(verdict->hints, i - 1);
	}
}

/* Workers see only that the target fell silent. What the run that broke off shows of the reason
 * goes before that, and takes its place when it does not void the test but answers it. */
static void add_trouble(LrVerdict *verdict, const LrEvidenceSet *evidence)
{
	guint n = evidence->runs->len;
	LrCause *reason = NULL;

	if (evidence->trouble == NULL)
		return;
	if (n > 0 && !((const LrRun *)evidence->runs->pdata[n - 1])->complete) {
		LrRunFacts facts = facts_of(
			evidence, n - 1,
			evidence->request->direction == LR_REVERSE ? LR_REVERSE : LR_FORWARD);

		reason = lr_rules_explain_trouble(&facts);
	}
	if (reason == NULL || has_cause(verdict->causes, reason->id)) {
		lr_cause_free(reason);
		add_cause(verdict, lr_cause_copy(evidence->trouble));
		return;
	}
	lr_cause_add_text(reason, "seen_by_workers", evidence->trouble->message);
	add_cause(verdict, reason);
}

LrVerdict *lr_verdict_make(const LrEvidenceSet *evidence)
{
	LrVerdict *verdict = lr_verdict_new(LR_PASS);
	LrCause *missing = ports_missing(evidence);

	verdict->threshold_percent = evidence->request->fail_threshold_percent;
	add_trouble(verdict, evidence);
	if (missing != NULL)
		add_cause(verdict, missing);
	judge_runs(verdict, evidence);
	/* Nothing found and nothing measured is no pass. */
	if (verdict->outcome == LR_PASS && evidence->runs->len < evidence->request->runs)
		add_cause(verdict,
			  lr_cause_new(LR_CAUSE_INTERRUPTED, "only %u of %u runs were measured",
				       evidence->runs->len, evidence->request->runs));
	return verdict;
}

const char *lr_outcome_name(LrOutcome outcome)
{
	static const char *const names[] = {
		[LR_PASS] = "pass", [LR_FAIL] = "fail", [LR_OUTCOME_ERROR] = "error"
	};

	return names[outcome];
}

int lr_outcome_exit_status(LrOutcome outcome)
{
	return outcome == LR_PASS ? 0 : outcome == LR_FAIL ? 1 : 2;
}
