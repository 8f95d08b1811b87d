/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules-void.h"

#include "thresholds.h"

static uint64_t sent_bytes(const LrRunFacts *facts)
{
	uint64_t bytes = 0;

	for (guint i = 0; i < facts->run->workers->len; i++) {
		const LrWorkerResult *worker = facts->run->workers->pdata[i];

		if (lr_run_facts_concern(facts, worker))
			bytes += worker->sent_bytes;
	}
	return bytes;
}

/* What this machine's kernel last saw acknowledged, or received, over all workers of the direction;
 * 0 when it does not say. */
static uint64_t confirmed_bytes(const LrRunFacts *facts)
{
	uint64_t bytes = 0;

	for (guint i = 0; i < facts->run->samples->len; i++) {
		const LrSample *sample = facts->run->samples->pdata[i];
		uint64_t sum = 0;

		for (guint k = 0; k < sample->flows->len; k++) {
			const LrFlow *flow = &g_array_index(sample->flows, LrFlow, k);

			sum += facts->direction == LR_REVERSE ? flow->received_bytes
							      : flow->acked_bytes;
		}
		bytes = MAX(bytes, sum);
	}
	return bytes;
}

static LrCause *claims_too_much(const LrRunFacts *facts, uint64_t sent)
{
	g_autofree char *claimed_text = lr_bytes_dup(facts->receiver_bytes);
	g_autofree char *sent_text = lr_bytes_dup(sent);

	return lr_cause_new(LR_CAUSE_IMPLAUSIBLE_COUNT,
			    "the receiver claims %s, but only %s were sent: its count cannot be "
			    "trusted",
			    claimed_text, sent_text);
}

static LrCause *claims_too_little(const LrRunFacts *facts, uint64_t confirmed)
{
	g_autofree char *claimed_text = lr_bytes_dup(facts->receiver_bytes);
	g_autofree char *confirmed_text = lr_bytes_dup(confirmed);

	return lr_cause_new(
		LR_CAUSE_IMPLAUSIBLE_COUNT,
		"the target claims %s, but its kernel acknowledged %s: its count cannot "
		"be trusted",
		claimed_text, confirmed_text);
}

static LrCause *implausible_count(const LrRunFacts *facts, GPtrArray *ruled_out G_GNUC_UNUSED)
{
	uint64_t sent = sent_bytes(facts), confirmed = confirmed_bytes(facts);
	/* libiperf from 3.16 on counts a block as sent only when all of it was written. */
	double most = (double)sent * LR_CLAIM_SLACK +
		      (double)facts->request->block_bytes * facts->n_workers;
	double least = (double)confirmed * LR_ACKED_SLACK -
		       (double)LR_ACKED_SLACK_BYTES * facts->n_workers;
	LrCause *cause;

	if ((double)facts->receiver_bytes > most)
		cause = claims_too_much(facts, sent);
	else if (facts->direction == LR_FORWARD && (double)facts->receiver_bytes < least)
		cause = claims_too_little(facts, confirmed);
	else
		return NULL;
	lr_cause_add_number(cause, "receiver_bytes", (double)facts->receiver_bytes);
	lr_cause_add_number(cause, "sent_bytes", (double)sent);
	lr_cause_add_number(cause, "confirmed_bytes", (double)confirmed);
	return cause;
}

static LrCause *wrong_path(const LrRunFacts *facts, GPtrArray *ruled_out G_GNUC_UNUSED)
{
	uint64_t crossed =
		facts->direction == LR_REVERSE ? facts->grown.rx_bytes : facts->grown.tx_bytes;
	g_autofree char *crossed_text = lr_bytes_dup(crossed);
	g_autofree char *moved_text = lr_bytes_dup(facts->receiver_bytes);
	LrCause *cause;

	if ((double)crossed >= (double)facts->receiver_bytes * LR_CROSSED_SHARE)
		return NULL;
	cause = lr_cause_new(
		LR_CAUSE_WRONG_PATH,
		"only %s of the %s that were moved crossed %s: the rest took another way",
		crossed_text, moved_text, facts->nic->ifname);
	lr_cause_add_number(cause, "crossed_bytes", (double)crossed);
	lr_cause_add_number(cause, "receiver_bytes", (double)facts->receiver_bytes);
	return cause;
}

/* Data went out through the interface, and nothing that could have acknowledged it came in. */
static LrCause *replies_elsewhere(const LrRunFacts *facts, GPtrArray *ruled_out G_GNUC_UNUSED)
{
	bool reverse = facts->direction == LR_REVERSE;
	uint64_t back = reverse ? facts->grown.tx_packets : facts->grown.rx_packets;
	LrCause *cause;

	if (!facts->counted || back >= facts->receiver_bytes / LR_ACK_EVERY_BYTES)
		return NULL;
	cause = lr_cause_new(LR_CAUSE_REPLIES_ELSEWHERE,
			     "the data crossed %s, but %s %" G_GUINT64_FORMAT
			     " packets in all: the acknowledgements took another way",
			     facts->nic->ifname, reverse ? "it sent" : "it received", back);
	lr_cause_add_number(cause, "packets_back", (double)back);
	lr_cause_add_number(cause, "receiver_bytes", (double)facts->receiver_bytes);
	return cause;
}

/* What is summed over a window that not all shared can only be too low. So a late worker voids the
 * run only where that may have cost the pass. */
static bool skew_may_have_cost_the_pass(const LrRunFacts *facts)
{
	double window_ns = (double)facts->run->window_ns, skew_ns = (double)facts->run->skew_ns;
	double at_most = facts->percent * window_ns / MAX(window_ns - skew_ns, 1);

	return facts->too_slow && at_most >= facts->request->fail_threshold_percent;
}

static LrCause *late_worker(const LrRunFacts *facts, GPtrArray *ruled_out G_GNUC_UNUSED)
{
	const LrRun *run = facts->run;
	int64_t most_ns =
		MAX(LR_MIN_SKEW_NS, (int64_t)(LR_MAX_SKEW_SHARE * (double)run->window_ns));
	LrCause *cause;

	if (run->skew_ns <= most_ns || !skew_may_have_cost_the_pass(facts))
		return NULL;
	cause = lr_cause_new(
		LR_CAUSE_LATE_WORKER,
		"the last worker began %.2f s after the first, so they did not load %s "
		"together; %.2f s would do",
		lr_seconds_from_ns(run->skew_ns), facts->nic->ifname, lr_seconds_from_ns(most_ns));
	lr_cause_add_number(cause, "skew_seconds", lr_seconds_from_ns(run->skew_ns));
	lr_cause_add_number(cause, "window_seconds", lr_seconds_from_ns(run->window_ns));
	return cause;
}

const LrRule *lr_rules_void(void)
{
	static const LrRule rules[] = {
		{ implausible_count, LR_RULE_DECIDES },
		{ wrong_path, LR_RULE_DECIDES },
		{ replies_elsewhere, LR_RULE_DECIDES },
		{ late_worker, LR_RULE_DECIDES },
		{ NULL, 0 },
	};

	return rules;
}
