/* SPDX-License-Identifier: GPL-3.0-only */
#include "trouble.h"

#include "units.h"

/* The first segment of a data connection carries 37 bytes, the cookie that names the test; the next
 * ones are full. When nothing beyond this was acknowledged, no full segment arrived. */
#define COOKIE_BYTES 37

/* From the most to the least telling. An aborted worker only follows from another's end. */
static const struct {
	LrWorkerEnd end;
	LrCauseId cause;
	bool silence; /* the interface or the path may be the reason */
	const char *sentence; /* after "port N of ADDRESS" */
} ends[] = {
	{ LR_END_LOST, LR_CAUSE_WORKER_LOST, false, NULL },
	{ LR_END_PROTOCOL, LR_CAUSE_TARGET_PROTOCOL, false,
	  "does not behave like an iperf3 server" },
	{ LR_END_STALLED, LR_CAUSE_TARGET_STALLED, true, "fell silent" },
	{ LR_END_DIED, LR_CAUSE_TARGET_DIED, true, "broke off the test" },
	{ LR_END_BUSY, LR_CAUSE_TARGET_BUSY, false, "serves another client" },
	{ LR_END_UNREACHABLE, LR_CAUSE_TARGET_UNREACHABLE, true, "does not answer" },
	{ LR_END_REFUSED, LR_CAUSE_TARGET_REFUSED, false, "refused the connection" },
	{ LR_END_ABORTED, LR_CAUSE_INTERRUPTED, false, NULL },
};

static const LrWorkerResult *find_end(const LrRun *run, LrWorkerEnd end)
{
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->end == end)
			return worker;
	}
	return NULL;
}

static const LrSample *last_sample(const LrRun *run)
{
	return run->samples->len > 0 ? run->samples->pdata[run->samples->len - 1] : NULL;
}

static uint64_t carrier_changes(const LrRun *run)
{
	const LrSample *first = run->samples->len > 0 ? run->samples->pdata[0] : NULL;
	const LrSample *last = last_sample(run);

	return first != NULL && !last->gone && !first->gone
		       ? last->counters.carrier_changes - first->counters.carrier_changes
		       : 0;
}

static LrCause *lost_carrier(const LrRun *run, const LrAftermath *after)
{
	uint64_t changes = carrier_changes(run);
	LrCause *cause;

	if (after->carrier == LR_YES && changes == 0)
		return NULL;
	/* Each loss and each return is a change. */
	cause = lr_cause_new(
		LR_CAUSE_LINK_FLAP,
		after->carrier == LR_YES
			? "%s lost its carrier in mid-run, and the traffic did not recover"
			: "%s lost its carrier in mid-run, and it did not come back",
		after->ifname);
	lr_cause_add_number(cause, "carrier_changes", (double)changes);
	return cause;
}

/* The last that was seen of a worker's data connections; NULL when they never were. */
static const LrFlow *last_flow(const LrRun *run, const LrWorkerResult *worker)
{
	for (guint i = run->samples->len; i-- > 0;) {
		const LrSample *sample = run->samples->pdata[i];

		for (guint k = 0; k < sample->flows->len; k++) {
			const LrFlow *flow = &g_array_index(sample->flows, LrFlow, k);

			if (flow->port == worker->port)
				return flow;
		}
	}
	return NULL;
}

/* Small packets pass, full ones do not: nobody on the way said that they are too big. */
static LrCause *black_hole(const LrRun *run, const LrWorkerResult *worker, const LrAftermath *after)
{
	const LrFlow *flow = last_flow(run, worker);
	LrCause *cause;

	if (flow == NULL || worker->direction == LR_REVERSE ||
	    flow->acked_bytes > COOKIE_BYTES + 1 || flow->retransmits == 0 ||
	    after->answer != LR_ANSWER_HERE)
		return NULL;
	cause = lr_cause_new(
		LR_CAUSE_MTU_BLACKHOLE,
		"%s answers, but no segment of %u bytes reached it, though each was sent "
		"again and again",
		worker->target, flow->mss_bytes);
	lr_cause_add_number(cause, "segment_bytes", flow->mss_bytes);
	lr_cause_add_number(cause, "retransmits", (double)flow->retransmits);
	lr_cause_add_number(cause, "acked_bytes", (double)flow->acked_bytes);
	return cause;
}

static LrCause *no_carrier(const LrRun *run, const LrAftermath *after)
{
	if (!lr_trouble_run_never_began(run))
		return lost_carrier(run, after);
	if (after->carrier == LR_YES)
		return NULL;
	return lr_cause_new(LR_CAUSE_NO_LINK, "%s lost its carrier before the test began",
			    after->ifname);
}

/* Why a target seemed to be silent, when it was not the target. */
static LrCause *explain_silence(const LrRun *run, const LrWorkerResult *worker,
				const LrAftermath *after)
{
	LrCause *cause;

	if (after->gone) {
		cause = lr_cause_new(LR_CAUSE_NO_SUCH_INTERFACE, "%s vanished while it was tested",
				     after->ifname);
		lr_cause_set_remedy(cause,
				    "look in the kernel log for why the interface went away");
		return cause;
	}
	if ((cause = no_carrier(run, after)) != NULL)
		return cause;
	if (!after->has_address) {
		cause = lr_cause_new(LR_CAUSE_NO_ADDRESS, "%s lost its address while it was tested",
				     after->ifname);
		lr_cause_set_remedy(cause,
				    "look for what configures %s: a lease that was not renewed?",
				    after->ifname);
		return cause;
	}
	if (after->answer == LR_ANSWER_ELSEWHERE) {
		cause = lr_cause_new(LR_CAUSE_REPLIES_ELSEWHERE,
				     "what %s answers to %s comes in through %s", worker->target,
				     after->ifname, after->elsewhere);
		lr_cause_add_text(cause, "elsewhere", after->elsewhere);
		return cause;
	}
	return black_hole(run, worker, after);
}

static LrCause *make_cause(size_t row, const LrWorkerResult *worker)
{
	bool stalled = ends[row].end == LR_END_STALLED;
	LrCause *cause;

	if (ends[row].end == LR_END_LOST)
		cause = lr_cause_new(ends[row].cause, "the worker on core %u %s", worker->cpu,
				     worker->error);
	else if (ends[row].end == LR_END_ABORTED)
		cause = lr_cause_new(ends[row].cause, "the test was broken off");
	/* A server that never spoke is no iperf3 server, or none that is free: it did not stall in
	 * the work. */
	else if (stalled && worker->phase == LR_PHASE_START)
		cause = lr_cause_new(LR_CAUSE_TARGET_PROTOCOL,
				     "port %u of %s took the connection and sent no word of iperf3",
				     worker->port, worker->target);
	else if (ends[row].end == LR_END_DIED && worker->phase == LR_PHASE_START)
		cause = lr_cause_new(
			LR_CAUSE_TARGET_PROTOCOL,
			"port %u of %s closed the connection before it agreed to a test (%s)",
			worker->port, worker->target, worker->error);
	else if (stalled && worker->phase == LR_PHASE_AGREED)
		cause = lr_cause_new(ends[row].cause,
				     "port %u of %s agreed to a test, but no data came",
				     worker->port, worker->target);
	else
		cause = lr_cause_new(ends[row].cause, "port %u of %s %s (%s)", worker->port,
				     worker->target, ends[row].sentence, worker->error);
	return cause;
}

LrCause *lr_trouble_of_run(const LrRun *run, const LrAftermath *after)
{
	for (size_t row = 0; row < G_N_ELEMENTS(ends); row++) {
		const LrWorkerResult *worker = find_end(run, ends[row].end);
		LrCause *cause = NULL;

		if (worker == NULL)
			continue;
		if (ends[row].silence && after != NULL)
			cause = explain_silence(run, worker, after);
		if (cause == NULL)
			cause = make_cause(row, worker);
		lr_cause_add_text(cause, "target", worker->target);
		lr_cause_add_number(cause, "port", worker->port);
		lr_cause_add_text(cause, "phase", lr_phase_name(worker->phase));
		return cause;
	}
	return NULL;
}

bool lr_trouble_is_silence(const LrRun *run)
{
	for (size_t row = 0; row < G_N_ELEMENTS(ends); row++) {
		if (find_end(run, ends[row].end) != NULL)
			return ends[row].silence;
	}
	return false;
}

bool lr_trouble_run_never_began(const LrRun *run)
{
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];
		bool began = worker->phase == LR_PHASE_DATA || worker->phase == LR_PHASE_RESULTS;

		/* One that moved data until another could not begin has begun nothing that counts.
		 */
		if (worker->end == LR_END_OK || (began && worker->end != LR_END_ABORTED))
			return false;
	}
	return true;
}

bool lr_trouble_run_moved_data(const LrRun *run)
{
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->start_ns != 0)
			return true;
	}
	return false;
}

bool lr_trouble_is_turned_away(const LrRun *run)
{
	const LrWorkerResult *worker = find_end(run, LR_END_DIED);

	return worker != NULL && worker->phase == LR_PHASE_START && lr_trouble_run_never_began(run);
}

bool lr_trouble_may_pass(const LrCause *cause)
{
	return cause->id == LR_CAUSE_TARGET_BUSY || cause->id == LR_CAUSE_TARGET_REFUSED ||
	       cause->id == LR_CAUSE_TARGET_UNREACHABLE || cause->id == LR_CAUSE_NO_LINK;
}

static int hope(const LrCause *cause)
{
	if (cause == NULL)
		return 0;
	switch (cause->id) {
	case LR_CAUSE_NO_ADDRESS:
	case LR_CAUSE_NO_ROUTE:
	case LR_CAUSE_TARGET_UNRESOLVABLE:
		return 1;
	default:
		return lr_trouble_may_pass(cause) ? 3 : 2;
	}
}

const LrCause *lr_trouble_more_hopeful(const LrCause *first, const LrCause *second)
{
	return hope(first) >= hope(second) ? first : second;
}

GArray *lr_trouble_missing_ports(const LrRun *run)
{
	GArray *ports = g_array_new(FALSE, FALSE, sizeof(uint16_t));
	bool others_answer = lr_trouble_run_moved_data(run);

	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->end == LR_END_REFUSED ||
		    (worker->end == LR_END_UNREACHABLE && others_answer))
			g_array_append_val(ports, worker->port);
	}
	if (ports->len == run->workers->len)
		g_array_set_size(ports, 0);
	return ports;
}

char *lr_trouble_ports_dup(const GArray *ports)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < ports->len; i++)
		g_string_append_printf(text, "%s%u", i > 0 ? ", " : "",
				       g_array_index(ports, uint16_t, i));
	return g_string_free(text, FALSE);
}
