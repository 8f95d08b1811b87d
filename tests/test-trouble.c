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
		worker->start_ns = phases[i] >= LR_PHASE_DATA ? 1 : 0;
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
		const char *missing_ports;
	} rows[] = {
		{ "all well",
		  2,
		  { LR_END_OK, LR_END_OK },
		  { LR_PHASE_RESULTS, LR_PHASE_RESULTS },
		  NULL,
		  false,
		  false,
		  "" },
		{ "all refused",
		  2,
		  { LR_END_REFUSED, LR_END_REFUSED },
		  { 0 },
		  "target-refused",
		  true,
		  true,
		  "" },
		{ "one of three refused",
		  3,
		  { LR_END_ABORTED, LR_END_REFUSED, LR_END_ABORTED },
		  { LR_PHASE_DATA, LR_PHASE_START, LR_PHASE_DATA },
		  "target-refused",
		  true,
		  true,
		  "5202" },
		{ "refused and busy: the busy one is worth waiting for",
		  2,
		  { LR_END_REFUSED, LR_END_BUSY },
		  { 0 },
		  "target-busy",
		  true,
		  true,
		  "5201" },
		{ "no answer",
		  1,
		  { LR_END_UNREACHABLE },
		  { 0 },
		  "target-unreachable",
		  true,
		  true,
		  "" },
		{ "one of two does not answer",
		  2,
		  { LR_END_ABORTED, LR_END_UNREACHABLE },
		  { LR_PHASE_DATA, LR_PHASE_START },
		  "target-unreachable",
		  true,
		  true,
		  "5202" },
		{ "one does not answer, the other did not get far enough to tell",
		  2,
		  { LR_END_ABORTED, LR_END_UNREACHABLE },
		  { 0 },
		  "target-unreachable",
		  true,
		  true,
		  "" },
		{ "agreed, then no data",
		  1,
		  { LR_END_STALLED },
		  { LR_PHASE_AGREED },
		  "target-stalled",
		  true,
		  false,
		  "" },
		{ "silent from the start",
		  1,
		  { LR_END_STALLED },
		  { LR_PHASE_START },
		  "target-protocol",
		  true,
		  false,
		  "" },
		{ "frozen in the work",
		  1,
		  { LR_END_STALLED },
		  { LR_PHASE_DATA },
		  "target-stalled",
		  false,
		  false,
		  "" },
		{ "results never sent",
		  1,
		  { LR_END_STALLED },
		  { LR_PHASE_RESULTS },
		  "target-stalled",
		  false,
		  false,
		  "" },
		{ "closed before the test was agreed",
		  1,
		  { LR_END_DIED },
		  { LR_PHASE_START },
		  "target-protocol",
		  true,
		  false,
		  "" },
		{ "died in the work",
		  2,
		  { LR_END_ABORTED, LR_END_DIED },
		  { LR_PHASE_DATA, LR_PHASE_DATA },
		  "target-died",
		  false,
		  false,
		  "" },
		{ "own worker killed",
		  2,
		  { LR_END_ABORTED, LR_END_LOST },
		  { LR_PHASE_DATA, LR_PHASE_DATA },
		  "worker-lost",
		  false,
		  false,
		  "" },
		{ "broken off before the first byte",
		  1,
		  { LR_END_ABORTED },
		  { LR_PHASE_START },
		  "interrupted",
		  true,
		  false,
		  "" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrRun) run = make_run(rows[i].ends, rows[i].phases, rows[i].n);
		g_autoptr(LrCause) cause = lr_trouble_of_run(run, NULL);
		g_autoptr(GArray) missing = lr_trouble_missing_ports(run);
		g_autofree char *ports = lr_trouble_ports_dup(missing);

		g_test_message("row '%s'", rows[i].name);
		g_assert_cmpstr(cause != NULL ? lr_cause_id_name(cause->id) : NULL, ==,
				rows[i].cause);
		g_assert_cmpint(lr_trouble_run_never_began(run), ==, rows[i].never_began);
		g_assert_cmpstr(ports, ==, rows[i].missing_ports);
		if (cause != NULL)
			g_assert_cmpint(lr_trouble_may_pass(cause), ==, rows[i].may_pass);
	}
}

static void the_sentence_names_port_and_target(void)
{
	const LrWorkerEnd ends[] = { LR_END_REFUSED };
	const LrPhase phases[] = { LR_PHASE_START };
	g_autoptr(LrRun) run = make_run(ends, phases, 1);
	g_autoptr(LrCause) cause = lr_trouble_of_run(run, NULL);

	g_assert_cmpstr(cause->message, ==, "port 5201 of 192.0.2.1 refused the connection (why)");
}

static void add_sample(LrRun *run, uint64_t carrier_changes, uint64_t acked_bytes,
		       uint64_t retransmits)
{
	LrSample *sample = lr_sample_new();
	LrFlow flow = { .port = 5201,
			.acked_bytes = acked_bytes,
			.retransmits = retransmits,
			.mss_bytes = 1448 };

	sample->counters.carrier_changes = carrier_changes;
	g_array_append_val(sample->flows, flow);
	g_ptr_array_add(run->samples, sample);
}

/* What was found once a target had fallen silent. Each row differs in one thing from "the target
 * itself". */
static void silence_is_not_always_the_targets_fault(void)
{
	static const struct {
		const char *name;
		LrWorkerEnd end;
		LrPhase phase;
		LrDirection direction;
		bool gone;
		LrTristate carrier;
		bool has_address;
		LrAnswer answer;
		uint64_t carrier_changes, acked_bytes, retransmits;
		const char *cause;
	} rows[] = {
		{ "the target itself", LR_END_STALLED, LR_PHASE_DATA, LR_FORWARD, false, LR_YES,
		  true, LR_ANSWER_HERE, 0, 5000000, 9, "target-stalled" },
		{ "interface gone", LR_END_STALLED, LR_PHASE_DATA, LR_FORWARD, true, LR_UNKNOWN,
		  false, LR_ANSWER_NONE, 0, 5000000, 9, "no-such-interface" },
		{ "carrier gone", LR_END_STALLED, LR_PHASE_DATA, LR_FORWARD, false, LR_NO, true,
		  LR_ANSWER_NONE, 1, 5000000, 9, "link-flap" },
		{ "carrier back too late", LR_END_STALLED, LR_PHASE_DATA, LR_FORWARD, false, LR_YES,
		  true, LR_ANSWER_HERE, 2, 5000000, 9, "link-flap" },
		{ "carrier gone before the first byte", LR_END_UNREACHABLE, LR_PHASE_START,
		  LR_FORWARD, false, LR_NO, true, LR_ANSWER_NONE, 1, 0, 0, "no-link" },
		{ "carrier back before the first byte", LR_END_UNREACHABLE, LR_PHASE_START,
		  LR_FORWARD, false, LR_YES, true, LR_ANSWER_NONE, 2, 0, 0, "target-unreachable" },
		{ "address gone", LR_END_STALLED, LR_PHASE_DATA, LR_FORWARD, false, LR_YES, false,
		  LR_ANSWER_NONE, 0, 5000000, 9, "no-address" },
		{ "replies at another interface", LR_END_UNREACHABLE, LR_PHASE_START, LR_FORWARD,
		  false, LR_YES, true, LR_ANSWER_ELSEWHERE, 0, 0, 0, "replies-elsewhere" },
		{ "no full segment arrives", LR_END_STALLED, LR_PHASE_DATA, LR_FORWARD, false,
		  LR_YES, true, LR_ANSWER_HERE, 0, 37, 9, "mtu-blackhole" },
		{ "the cookie and the handshake's number", LR_END_STALLED, LR_PHASE_DATA,
		  LR_FORWARD, false, LR_YES, true, LR_ANSWER_HERE, 0, 38, 9, "mtu-blackhole" },
		{ "one full segment arrived", LR_END_STALLED, LR_PHASE_DATA, LR_FORWARD, false,
		  LR_YES, true, LR_ANSWER_HERE, 0, 37 + 1448, 9, "target-stalled" },
		{ "not even small packets arrive", LR_END_STALLED, LR_PHASE_DATA, LR_FORWARD, false,
		  LR_YES, true, LR_ANSWER_NONE, 0, 37, 9, "target-stalled" },
		{ "nothing was sent again", LR_END_STALLED, LR_PHASE_DATA, LR_FORWARD, false,
		  LR_YES, true, LR_ANSWER_HERE, 0, 37, 0, "target-stalled" },
		{ "this machine receives", LR_END_STALLED, LR_PHASE_DATA, LR_REVERSE, false, LR_YES,
		  true, LR_ANSWER_HERE, 0, 37, 9, "target-stalled" },
		{ "own worker lost, whatever else", LR_END_LOST, LR_PHASE_DATA, LR_FORWARD, false,
		  LR_NO, false, LR_ANSWER_NONE, 1, 37, 9, "worker-lost" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrRun) run = make_run(&rows[i].end, &rows[i].phase, 1);
		g_autoptr(LrAftermath) after = lr_aftermath_new("eth1");
		g_autoptr(LrCause) cause = NULL;

		g_test_message("row '%s'", rows[i].name);
		((LrWorkerResult *)run->workers->pdata[0])->direction = rows[i].direction;
		add_sample(run, 3, 0, 0);
		add_sample(run, 3 + rows[i].carrier_changes, rows[i].acked_bytes,
			   rows[i].retransmits);
		after->gone = rows[i].gone;
		after->carrier = rows[i].carrier;
		after->has_address = rows[i].has_address;
		after->answer = rows[i].answer;
		after->elsewhere = g_strdup("eth2");
		cause = lr_trouble_of_run(run, after);
		g_assert_cmpstr(lr_cause_id_name(cause->id), ==, rows[i].cause);
	}
}

static void the_target_that_gives_most_hope_is_told(void)
{
	static const struct {
		LrCauseId first, second, told;
	} rows[] = {
		{ LR_CAUSE_TARGET_BUSY, LR_CAUSE_NO_ROUTE, LR_CAUSE_TARGET_BUSY },
		{ LR_CAUSE_NO_ROUTE, LR_CAUSE_TARGET_REFUSED, LR_CAUSE_TARGET_REFUSED },
		{ LR_CAUSE_NO_ADDRESS, LR_CAUSE_TARGET_PROTOCOL, LR_CAUSE_TARGET_PROTOCOL },
		{ LR_CAUSE_TARGET_PROTOCOL, LR_CAUSE_TARGET_BUSY, LR_CAUSE_TARGET_BUSY },
		{ LR_CAUSE_TARGET_BUSY, LR_CAUSE_TARGET_REFUSED, LR_CAUSE_TARGET_BUSY },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrCause) first = lr_cause_new(rows[i].first, "seen");
		g_autoptr(LrCause) second = lr_cause_new(rows[i].second, "seen");

		g_assert_cmpint(lr_trouble_more_hopeful(first, second)->id, ==, rows[i].told);
		g_assert_true(lr_trouble_more_hopeful(NULL, second) == second);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/trouble/the-most-telling-end-names-the-cause",
			the_most_telling_end_names_the_cause);
	g_test_add_func("/trouble/the-sentence-names-port-and-target",
			the_sentence_names_port_and_target);
	g_test_add_func("/trouble/silence-is-not-always-the-targets-fault",
			silence_is_not_always_the_targets_fault);
	g_test_add_func("/trouble/the-target-that-gives-most-hope-is-told",
			the_target_that_gives_most_hope_is_told);
	return g_test_run();
}
