/* SPDX-License-Identifier: GPL-3.0-only */
#include "result-bench.h"

#include <math.h>

#include "units.h"

#define SECOND	LR_NS_PER_SECOND
#define GATE_NS (5000 * SECOND)

static LrPcieHop *make_hop(const char *address, double gts, uint32_t max_width)
{
	LrPcieHop *hop = g_new0(LrPcieHop, 1);

	hop->address = g_strdup(address);
	hop->gts = hop->max_gts = hop->port_max_gts = gts;
	hop->width = 8;
	hop->max_width = max_width;
	hop->port_max_width = max_width;
	hop->usable_mbps = 62000;
	return hop;
}

static LrNic *make_nic(const char *ifname, uint32_t mbps)
{
	LrNic *nic = lr_nic_new(ifname);

	nic->ifindex = 3;
	nic->category = LR_CATEGORY_NETWORK;
	g_free(nic->kind);
	nic->kind = g_strdup("physical");
	nic->driver = g_strdup("i40e");
	nic->bus = g_strdup("pci");
	nic->product = g_strdup("Ethernet Controller X710 for 10GbE SFP+");
	nic->vendor = g_strdup("Intel Corporation");
	nic->product_id = g_strdup("0x1572");
	nic->vendor_id = g_strdup("0x8086");
	nic->mac = g_strdup("02:00:5e:10:00:01");
	nic->path = g_strdup("/devices/pci0000:3a/0000:3a:00.0/0000:3b:00.0");
	nic->bus_address = g_strdup("0000:3b:00.0");
	nic->numa_node = 0;
	nic->mtu_bytes = 1500;
	nic->admin_up = true;
	nic->carrier = LR_YES;
	nic->link_mbps = nic->advertised_mbps = nic->supported_mbps = mbps;
	nic->duplex = LR_DUPLEX_FULL;
	nic->partner_mbps = mbps;
	nic->autoneg = LR_YES;
	nic->port = g_strdup("fibre");
	nic->pcie_hops = g_ptr_array_new_with_free_func((GDestroyNotify)lr_pcie_hop_free);
	g_ptr_array_add(nic->pcie_hops, make_hop("0000:3b:00.0", 8, 8));
	g_ptr_array_add(nic->pcie_hops, make_hop("0000:3a:00.0", 8, 16));
	nic->pcie_mbps = 62000;
	nic->testable = true;
	return nic;
}

static LrPlan *make_plan(const LrResult *result, guint n_workers)
{
	g_autoptr(LrCores) cores = lr_cores_new();
	LrPlan *plan;

	result->request->threads = n_workers;
	for (guint i = 0; i < n_workers; i++) {
		LrPu pu = { .cpu = 2 * i, .core = i, .allowed = true, .near = true };

		g_array_append_val(cores->pus, pu);
	}
	plan = lr_plan_make(result->nic, cores, result->request, 5201);
	result->request->threads = 0;
	/* The words of the plan are not what is tested here. */
	g_free(plan->workers_note);
	plan->workers_note = g_strdup("one per physical core next to the interface");
	g_ptr_array_set_size(plan->warnings, 0);
	return plan;
}

static void add_attempt(LrResult *result, const char *host, const char *address, int64_t at_s,
			LrCause *cause)
{
	g_autoptr(LrTarget) target = lr_target_new(host, 5201);
	LrAttempt *attempt = lr_attempt_new(target, address, at_s * SECOND);

	attempt->cause = cause;
	g_ptr_array_add(result->attempts, attempt);
}

static LrResult *make_result(const char *ifname, uint32_t mbps, guint n_workers, guint runs,
			     int64_t duration_s)
{
	LrResult *result = lr_result_new();

	result->version = g_strdup("0.1.0");
	result->machine = g_strdup("lab-r740-07");
	result->kernel = g_strdup("6.8.0-45-generic");
	result->started = g_strdup("2026-12-01T09:30:00Z");
	result->request = lr_request_new();
	result->request->ifname = g_strdup(ifname);
	result->request->runs = runs;
	result->request->duration_ns = duration_s * SECOND;
	g_ptr_array_add(result->request->targets, lr_target_new("lab-target", 5201));
	result->nic = make_nic(ifname, mbps);
	if (n_workers > 0)
		result->plan = make_plan(result, n_workers);
	result->verdict = lr_verdict_new(LR_PASS);
	result->verdict->threshold_percent = 80;
	return result;
}

/* Seconds at an even rate, put forth and back a little, the same in every build. */
static double wobble(guint i)
{
	return i + 0.012 * sin(i * 0.9) + 0.008 * sin(i * 2.3 + 1) + 0.014;
}

static void add_flows(LrSample *sample, const LrRun *run, guint i)
{
	for (guint w = 0; w < run->workers->len && i > 0; w++) {
		const LrWorkerResult *worker = run->workers->pdata[w];
		double share = worker->receiver_ns > 0 ? (double)worker->receiver_bytes /
								 (double)worker->receiver_ns * 1e9
						       : 0;
		LrFlow flow = { .port = worker->port,
				.rtt_us = 180 + i % 7 * 10,
				.cwnd_segments = 300 + w,
				.mss_bytes = 1448,
				.busy_us = i * INT64_C(1000000),
				.window_limited_us = i * 100,
				.retransmits = worker->retransmits * i / 20 };

		if (worker->direction == LR_FORWARD)
			flow.acked_bytes = (uint64_t)(share * wobble(i));
		else
			flow.received_bytes = (uint64_t)(share * wobble(i));
		g_array_append_val(sample->flows, flow);
	}
}

static void add_cpus(LrSample *sample, guint n_cpus, guint i)
{
	for (guint cpu = 0; cpu < n_cpus; cpu++) {
		bool used = cpu % 2 == 0;
		int64_t at = (1000 + i) * SECOND;
		LrCpuTime time = { .cpu = cpu,
				   .total_ns = at,
				   .busy_ns = at / 100 * (used ? 47 + cpu : 6),
				   .softirq_ns = at / 100 * (used ? 18 : 2),
				   .steal_ns = cpu == 3 ? at / 100 : 0 };

		g_array_append_val(sample->cpus, time);
	}
}

static void add_worker_times(LrSample *sample, const LrRun *run, guint i)
{
	for (guint w = 0; w < run->workers->len && i > 0; w++) {
		const LrWorkerResult *worker = run->workers->pdata[w];
		LrWorkerTime time = { .port = worker->port,
				      .run_ns = i * INT64_C(410000000),
				      .wait_ns = i * INT64_C(12000000) };

		g_array_append_val(sample->worker_times, time);
	}
}

static void add_survey(LrRun *run, guint i)
{
	LrSurvey *survey = lr_survey_new();
	LrQdisc *qdisc = lr_survey_add_qdisc(survey, "tbf");
	LrPuSurvey *pu = lr_survey_pu(survey, 2);

	survey->at_ns = run->gate_ns + i * SECOND;
	qdisc->rate_mbps = 9000;
	qdisc->overlimits = 17 * i;
	lr_survey_add_statistic(survey, "rx_xoff", 40 + i);
	pu->governor = g_strdup("powersave");
	pu->mhz = 2100;
	pu->max_mhz = 3600;
	pu->interrupts = 100000 * i;
	survey->rx_ring = survey->tx_ring = 512;
	survey->rx_ring_max = survey->tx_ring_max = 4096;
	survey->channels = 4;
	survey->channels_max = 64;
	survey->aer_correctable = i;
	survey->quota_percent = 150;
	survey->throttled_ns = i * LR_NS_PER_MS;
	g_ptr_array_add(survey->kernel_lines, g_strdup("i40e: NIC Link is Down"));
	g_ptr_array_add(run->surveys, survey);
}

static void add_samples(LrRun *run, guint n_samples, guint n_cpus)
{
	for (guint i = 0; i < n_samples; i++) {
		LrSample *sample = lr_sample_new();
		double rate = (double)run->receiver_bytes / MAX(run->window_ns, 1) * 1e9;

		sample->at_ns = run->gate_ns + i * SECOND;
		sample->carrier = LR_YES;
		sample->counters.tx_bytes = (uint64_t)(1e9 + rate * 1.045 * wobble(i));
		sample->counters.tx_packets = sample->counters.tx_bytes / 1514;
		sample->counters.rx_bytes = sample->counters.tx_bytes / 60;
		sample->counters.rx_packets = sample->counters.rx_bytes / 66;
		sample->counters.carrier_changes = 2;
		add_cpus(sample, n_cpus, i);
		add_flows(sample, run, i);
		add_worker_times(sample, run, i);
		g_ptr_array_add(run->samples, sample);
	}
}

static LrWorkerResult *add_worker(LrRun *run, guint i, LrDirection direction, double mbps,
				  int64_t seconds)
{
	LrWorkerResult *worker = lr_worker_result_new();

	worker->cpu = 2 * i;
	worker->target = g_strdup("192.0.2.10");
	worker->port = (uint16_t)(5201 + i);
	worker->direction = direction;
	worker->phase = LR_PHASE_RESULTS;
	worker->start_ns = run->gate_ns + (20 + i) * LR_NS_PER_MS;
	worker->receiver_ns = seconds * SECOND + 11 * LR_NS_PER_MS;
	worker->receiver_bytes = (uint64_t)(mbps * (double)worker->receiver_ns / 8e3);
	worker->sent_bytes = worker->receiver_bytes + 500000;
	worker->retransmits = 3 + i;
	worker->cpu_percent = 41.25 + i;
	worker->target_cpu_percent = 33.5;
	worker->congestion = g_strdup("cubic");
	worker->max_rss_bytes = 9 << 20;
	g_ptr_array_add(run->workers, worker);
	return worker;
}

static LrRun *add_run(LrResult *result, double mbps)
{
	LrRun *run = lr_run_new();
	guint n = result->plan->workers->len;
	int64_t seconds = result->request->duration_ns / SECOND;

	run->gate_ns = GATE_NS + result->runs->len * (seconds + 2) * SECOND;
	for (guint i = 0; i < n; i++)
		add_worker(run, i,
			   result->request->direction == LR_REVERSE ? LR_REVERSE : LR_FORWARD,
			   mbps / n, seconds);
	lr_run_sum(run);
	add_samples(run, (guint)seconds + 2, MAX(2 * n, 2));
	g_ptr_array_add(result->runs, run);
	return run;
}

static void judge(LrResult *result, LrOutcome outcome, double percent, LrCause *cause)
{
	result->verdict->outcome = outcome;
	result->verdict->percent = percent;
	if (cause != NULL)
		g_ptr_array_add(result->verdict->causes, cause);
}

static LrResult *make_pass(void)
{
	LrResult *result = make_result("enp59s0f0", 10000, 4, 4, 20);

	add_attempt(result, "lab-target", "192.0.2.10", 0, NULL);
	add_run(result, 9354.2);
	add_run(result, 9361.7);
	add_run(result, 9349.9);
	add_run(result, 9355.5);
	judge(result, LR_PASS, 93.48, NULL);
	return result;
}

static LrResult *make_slow(void)
{
	LrResult *result = make_result("eth1", 1000, 1, 1, 10);
	LrCause *cause =
		lr_cause_new(LR_CAUSE_BELOW_THRESHOLD,
			     "eth1 moved 478 Mb/s and nothing that was looked at explains it");
	LrCause *hint = lr_cause_new(LR_CAUSE_HALF_DUPLEX, "the link of eth1 is half-duplex");
	LrRun *run;

	lr_cause_add_number(cause, "goodput_mbps", 478.2140625);
	lr_cause_add_number(cause, "reference_mbps", 1000);
	lr_cause_add_text(cause, "congestion", "cubic");
	add_attempt(result, "lab-target", "192.0.2.10", 0, NULL);
	run = add_run(result, 478.2);
	for (guint i = 0; i < 3; i++)
		add_survey(run, 5 * i);
	judge(result, LR_FAIL, 47.82, cause);
	g_ptr_array_add(result->verdict->hints, hint);
	return result;
}

/* Fast enough, and a failure all the same. */
static LrResult *make_busy(void)
{
	LrResult *result = make_result("eth2", 2500, 1, 1, 10);
	LrCause *cause =
		lr_cause_new(LR_CAUSE_CPU_LIMIT, "the workers' cores were busy for 96 %% of "
						 "the time, threshold 90 %%");

	lr_cause_add_number(cause, "load_percent", 96.4);
	add_attempt(result, "192.0.2.10", "192.0.2.10", 0, NULL);
	add_run(result, 2340);
	judge(result, LR_FAIL, 93.6, cause);
	return result;
}

static LrResult *make_underspeed(void)
{
	LrResult *result = make_result("eth1", 10000, 4, 1, 10);
	LrCause *cause = lr_cause_new(LR_CAUSE_LINK_UNDERSPEED,
				      "the link of eth1 runs at 1 Gb/s, its reference is 10 Gb/s");

	result->nic->link_mbps = 1000;
	lr_cause_add_number(cause, "link_mbps", 1000);
	lr_cause_add_number(cause, "reference_mbps", 10000);
	judge(result, LR_FAIL, 0, cause);
	return result;
}

static LrResult *make_refused(void)
{
	LrResult *result = make_result("eth1", 1000, 1, 1, 10);
	LrCause *refused = lr_cause_new(LR_CAUSE_TARGET_REFUSED,
					"192.0.2.11 refused the connection on port 5201");

	for (guint i = 0; i < 12; i++)
		add_attempt(result, "lab-target", "192.0.2.10", 5 * i,
			    lr_cause_new(LR_CAUSE_TARGET_BUSY, "192.0.2.10 serves another client"));
	add_attempt(result, "spare", "192.0.2.11", 60, lr_cause_copy(refused));
	judge(result, LR_OUTCOME_ERROR, 0, refused);
	return result;
}

static LrResult *make_no_interface(void)
{
	LrResult *result = make_result("eth9", 0, 0, 1, 10);

	lr_nic_free(result->nic);
	result->nic = lr_nic_new("eth9");
	judge(result, LR_OUTCOME_ERROR, 0,
	      lr_cause_new(LR_CAUSE_NO_SUCH_INTERFACE, "there is no interface eth9"));
	return result;
}

static LrResult *make_died(void)
{
	LrResult *result = make_result("enp59s0f1", 10000, 3, 2, 30);
	LrRun *run;
	LrWorkerResult *worker;

	add_attempt(result, "lab-target", "192.0.2.10", 0, NULL);
	add_run(result, 9354.2);
	run = add_run(result, 3100);
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
	judge(result, LR_OUTCOME_ERROR, 0,
	      lr_cause_new(LR_CAUSE_TARGET_DIED, "the server on port 5202 of 192.0.2.10 ended in "
						 "mid-run"));
	return result;
}

static LrResult *make_bidirectional(void)
{
	LrResult *result = make_result("enp59s0f0", 10000, 4, 1, 10);
	LrRun *run;

	result->request->direction = LR_BIDIRECTIONAL;
	result->request->speed_mbps = 10000;
	result->plan->reference_source = LR_SPEED_OVERRIDE;
	g_ptr_array_add(result->plan->warnings,
			g_strdup("the interface is next to node 1, but none "
				 "of its cores may be used"));
	add_attempt(result, "lab-target", "192.0.2.10", 0, NULL);
	run = add_run(result, 9200);
	for (guint i = 2; i < run->workers->len; i++) {
		LrWorkerResult *worker = run->workers->pdata[i];

		worker->direction = LR_REVERSE;
	}
	lr_run_sum(run);
	g_ptr_array_set_size(run->samples, 0);
	add_samples(run, 12, 8);
	judge(result, LR_FAIL, 45.99, lr_cause_new(LR_CAUSE_PCIE_LIMIT, "the slot gives x1"));
	return result;
}

/* Everything that may come from outside comes as badly as it can. */
static LrResult *make_hostile(void)
{
	static const char nasty[] = "</title><script>alert('x')</script>&\"\x1b[31m\xff\n\t\\";
	LrResult *result = make_result("$(id)<b>'\"&", 1000, 2, 1, 10);
	LrCause *cause = lr_cause_new(LR_CAUSE_PACKET_LOSS, "%s", nasty);
	LrRun *run;
	LrWorkerResult *worker;

	g_free(result->nic->product);
	result->nic->product = g_strdup(nasty);
	g_free(result->machine);
	result->machine = g_strdup("M\xc3\xbcller & S\xc3\xb6hne");
	result->request->congestion = g_strdup(nasty);
	lr_cause_set_remedy(cause, "%s", nasty);
	lr_cause_add_text(cause, "text<i>", nasty);
	lr_cause_add_number(cause, "not_a_number", NAN);
	lr_cause_add_number(cause, "endless", INFINITY);
	lr_cause_add_number(cause, "huge", 1e300);
	g_ptr_array_add(result->plan->warnings, g_strdup(nasty));
	add_attempt(result, nasty, nasty, 0, NULL);
	run = add_run(result, 900);
	worker = run->workers->pdata[0];
	worker->error = g_strdup(nasty);
	worker->end = LR_END_PROTOCOL;
	worker->receiver_bytes = G_MAXUINT64;
	worker->cpu_percent = NAN;
	((LrSample *)run->samples->pdata[5])->counters.tx_bytes = G_MAXUINT64;
	((LrSample *)run->samples->pdata[6])->counters.tx_bytes = 0;
	lr_run_sum(run);
	run->goodput_mbps = INFINITY;
	judge(result, LR_FAIL, NAN, cause);
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
	LrResult *result = make_result("enp59s0f1", 25000, 12, 1, 900);
	LrCause *flap =
		lr_cause_new(LR_CAUSE_LINK_FLAP, "the carrier of enp59s0f1 went away 2 times");
	LrRun *run;
	uint64_t lost_bytes = 0;

	add_attempt(result, "lab-target", "192.0.2.10", 0,
		    lr_cause_new(LR_CAUSE_TARGET_BUSY, "192.0.2.10 serves another client"));
	add_attempt(result, "lab-target", "192.0.2.10", 31, NULL);
	run = add_run(result, 18200);
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
	judge(result, LR_FAIL, 72.8, flap);
	g_ptr_array_add(
		result->verdict->causes,
		lr_cause_new(LR_CAUSE_PACKET_LOSS, "1.3 %% of the segments were sent again"));
	return result;
}

LrResult *lr_bench_long_result(guint n_samples, guint n_cpus)
{
	LrResult *result = make_result("enp59s0f0", 10000, 2, 1, n_samples);
	LrRun *run = add_run(result, 9400);

	g_ptr_array_set_size(run->samples, 0);
	add_samples(run, n_samples, n_cpus);
	judge(result, LR_PASS, 94, NULL);
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
