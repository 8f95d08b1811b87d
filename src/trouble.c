/* SPDX-License-Identifier: GPL-3.0-only */
#include "trouble.h"

#include "units.h"

/* From the most to the least telling. An aborted worker only follows from another's end. */
static const struct {
	LrWorkerEnd end;
	LrCauseId cause;
	const char *sentence; /* after "port N of ADDRESS" */
} ends[] = {
	{ LR_END_LOST, LR_CAUSE_WORKER_LOST, NULL },
	{ LR_END_PROTOCOL, LR_CAUSE_TARGET_PROTOCOL, "does not speak iperf3" },
	{ LR_END_STALLED, LR_CAUSE_TARGET_STALLED, "fell silent" },
	{ LR_END_DIED, LR_CAUSE_TARGET_DIED, "broke off the test" },
	{ LR_END_BUSY, LR_CAUSE_TARGET_BUSY, "serves another client" },
	{ LR_END_UNREACHABLE, LR_CAUSE_TARGET_UNREACHABLE, "does not answer" },
	{ LR_END_REFUSED, LR_CAUSE_TARGET_REFUSED, "refused the connection" },
	{ LR_END_ABORTED, LR_CAUSE_INTERRUPTED, NULL },
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

static LrCauseId cause_of_end(size_t row, const LrWorkerResult *worker)
{
	/* A server that never spoke is no iperf3 server, or none that is free: it did not stall in
	 * the work. */
	if (ends[row].end == LR_END_STALLED && worker->phase == LR_PHASE_START)
		return LR_CAUSE_TARGET_PROTOCOL;
	return ends[row].cause;
}

static LrCause *make_cause(size_t row, const LrWorkerResult *worker)
{
	LrCauseId id = cause_of_end(row, worker);
	LrCause *cause;

	if (ends[row].end == LR_END_LOST)
		cause = lr_cause_new(id, "the worker on core %u %s", worker->cpu, worker->error);
	else if (ends[row].end == LR_END_ABORTED)
		cause = lr_cause_new(id, "the test was broken off");
	else if (ends[row].end == LR_END_STALLED && worker->phase == LR_PHASE_START)
		cause = lr_cause_new(id, "port %u of %s took the connection and sent no word of iperf3",
				     worker->port, worker->target);
	else
		cause = lr_cause_new(id, "port %u of %s %s (%s)", worker->port, worker->target,
				     ends[row].sentence, worker->error);
	lr_cause_add_text(cause, "target", worker->target);
	lr_cause_add_number(cause, "port", worker->port);
	lr_cause_add_text(cause, "phase", lr_phase_name(worker->phase));
	return cause;
}

LrCause *lr_trouble_of_run(const LrRun *run)
{
	for (size_t row = 0; row < G_N_ELEMENTS(ends); row++) {
		const LrWorkerResult *worker = find_end(run, ends[row].end);

		if (worker != NULL)
			return make_cause(row, worker);
	}
	return NULL;
}

bool lr_trouble_run_never_began(const LrRun *run)
{
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		/* One that moved data until another could not begin has begun nothing that counts. */
		if (worker->end == LR_END_OK ||
		    (worker->phase != LR_PHASE_START && worker->end != LR_END_ABORTED))
			return false;
	}
	return true;
}

bool lr_trouble_may_pass(const LrCause *cause)
{
	return cause->id == LR_CAUSE_TARGET_BUSY || cause->id == LR_CAUSE_TARGET_REFUSED ||
	       cause->id == LR_CAUSE_TARGET_UNREACHABLE;
}

GArray *lr_trouble_refused_ports(const LrRun *run)
{
	GArray *ports = g_array_new(FALSE, FALSE, sizeof(uint16_t));

	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->end == LR_END_REFUSED)
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
