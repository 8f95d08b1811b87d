/* SPDX-License-Identifier: GPL-3.0-only */
#include "trouble.h"

#define MAX_WORKERS 3

static LrRun *make_run(const LrWorkerEnd *ends, const LrPhase *phases, guint n)
{
	LrRun *run = lr_run_new();

	for (guint i = 0; i < n; i++) {
		LrWorkerResult *worker = lr_worker_result_new();

		worker->target = g_strdup("192.0.2.1");
		worker->port = (uint16_t)(5201 + i);
		worker->cpu = i;
		worker->end = ends[i];
		worker->phase = phases[i];
		worker->error = ends[i] != LR_END_OK ? g_strdup("why") : NULL;
		g_ptr_array_add(run->workers, worker);
	}
	return run;
}

static void the_most_telling_end_names_the_cause(void)
{
	static const struct {
		const char *name;
		guint n;
		LrWorkerEnd ends[MAX_WORKERS];
		LrPhase phases[MAX_WORKERS];
		const char *cause; /* NULL: none */
		bool never_began;
		bool may_pass;
		const char *refused_ports;
	} rows[] = {
		{ "all well", 2, { LR_END_OK, LR_END_OK }, { LR_PHASE_RESULTS, LR_PHASE_RESULTS },
		  NULL, false, false, "" },
		{ "all refused", 2, { LR_END_REFUSED, LR_END_REFUSED }, { 0 }, "target-refused", true,
		  true, "" },
		{ "one of three refused", 3, { LR_END_ABORTED, LR_END_REFUSED, LR_END_ABORTED },
		  { LR_PHASE_DATA, LR_PHASE_START, LR_PHASE_DATA }, "target-refused", true, true, "5202" },
		{ "refused and busy: the busy one is worth waiting for", 2,
		  { LR_END_REFUSED, LR_END_BUSY }, { 0 }, "target-busy", true, true, "5201" },
		{ "no answer", 1, { LR_END_UNREACHABLE }, { 0 }, "target-unreachable", true, true, "" },
		{ "silent from the start", 1, { LR_END_STALLED }, { LR_PHASE_START },
		  "target-protocol", true, false, "" },
		{ "frozen in the work", 1, { LR_END_STALLED }, { LR_PHASE_DATA }, "target-stalled",
		  false, false, "" },
		{ "results never sent", 1, { LR_END_STALLED }, { LR_PHASE_RESULTS }, "target-stalled",
		  false, false, "" },
		{ "died in the work", 2, { LR_END_ABORTED, LR_END_DIED },
		  { LR_PHASE_DATA, LR_PHASE_DATA }, "target-died", false, false, "" },
		{ "own worker killed", 2, { LR_END_ABORTED, LR_END_LOST },
		  { LR_PHASE_DATA, LR_PHASE_DATA }, "worker-lost", false, false, "" },
		{ "broken off before the first byte", 1, { LR_END_ABORTED }, { LR_PHASE_START },
		  "interrupted", true, false, "" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrRun) run = make_run(rows[i].ends, rows[i].phases, rows[i].n);
		g_autoptr(LrCause) cause = lr_trouble_of_run(run);
		g_autoptr(GArray) refused = lr_trouble_refused_ports(run);
		g_autofree char *ports = lr_trouble_ports_dup(refused);

		g_test_message("row '%s'", rows[i].name);
		g_assert_cmpstr(cause != NULL ? lr_cause_id_name(cause->id) : NULL, ==, rows[i].cause);
		g_assert_cmpint(lr_trouble_run_never_began(run), ==, rows[i].never_began);
		g_assert_cmpstr(ports, ==, rows[i].refused_ports);
		if (cause != NULL)
			g_assert_cmpint(lr_trouble_may_pass(cause), ==, rows[i].may_pass);
	}
}

static void the_sentence_names_port_and_target(void)
{
	const LrWorkerEnd ends[] = { LR_END_REFUSED };
	const LrPhase phases[] = { LR_PHASE_START };
	g_autoptr(LrRun) run = make_run(ends, phases, 1);
	g_autoptr(LrCause) cause = lr_trouble_of_run(run);

	g_assert_cmpstr(cause->message, ==, "port 5201 of 192.0.2.1 refused the connection (why)");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/trouble/the-most-telling-end-names-the-cause",
			the_most_telling_end_names_the_cause);
	g_test_add_func("/trouble/the-sentence-names-port-and-target",
			the_sentence_names_port_and_target);
	return g_test_run();
}
