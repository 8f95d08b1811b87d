/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules-host.h"

#include <string.h>

#include "rules-cpu.h"
#include "thresholds.h"

static bool sets_a_rate(const LrQdisc *qdisc)
{
	static const char *const shapers[] = { "tbf", "htb", "hfsc", "cbq", "netem", "cake", NULL };

	return qdisc->rate_mbps > 0 || g_strv_contains(shapers, qdisc->kind);
}

/* Whether the queueing discipline, as it was after the run, is what set its rate. */
static bool qdisc_explains(const LrRunFacts *facts, const LrQdisc *qdisc, uint64_t held)
{
	if (!sets_a_rate(qdisc))
		return false;
	if (qdisc->rate_mbps > 0)
		return held > 0 && qdisc->rate_mbps < (double)facts->plan->reference_mbps &&
		       facts->mbps >= LR_QDISC_RATE_SHARE * qdisc->rate_mbps;
	return (double)held >= LR_OVERLIMITS_PER_SECOND * facts->seconds;
}

static LrCause *qdisc_limit(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	if (facts->before == NULL || facts->direction == LR_REVERSE)
		return NULL;
	for (guint i = 0; i < facts->after->qdiscs->len; i++) {
		const LrQdisc *to = facts->after->qdiscs->pdata[i];
		const LrQdisc *from =
			i < facts->before->qdiscs->len ? facts->before->qdiscs->pdata[i] : NULL;
		uint64_t held =
			to->overlimits - (from != NULL ? MIN(from->overlimits, to->overlimits) : 0);
		g_autofree char *rate = lr_rate_dup(to->rate_mbps);
		LrCause *cause;

		if (!qdisc_explains(facts, to, held))
			continue;
		cause = lr_cause_new(
			LR_CAUSE_QDISC_LIMIT,
			"the queueing discipline '%s' on %s of this very machine lets %s "
			"through; it held packets back %" G_GUINT64_FORMAT " times",
			to->kind, facts->nic->ifname, to->rate_mbps > 0 ? rate : "only part", held);
		lr_cause_advise(cause, "remove it for the test: 'tc qdisc del dev %s root'",
				facts->nic->ifname);
		lr_cause_add_text(cause, "qdisc", to->kind);
		lr_cause_add_number(cause, "rate_mbps", to->rate_mbps);
		lr_cause_add_number(cause, "overlimits", (double)held);
		lr_cause_add_number(cause, "goodput_mbps", facts->mbps);
		return cause;
	}
	lr_rule_out(ruled_out, "no queueing discipline limits %s", facts->nic->ifname);
	return NULL;
}

static LrCause *offload_off(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	const char *name = facts->direction == LR_REVERSE ? "generic-receive-offload"
							  : "tcp-segmentation-offload";
	const char *key = facts->direction == LR_REVERSE ? "gro" : "tso";
	bool off =
		facts->nic->offloads_off != NULL && strstr(facts->nic->offloads_off, name) != NULL;
	LrCause *cause;

	if (!off || !lr_run_facts_core_filled(facts)) {
		lr_rule_out(ruled_out, "%s is %s", name,
			    off ? "off, but did not fill a core" : "not off");
		return NULL;
	}
	cause = lr_cause_new(
		LR_CAUSE_OFFLOAD_OFF,
		"%s of %s is off, so that the core handles every packet by itself, and its "
		"worker had no time to spare",
		name, facts->nic->ifname);
	lr_cause_advise(cause, "switch it on: 'ethtool -K %s %s on'", facts->nic->ifname, key);
	lr_cause_add_text(cause, "offloads_off", facts->nic->offloads_off);
	lr_cause_add_number(cause, "demand_percent", lr_run_facts_demand_percent(facts));
	return cause;
}

static bool paces(const char *congestion)
{
	return congestion != NULL && g_str_has_prefix(congestion, "bbr");
}

/* TCP let itself send little more than what came, and neither a queue nor a loss shows that the path
 * sets that pace: a policer has no queue. */
static bool is_held_by_pace(const LrRunFacts *facts)
{
	double paced_mbps = facts->sending.paced_mbps, queue_us = lr_run_facts_queue_us(facts);

	return paced_mbps > 0 && facts->mbps >= LR_PACED_SHARE * paced_mbps && queue_us >= 0 &&
	       queue_us < LR_NO_QUEUE_US && facts->retransmits == 0;
}

static LrCause *congestion_control_limit(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	const LrWorkerResult *first = facts->run->workers->pdata[0];
	const LrSending *sending = &facts->sending;
	g_autofree char *paced = lr_rate_dup(sending->paced_mbps);
	LrCause *cause;

	if (facts->direction == LR_REVERSE || first->congestion == NULL)
		return NULL;
	if (!paces(first->congestion) || !is_held_by_pace(facts)) {
		lr_rule_out(ruled_out, "%s did not hold the connections back", first->congestion);
		return NULL;
	}
	cause = lr_cause_new(
		LR_CAUSE_CONGESTION_CONTROL_LIMIT,
		"the congestion control %s held the connections at a pace of %s in all, though no "
		"packets queued on the way: round trips took %.0f us, the shortest %u us",
		first->congestion, paced, sending->rtt_us, sending->min_rtt_us);
	lr_cause_add_text(cause, "congestion", first->congestion);
	lr_cause_add_number(cause, "paced_mbps", sending->paced_mbps);
	lr_cause_add_number(cause, "goodput_mbps", facts->mbps);
	lr_rule_add_connections(cause, sending);
	return cause;
}

const LrRule *lr_rules_host(void)
{
	/* What made a core too slow stands before the fact that it was. */
	static const LrRule rules[] = {
		{ lr_rules_cpu_throttled, LR_RULE_EXPLAINS },
		{ qdisc_limit, LR_RULE_EXPLAINS_ONLY },
		{ lr_rules_cpu_softirq, LR_RULE_EXPLAINS_ONLY },
		{ offload_off, LR_RULE_EXPLAINS_ONLY },
		{ lr_rules_cpu_numa, LR_RULE_EXPLAINS_ONLY },
		{ congestion_control_limit, LR_RULE_EXPLAINS_ONLY },
		{ lr_rules_cpu_limit, LR_RULE_DECIDES },
		{ NULL, 0 },
	};

	return rules;
}
