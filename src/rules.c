/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules.h"

#include "series.h"
#include "units.h"

/* Every number that a rule compares with, and why it is that number. */

/* Headers add to the payload on the wire, so the interface counts at least what was received. Two
 * per cent allow for segments that were already queued when the counters were read. */
#define CROSSED_SHARE 0.98
/* A receiver cannot have more than was sent; its clock and ours differ by less than this. */
#define CLAIM_SLACK 1.001
/* Above this skew the workers did not share the window: at 2 % the sum is off by as much. */
#define MAX_SKEW_SHARE 0.02
/* On short runs the scheduling of two processes alone takes that long. */
#define MIN_SKEW_NS (200 * LR_NS_PER_MS)
/* From here a core is the limit: the kernel accounts in ticks of 10 ms and leaves some idle. */
#define SATURATED_PERCENT 95

typedef LrCause *(*Rule)(const LrCase *facts);

static uint64_t sent_bytes(const LrRun *run, LrDirection direction)
{
	uint64_t bytes = 0;

	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->direction == direction)
			bytes += worker->sent_bytes;
	}
	return bytes;
}

/* What the interface counted between the first and the last sample of the run. */
static uint64_t crossed_bytes(const LrRun *run, LrDirection direction)
{
	const LrSample *first, *last;

	if (run->samples->len < 2)
		return 0;
	first = run->samples->pdata[0];
	last = run->samples->pdata[run->samples->len - 1];
	return direction == LR_REVERSE ? last->counters.rx_bytes - first->counters.rx_bytes :
					 last->counters.tx_bytes - first->counters.tx_bytes;
}

static LrDirection main_direction(const LrCase *facts)
{
	return facts->request->direction == LR_REVERSE ? LR_REVERSE : LR_FORWARD;
}

static LrCause *implausible_count(const LrCase *facts)
{
	LrDirection direction = main_direction(facts);
	uint64_t sent = sent_bytes(facts->run, direction);
	g_autofree char *claimed_text = lr_bytes_dup(facts->run->receiver_bytes);
	g_autofree char *sent_text = lr_bytes_dup(sent);
	LrCause *cause;

	if ((double)facts->run->receiver_bytes <= (double)sent * CLAIM_SLACK)
		return NULL;
	cause = lr_cause_new(LR_CAUSE_IMPLAUSIBLE_COUNT,
			     "the receiver claims %s, but only %s were sent", claimed_text, sent_text);
	lr_cause_add_number(cause, "receiver_bytes", (double)facts->run->receiver_bytes);
	lr_cause_add_number(cause, "sent_bytes", (double)sent);
	return cause;
}

static LrCause *wrong_path(const LrCase *facts)
{
	uint64_t crossed = crossed_bytes(facts->run, main_direction(facts));
	g_autofree char *crossed_text = lr_bytes_dup(crossed);
	g_autofree char *moved_text = lr_bytes_dup(facts->run->receiver_bytes);
	LrCause *cause;

	if ((double)crossed >= (double)facts->run->receiver_bytes * CROSSED_SHARE)
		return NULL;
	cause = lr_cause_new(LR_CAUSE_WRONG_PATH,
			     "only %s of the %s that were moved crossed %s", crossed_text, moved_text,
			     facts->nic->ifname);
	lr_cause_add_number(cause, "crossed_bytes", (double)crossed);
	lr_cause_add_number(cause, "receiver_bytes", (double)facts->run->receiver_bytes);
	return cause;
}

static LrCause *late_worker(const LrCase *facts)
{
	const LrRun *run = facts->run;
	LrCause *cause;

	if (run->skew_ns <= MAX(MIN_SKEW_NS, (int64_t)(MAX_SKEW_SHARE * (double)run->window_ns)))
		return NULL;
	cause = lr_cause_new(LR_CAUSE_LATE_WORKER, "the last worker began %.2f s after the first",
			     lr_seconds_from_ns(run->skew_ns));
	lr_cause_add_number(cause, "skew_seconds", lr_seconds_from_ns(run->skew_ns));
	lr_cause_add_number(cause, "window_seconds", lr_seconds_from_ns(run->window_ns));
	return cause;
}

static LrCause *cpu_limit(const LrCase *facts)
{
	double load = lr_series_workers_load_percent(facts->run);
	double threshold = facts->request->cpu_threshold_percent;
	LrCause *cause;

	if (load < 0 || load <= threshold || (facts->too_slow && load < SATURATED_PERCENT))
		return NULL;
	cause = lr_cause_new(LR_CAUSE_CPU_LIMIT,
			     "the workers' cores were busy for %.0f %% of the time, threshold %.0f %%",
			     load, threshold);
	lr_cause_add_number(cause, "load_percent", load);
	lr_cause_add_number(cause, "threshold_percent", threshold);
	lr_cause_add_number(cause, "workers", facts->run->workers->len);
	return cause;
}

void lr_rules_apply(const LrCase *facts, GPtrArray *causes)
{
	/* The likeliest first: a void measurement says nothing about what follows. */
	static const Rule rules[] = { implausible_count, wrong_path, late_worker, cpu_limit };

	for (size_t i = 0; i < G_N_ELEMENTS(rules); i++) {
		LrCause *cause = rules[i](facts);

		if (cause != NULL)
			g_ptr_array_add(causes, cause);
	}
}
