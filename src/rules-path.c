/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules-path.h"

#include <string.h>

#include "thresholds.h"

/* Full-size segments of this connection are sent again and again, and not one arrives. */
static bool swallowed(const LrFlow *flow)
{
	return flow->acked_bytes < flow->mss_bytes && flow->received_bytes < flow->mss_bytes &&
	       flow->retransmits >= LR_LOST_FOR_GOOD;
}

LrCause *lr_rules_path_blackhole(const LrRunFacts *facts, GPtrArray *ruled_out G_GNUC_UNUSED)
{
	const LrFlow *worst = NULL;
	LrCause *cause;

	for (guint i = 0; i < facts->run->samples->len; i++) {
		const LrSample *sample = facts->run->samples->pdata[i];

		for (guint k = 0; k < sample->flows->len; k++) {
			const LrFlow *flow = &g_array_index(sample->flows, LrFlow, k);

			if (swallowed(flow))
				worst = flow;
			else if (worst != NULL && flow->port == worst->port)
				worst = NULL;
		}
	}
	if (worst == NULL)
		return NULL;
	cause = lr_cause_new(
		LR_CAUSE_MTU_BLACKHOLE,
		"small packets reach the target and full ones do not: segments of %u bytes to "
		"port %u were sent again %" G_GUINT64_FORMAT
		" times and never acknowledged; %s has MTU %u",
		worst->mss_bytes, worst->port, worst->retransmits, facts->nic->ifname,
		facts->nic->mtu_bytes);
	lr_cause_add_number(cause, "mss_bytes", worst->mss_bytes);
	lr_cause_add_number(cause, "mtu_bytes", facts->nic->mtu_bytes);
	lr_cause_add_number(cause, "retransmits", (double)worst->retransmits);
	lr_cause_add_number(cause, "acked_bytes", (double)worst->acked_bytes);
	return cause;
}

/* The longest stretch in which as good as nothing moved. */
static LrSpan longest_stall(const LrRunFacts *facts)
{
	g_autoptr(GArray) series = lr_series_goodput_make(facts->run, facts->direction, NULL);
	g_autoptr(GArray) settled = lr_series_settled_make(facts->run, series);
	LrSpan stall = { 0 }, longest = { 0 };

	for (guint i = 0; i < settled->len; i++) {
		const LrSpan *span = &g_array_index(settled, LrSpan, i);

		if (span->average >= LR_STALL_SHARE * facts->rate.highest) {
			stall = (LrSpan){ 0 };
			continue;
		}
		if (stall.end_ns == 0)
			stall.begin_ns = span->begin_ns;
		stall.end_ns = span->end_ns;
		if (stall.end_ns - stall.begin_ns > longest.end_ns - longest.begin_ns)
			longest = stall;
	}
	return longest;
}

static LrCause *stall(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	LrSpan longest = longest_stall(facts);
	double seconds = lr_seconds_from_ns(longest.end_ns - longest.begin_ns);
	g_autofree char *run = lr_rule_run_dup(facts);
	LrCause *cause;

	if (longest.end_ns - longest.begin_ns < LR_STALL_NS || facts->grown.carrier_changes > 0) {
		if (longest.end_ns == 0 && facts->rate.end_ns > 0)
			lr_rule_out(ruled_out, "no second stood still");
		return NULL;
	}
	cause = lr_cause_new(
		LR_CAUSE_STALL,
		"for %.0f s, from %.0f s after the start of %s, next to nothing moved, while "
		"%s kept its link",
		seconds, lr_seconds_from_ns(longest.begin_ns), run, facts->nic->ifname);
	lr_cause_add_number(cause, "stall_seconds", seconds);
	lr_cause_add_number(cause, "from_seconds", lr_seconds_from_ns(longest.begin_ns));
	lr_cause_add_number(cause, "highest_mbps", facts->rate.highest);
	return cause;
}

/* A window that is mostly closed, or full although it would let far more through: who should empty
 * it does not. */
static bool is_left_full(const LrRunFacts *facts)
{
	const LrSending *sending = &facts->sending;

	return sending->closed ||
	       (sending->window_mbps > 0 && sending->window_mbps >= LR_WINDOW_SPARE * facts->mbps);
}

static void add_window(LrCause *cause, const LrSending *sending)
{
	lr_cause_add_number(cause, "window_limited_percent", sending->window);
	lr_cause_add_number(cause, "peer_window_bytes", (double)sending->peer_window_bytes);
	if (sending->window_mbps <= 0)
		return;
	lr_cause_add_number(cause, "min_rtt_us", sending->min_rtt_us);
	lr_cause_add_number(cause, "window_mbps", sending->window_mbps);
}

static LrCause *target_cpu_limit(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	double load = facts->target_cpu_percent;
	g_autofree char *run = lr_rule_run_dup(facts);
	bool busy = load >= LR_TARGET_CPU_PERCENT;
	bool full = facts->sending.window >= LR_WINDOW_PERCENT && is_left_full(facts);
	LrCause *cause;

	if (!busy && !full) {
		if (load >= 0)
			lr_rule_out(ruled_out, "the target's servers used %.0f %% of a core", load);
		return NULL;
	}
	if (busy)
		cause = lr_cause_new(LR_CAUSE_TARGET_CPU_LIMIT,
				     "a server of the target was busy for %.0f %% of %s by its own "
				     "account: it %s no faster",
				     load, run,
				     facts->direction == LR_REVERSE ? "sends" : "receives");
	else
		cause = lr_cause_new(
			LR_CAUSE_TARGET_CPU_LIMIT,
			"the target did not take the data as fast as it came: its receive "
			"window was full for %.0f %% of %s",
			facts->sending.window, run);
	lr_cause_add_number(cause, "target_cpu_percent", load);
	add_window(cause, &facts->sending);
	return cause;
}

/* What is known of the size of the window. Kernels before 5.18 do not tell it. */
static char *window_size_dup(const LrSending *sending)
{
	g_autofree char *size = lr_bytes_dup(sending->peer_window_bytes);
	g_autofree char *rate = lr_rate_dup(sending->window_mbps);

	if (sending->peer_window_bytes == 0)
		return g_strdup("");
	if (sending->window_mbps <= 0)
		return g_strdup_printf(": it never was larger than %s for a connection", size);
	return g_strdup_printf(": it never was larger than %s for a connection; with round trips "
			       "of %u us that lets at most %s through",
			       size, sending->min_rtt_us, rate);
}

static LrCause *target_window(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	const LrSending *sending = &facts->sending;
	g_autofree char *size = window_size_dup(sending);
	g_autofree char *run = lr_rule_run_dup(facts);
	LrCause *cause;

	if (sending->window < LR_WINDOW_PERCENT) {
		if (sending->window >= 0)
			lr_rule_out(ruled_out,
				    "the target's window was full for %.0f %% of the time",
				    sending->window);
		return NULL;
	}
	if (is_left_full(facts))
		return NULL;
	cause = lr_cause_new(
		LR_CAUSE_TARGET_WINDOW,
		"this machine had data, but waited for the target's receive window for %.0f %% "
		"of %s%s",
		sending->window, run, size);
	add_window(cause, sending);
	return cause;
}

/* Growth of those of the driver's statistics that count received pause frames. */
static uint64_t pauses(const LrRunFacts *facts, const char **name)
{
	uint64_t most = 0;

	for (guint i = 0; facts->before != NULL && i < facts->after->statistics->len; i++) {
		const LrStatistic *to = facts->after->statistics->pdata[i];
		uint64_t from = lr_survey_statistic(facts->before, to->name);
		bool received =
			strstr(to->name, "rx") != NULL || strstr(to->name, "receive") != NULL;
		bool pause = strstr(to->name, "pause") != NULL || strstr(to->name, "xoff") != NULL;

		if (received && pause && to->count > from && to->count - from > most) {
			most = to->count - from;
			*name = to->name;
		}
	}
	return most;
}

static LrCause *flow_control(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	const char *name = NULL;
	uint64_t n = pauses(facts, &name);
	g_autofree char *run = lr_rule_run_dup(facts);
	LrCause *cause;

	if (facts->direction == LR_REVERSE || name == NULL ||
	    (double)n < LR_PAUSES_PER_SECOND * facts->seconds) {
		if (facts->after != NULL && facts->after->statistics->len > 0)
			lr_rule_out(ruled_out, "%" G_GUINT64_FORMAT " pause frames", n);
		return NULL;
	}
	cause = lr_cause_new(LR_CAUSE_FLOW_CONTROL,
			     "the other end of the cable asked %s to pause %" G_GUINT64_FORMAT
			     " times in %s (%s): it cannot pass the data on as fast as it comes",
			     facts->nic->ifname, n, run, name);
	lr_cause_add_number(cause, "pause_frames", (double)n);
	lr_cause_add_text(cause, "statistic", name);
	return cause;
}

static uint64_t dropped_here(const LrRunFacts *facts)
{
	const LrCounters *grown = &facts->grown;
	uint64_t drops = facts->direction == LR_REVERSE
				 ? MAX(grown->rx_dropped, grown->rx_missed_errors)
				 : grown->tx_dropped;

	for (guint i = 0; facts->before != NULL && facts->direction != LR_REVERSE &&
			  i < MIN(facts->after->qdiscs->len, facts->before->qdiscs->len);
	     i++) {
		const LrQdisc *from = facts->before->qdiscs->pdata[i];
		const LrQdisc *to = facts->after->qdiscs->pdata[i];

		drops += to->dropped - MIN(from->dropped, to->dropped);
	}
	return drops;
}

static void add_loss(LrCause *cause, const LrRunFacts *facts)
{
	lr_cause_add_number(cause, "retransmits", (double)facts->retransmits);
	lr_cause_add_number(cause, "loss_percent", facts->loss_percent);
	lr_cause_add_number(cause, "dropped_here", (double)dropped_here(facts));
	lr_rule_add_connections(cause, &facts->sending);
}

/* Lost segments, or round trips that only a queue explains: packets find no way on. */
static bool path_is_full(const LrRunFacts *facts)
{
	if (2 * dropped_here(facts) >= MAX(facts->retransmits, 1))
		return false;
	return facts->retransmits > 0 || lr_run_facts_queue_us(facts) >= LR_QUEUE_US;
}

static LrCause *packet_loss(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	uint64_t here = dropped_here(facts);
	g_autofree char *run = lr_rule_run_dup(facts);
	LrCause *cause;

	if (facts->loss_percent < LR_LOSS_PERCENT) {
		lr_rule_out(ruled_out, "%.3f %% of the segments were sent again",
			    facts->loss_percent);
		return NULL;
	}
	/* Half of the loss or more, counted by this machine itself. */
	if (2 * here >= facts->retransmits) {
		cause = lr_cause_new(LR_CAUSE_PACKET_LOSS,
				     "%s dropped %" G_GUINT64_FORMAT
				     " packets in %s by its own counters; "
				     "%.2f %% of the segments had to be sent again",
				     facts->nic->ifname, here, run, facts->loss_percent);
		lr_cause_advise(cause,
				"enlarge the rings of %s with 'ethtool -G', spread its "
				"interrupts, and look at 'tc -s qdisc'",
				facts->nic->ifname);
	} else {
		cause = lr_cause_new(
			LR_CAUSE_PACKET_LOSS,
			"%.2f %% of the segments were lost on the way and had to be sent "
			"again in %s; %s itself counted %" G_GUINT64_FORMAT " drops",
			facts->loss_percent, run, facts->nic->ifname, here);
	}
	add_loss(cause, facts);
	return cause;
}

/* TCP pushed as hard as it could, waited for nothing that this machine or the target's window could
 * have given, and met the same limit in every second. */
static bool held_by_path(const LrRunFacts *facts)
{
	const LrSpan *rate = &facts->rate;
	bool even = rate->end_ns > rate->begin_ns &&
		    rate->highest - rate->average <= LR_EVEN_SHARE * rate->average &&
		    rate->average - rate->lowest <= LR_EVEN_SHARE * rate->average;
	bool pushed = facts->direction == LR_REVERSE || (facts->sending.busy >= LR_BUSY_PERCENT &&
							 facts->sending.window < LR_WINDOW_PERCENT);

	return even && pushed && path_is_full(facts) && !lr_run_facts_core_bound(facts);
}

static LrCause *path_limit(const LrRunFacts *facts, GPtrArray *ruled_out G_GNUC_UNUSED)
{
	g_autofree char *rate = lr_rate_dup(facts->rate.average);
	LrCause *cause;

	if (!held_by_path(facts))
		return NULL;
	if (facts->n_workers == 1) {
		cause = lr_cause_new(
			LR_CAUSE_PATH_LIMIT,
			"something behind %s lets one connection have %s and no more, in "
			"every second alike; the worker needed %.0f %% of its core",
			facts->nic->ifname, rate, lr_run_facts_demand_percent(facts));
		lr_cause_advise(cause,
				"test with --threads 8: if that is faster, the path limits each "
				"connection; if not, look for the port, shaper or policer that "
				"limits the link");
	} else {
		cause = lr_cause_new(
			LR_CAUSE_PATH_LIMIT,
			"something behind %s lets %u connections have %s together and no "
			"more, in every second alike; no worker needed more than %.0f %% of "
			"its core",
			facts->nic->ifname, facts->n_workers, rate,
			lr_run_facts_demand_percent(facts));
	}
	lr_cause_add_number(cause, "lowest_mbps", facts->rate.lowest);
	lr_cause_add_number(cause, "highest_mbps", facts->rate.highest);
	lr_cause_add_number(cause, "connections", facts->n_workers);
	if (facts->sending.busy >= 0)
		lr_cause_add_number(cause, "busy_percent", facts->sending.busy);
	add_loss(cause, facts);
	return cause;
}

static LrCause *uneven_workers(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	const LrWorkerResult *slowest = NULL;
	double average = (double)facts->receiver_bytes / MAX(facts->n_workers, 1), part;
	LrCause *cause;

	for (guint i = 0; i < facts->run->workers->len; i++) {
		const LrWorkerResult *worker = facts->run->workers->pdata[i];

		if (lr_run_facts_concern(facts, worker) &&
		    (slowest == NULL || worker->receiver_bytes < slowest->receiver_bytes))
			slowest = worker;
	}
	if (facts->n_workers < 2 || average <= 0)
		return NULL;
	part = (double)slowest->receiver_bytes / average;
	/* Where all share one limit, how they share it changes nothing. */
	if (part >= LR_UNEVEN_SHARE || held_by_path(facts)) {
		lr_rule_out(ruled_out, "the slowest worker had %.0f %% of an even share",
			    100 * part);
		return NULL;
	}
	cause = lr_cause_new(
		LR_CAUSE_UNEVEN_WORKERS,
		"the worker for port %u moved only %.0f %% of an even share, and no limit that "
		"all share was found",
		slowest->port, 100 * part);
	lr_cause_add_number(cause, "port", slowest->port);
	lr_cause_add_number(cause, "share_percent", 100 * part);
	lr_cause_add_number(cause, "workers", facts->n_workers);
	return cause;
}

const LrRule *lr_rules_path(void)
{
	static const LrRule rules[] = {
		{ lr_rules_path_blackhole, LR_RULE_EXPLAINS_ONLY },
		{ stall, LR_RULE_DECIDES },
		{ target_cpu_limit, LR_RULE_EXPLAINS_ONLY },
		{ target_window, LR_RULE_EXPLAINS_ONLY },
		{ flow_control, LR_RULE_EXPLAINS },
		{ packet_loss, LR_RULE_EXPLAINS_ONLY },
		{ path_limit, LR_RULE_EXPLAINS_ONLY },
		{ uneven_workers, LR_RULE_EXPLAINS_ONLY },
		{ NULL, 0 },
	};

	return rules;
}
