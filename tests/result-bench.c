/* SPDX-License-Identifier: GPL-3.0-only */
#include "result-bench.h"

#include <math.h>

#include "result-parts.h"
#include "units.h"

#define SECOND LR_NS_PER_SECOND

static LrResult *make_pass(void)
{
	LrResult *result = lr_parts_result_make("enp59s0f0", 10000, 4, 4, 20);

	lr_parts_add_attempt(result, "lab-target", "192.0.2.10", 0, NULL);
	lr_parts_add_run(result, 9354.2);
	lr_parts_add_run(result, 9361.7);
	lr_parts_add_run(result, 9349.9);
	lr_parts_add_run(result, 9355.5);
	lr_parts_judge(result, LR_PASS, 93.48, NULL);
	return result;
}

static LrResult *make_slow(void)
{
	LrResult *result = lr_parts_result_make("eth1", 1000, 1, 1, 10);
	LrCause *cause =
		lr_cause_new(LR_CAUSE_BELOW_THRESHOLD,
			     "eth1 moved 478 Mb/s and nothing that was looked at explains it");
	LrCause *hint = lr_cause_new(LR_CAUSE_HALF_DUPLEX, "the link of eth1 is half-duplex");
	LrRun *run;

	lr_cause_add_number(cause, "goodput_mbps", 478.2140625);
	lr_cause_add_number(cause, "reference_mbps", 1000);
	lr_cause_add_text(cause, "congestion", "cubic");
	lr_parts_add_attempt(result, "lab-target", "192.0.2.10", 0, NULL);
	run = lr_parts_add_run(result, 478.2);
	lr_parts_add_surveys(run);
	lr_parts_judge(result, LR_FAIL, 47.82, cause);
	g_ptr_array_add(result->verdict->hints, lr_parts_with_remedy(hint));
	return result;
}

/* Fast enough, and a failure all the same. */
static LrResult *make_busy(void)
{
	LrResult *result = lr_parts_result_make("eth2", 2500, 1, 1, 10);
	LrCause *cause =
		lr_cause_new(LR_CAUSE_CPU_LIMIT, "the workers' cores were busy for 96 %% of "
						 "the time, threshold 90 %%");

	lr_cause_add_number(cause, "load_percent", 96.4);
	lr_parts_add_attempt(result, "192.0.2.10", "192.0.2.10", 0, NULL);
	lr_parts_add_run(result, 2340);
	lr_parts_judge(result, LR_FAIL, 93.6, cause);
	return result;
}

static LrResult *make_underspeed(void)
{
	LrResult *result = lr_parts_result_make("eth1", 10000, 4, 1, 10);
	LrCause *cause = lr_cause_new(LR_CAUSE_LINK_UNDERSPEED,
				      "the link of eth1 runs at 1 Gb/s, its reference is 10 Gb/s");

	result->nic->link_mbps = 1000;
	lr_cause_add_number(cause, "link_mbps", 1000);
	lr_cause_add_number(cause, "reference_mbps", 10000);
	lr_parts_judge(result, LR_FAIL, 0, cause);
	return result;
}

static LrResult *make_refused(void)
{
	LrResult *result = lr_parts_result_make("eth1", 1000, 1, 1, 10);
	LrCause *refused = lr_cause_new(LR_CAUSE_TARGET_REFUSED,
					"192.0.2.11 refused the connection on port 5201");

	for (guint i = 0; i < 12; i++)
		lr_parts_add_attempt(
			result, "lab-target", "192.0.2.10", 5 * i,
			lr_cause_new(LR_CAUSE_TARGET_BUSY, "192.0.2.10 serves another client"));
	lr_parts_add_attempt(result, "spare", "192.0.2.11", 60, lr_cause_copy(refused));
	lr_parts_judge(result, LR_OUTCOME_ERROR, 0, refused);
	return result;
}

static LrResult *make_no_interface(void)
{
	LrResult *result = lr_parts_result_make("eth9", 0, 0, 1, 10);

	lr_nic_free(result->nic);
	result->nic = lr_nic_new("eth9");
	lr_parts_judge(result, LR_OUTCOME_ERROR, 0,
		       lr_cause_new(LR_CAUSE_NO_SUCH_INTERFACE, "there is no interface eth9"));
	return result;
}

static LrResult *make_died(void)
{
	LrResult *result = lr_parts_result_make("enp59s0f1", 10000, 3, 2, 30);
	LrRun *run;
	LrWorkerResult *worker;

	lr_parts_add_attempt(result, "lab-target", "192.0.2.10", 0, NULL);
	lr_parts_add_run(result, 9354.2);
	run = lr_parts_add_run(result, 3100);
	worker = run->workers->pdata[1];
	worker->end = LR_END_DIED;
	worker->phase = LR_PHASE_DATA;
	worker->receiver_bytes = worker->receiver_ns = 0;
	worker->error = g_strdup("control socket has closed unexpectedly");
	worker = run->workers->pdata[2];
	worker->end = LR_END_ABORTED;
	worker->phase = LR_PHASE_START;
	worker->receiver_bytes = worker->receiver_ns = worker->start_ns = 0;
	worker->error = g_strdup("ended by the crew because the worker for port 5202 came to "
				 "nothing before this one could begin to send");
	lr_run_sum(run);
	lr_parts_judge(result, LR_OUTCOME_ERROR, 0,
		       lr_cause_new(LR_CAUSE_TARGET_DIED,
				    "the server on port 5202 of 192.0.2.10 ended in "
				    "mid-run"));
	return result;
}

static LrResult *make_bidirectional(void)
{
	LrResult *result = lr_parts_result_make("enp59s0f0", 10000, 4, 1, 10);
	LrRun *run;

	result->request->direction = LR_BIDIRECTIONAL;
	result->request->speed_mbps = 10000;
	result->plan->reference_source = LR_SPEED_OVERRIDE;
	g_ptr_array_add(result->plan->warnings,
			g_strdup("the interface is next to node 1, but none "
				 "of its cores may be used"));
	lr_parts_add_attempt(result, "lab-target", "192.0.2.10", 0, NULL);
	run = lr_parts_add_run(result, 9200);
	for (guint i = 2; i < run->workers->len; i++) {
		LrWorkerResult *worker = run->workers->pdata[i];

		worker->direction = LR_REVERSE;
	}
	lr_run_sum(run);
	g_ptr_array_set_size(run->samples, 0);
	lr_parts_add_samples(run, 12, 8);
	lr_parts_judge(result, LR_FAIL, 45.99,
		       lr_cause_new(LR_CAUSE_PCIE_LIMIT, "the slot gives x1"));
	return result;
}

/* Everything that may come from outside comes as badly as it can. */
static LrResult *make_hostile(void)
{
	static const char nasty[] = "</title><script>alert('x')</script>&\"\x1b[31m\xff\n\t\\";
	LrResult *result = lr_parts_result_make("$(id)<b>'\"&", 1000, 2, 1, 10);
	LrCause *cause = lr_cause_new(LR_CAUSE_PACKET_LOSS, "%s", nasty);
	LrRun *run;
	LrWorkerResult *worker;

	g_free(result->nic->product);
	result->nic->product = g_strdup(nasty);
	g_free(result->machine);
	result->machine = g_strdup("M\xc3\xbcller & S\xc3\xb6hne");
	result->request->congestion = g_strdup(nasty);
	lr_cause_add_text(cause, "text<i>", nasty);
	lr_cause_add_number(cause, "not_a_number", NAN);
	lr_cause_add_number(cause, "endless", INFINITY);
	lr_cause_add_number(cause, "huge", 1e300);
	g_ptr_array_add(result->plan->warnings, g_strdup(nasty));
	lr_parts_add_attempt(result, nasty, nasty, 0, NULL);
	run = lr_parts_add_run(result, 900);
	worker = run->workers->pdata[0];
	worker->error = g_strdup(nasty);
	worker->end = LR_END_PROTOCOL;
	worker->receiver_bytes = G_MAXUINT64;
	worker->cpu_percent = NAN;
	((LrSample *)run->samples->pdata[5])->counters.tx_bytes = G_MAXUINT64;
	((LrSample *)run->samples->pdata[6])->counters.tx_bytes = 0;
	lr_run_sum(run);
	run->goodput_mbps = INFINITY;
	lr_parts_judge(result, LR_FAIL, NAN, cause);
	lr_cause_set_remedy(cause, "%s", nasty);
	lr_parts_add_surveys(run);
	g_ptr_array_add(((LrSurvey *)run->surveys->pdata[2])->kernel_lines, g_strdup(nasty));
	return result;
}

static LrResult *make_bare(void)
{
	LrResult *result = lr_result_new();

	result->nic = lr_nic_new("x");
	result->request = lr_request_new();
	result->verdict = lr_verdict_new(LR_OUTCOME_ERROR);
	return result;
}

/* A quarter of an hour in which a lot goes wrong: a link that goes and comes back, losses, a core
 * that drowns in softirq, and a moment at full speed. */
static LrResult *make_eventful(void)
{
	LrResult *result = lr_parts_result_make("enp59s0f1", 25000, 12, 1, 900);
	LrCause *flap =
		lr_cause_new(LR_CAUSE_LINK_FLAP, "the carrier of enp59s0f1 went away 2 times");
	LrRun *run;
	uint64_t lost_bytes = 0;

	lr_parts_add_attempt(
		result, "lab-target", "192.0.2.10", 0,
		lr_cause_new(LR_CAUSE_TARGET_BUSY, "192.0.2.10 serves another client"));
	lr_parts_add_attempt(result, "lab-target", "192.0.2.10", 31, NULL);
	run = lr_parts_add_run(result, 18200);
	for (guint i = 0; i < run->samples->len; i++) {
		LrSample *sample = run->samples->pdata[i];
		LrCpuTime *busy = &g_array_index(sample->cpus, LrCpuTime, 0);

		if (i >= 300 && i < 306)
			lost_bytes += 130000000;
		for (guint w = 0; w < sample->flows->len; w++) {
			LrFlow *flow = &g_array_index(sample->flows, LrFlow, w);

			flow->acked_bytes -= lost_bytes;
			flow->retransmits += i > 305 ? 800 + i * w / 3 : 0;
			if (i == 600)
				flow->acked_bytes += 60000000;
		}
		sample->counters.carrier_changes += i >= 306 ? 4 : i >= 300 ? 2 : 0;
		sample->counters.rx_dropped += i / 60 * 17;
		busy->busy_ns += i > 450 ? (i - 450) * SECOND / 2 : 0;
		busy->softirq_ns += i > 450 ? (i - 450) * SECOND / 2 : 0;
	}
	lr_cause_add_number(flap, "carrier_changes", 4);
	lr_parts_judge(result, LR_FAIL, 72.8, flap);
	g_ptr_array_add(result->verdict->causes,
			lr_parts_with_remedy(lr_cause_new(
				LR_CAUSE_PACKET_LOSS, "1.3 %% of the segments were sent again")));
	g_ptr_array_add(
		result->verdict->hints,
		lr_parts_with_remedy(lr_cause_new(LR_CAUSE_SOFTIRQ_LIMIT,
						  "core 0 spent half of its time in softirq")));
	lr_parts_add_surveys(run);
	return result;
}

LrResult *lr_bench_long_result(guint n_samples, guint n_cpus)
{
	LrResult *result = lr_parts_result_make("enp59s0f0", 10000, 2, 1, n_samples);
	LrRun *run = lr_parts_add_run(result, 9400);

	g_ptr_array_set_size(run->samples, 0);
	lr_parts_add_samples(run, n_samples, n_cpus);
	lr_parts_judge(result, LR_PASS, 94, NULL);
	return result;
}

const LrBenchResult lr_bench_results[] = {
	{ "pass", make_pass },	       { "slow", make_slow },
	{ "busy", make_busy },	       { "underspeed", make_underspeed },
	{ "refused", make_refused },   { "no-interface", make_no_interface },
	{ "died", make_died },	       { "bidirectional", make_bidirectional },
	{ "hostile", make_hostile },   { "bare", make_bare },
	{ "eventful", make_eventful }, { NULL, NULL },
};

LrResult *lr_bench_result(const char *name)
{
	for (guint i = 0; lr_bench_results[i].name != NULL; i++) {
		if (g_str_equal(lr_bench_results[i].name, name))
			return lr_bench_results[i].make();
	}
	g_assert_not_reached();
}

void lr_bench_assert_same_lines(const char *one, const char *other)
{
	g_auto(GStrv) left = g_strsplit(one, "\n", -1), right = g_strsplit(other, "\n", -1);

	for (guint i = 0; left[i] != NULL && right[i] != NULL; i++) {
		size_t same = 0;

		while (left[i][same] != '\0' && left[i][same] == right[i][same])
			same++;
		if (left[i][same] != right[i][same])
			g_error("line %u: '%.60s' is not '%.60s'", i + 1, left[i] + same,
				right[i] + same);
	}
	g_assert_cmpuint(g_strv_length(left), ==, g_strv_length(right));
}
