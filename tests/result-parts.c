/* SPDX-License-Identifier: GPL-3.0-only */
#include "result-parts.h"

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

LrCause *lr_parts_with_remedy(LrCause *cause)
{
	if (cause != NULL)
		lr_cause_set_remedy(cause,
				    "do what helps against %s, and if that is not enough, ask "
				    "the person who built the lab",
				    lr_cause_name(cause));
	return cause;
}

void lr_parts_add_attempt(LrResult *result, const char *host, const char *address, int64_t at_s,
			  LrCause *cause)
{
	g_autoptr(LrTarget) target = lr_target_new(host, 5201);
	LrAttempt *attempt = lr_attempt_new(target, address, at_s * SECOND);

	attempt->cause = cause;
	g_ptr_array_add(result->attempts, attempt);
}

LrResult *lr_parts_result_make(const char *ifname, uint32_t mbps, guint n_workers, guint runs,
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

void lr_parts_add_samples(LrRun *run, guint n_samples, guint n_cpus)
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

LrRun *lr_parts_add_run(LrResult *result, double mbps)
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
	lr_parts_add_samples(run, (guint)seconds + 2, MAX(2 * n, 2));
	g_ptr_array_add(result->runs, run);
	return run;
}

void lr_parts_judge(LrResult *result, LrOutcome outcome, double percent, LrCause *cause)
{
	result->verdict->outcome = outcome;
	result->verdict->percent = percent;
	if (cause != NULL)
		g_ptr_array_add(result->verdict->causes, lr_parts_with_remedy(cause));
}

void lr_parts_add_surveys(LrRun *run)
{
	guint length_s = (guint)(run->window_ns / SECOND);

	for (guint i = 0; i < 3; i++)
		add_survey(run, length_s / 2 * i);
}
