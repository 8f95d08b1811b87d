/* SPDX-License-Identifier: GPL-3.0-only */
#include "verdict-bench.h"

#include "units.h"

#define GATE_NS	  (500 * LR_NS_PER_SECOND)
#define MSS	  1448
#define N_CORES	  8
#define BASE_PORT 5201

static double or (double value, double otherwise)
{
	return value != 0 ? value : otherwise;
}

static guint seconds(const LrSituation *lab)
{
	return lab->seconds != 0 ? lab->seconds : 10;
}

static uint64_t share(double of, double percent)
{
	return (uint64_t)(of * percent / 100);
}

static LrNic *make_nic(const LrSituation *lab)
{
	LrNic *nic = lr_nic_new("eth1");

	nic->category = LR_CATEGORY_NETWORK;
	nic->testable = true;
	nic->mtu_bytes = 1500;
	nic->numa_node = 0;
	nic->bus_address = g_strdup("0000:3b:00.0");
	nic->link_mbps = nic->advertised_mbps = (uint32_t) or (lab->reference_mbps, 1000);
	nic->duplex = lab->duplex != LR_DUPLEX_UNKNOWN ? lab->duplex : LR_DUPLEX_FULL;
	nic->pcie_mbps = lab->pcie_mbps;
	nic->usb_mbps = lab->usb_mbps;
	nic->offloads_off = g_strdup(lab->offloads_off);
	return nic;
}

static LrRequest *make_request(const LrSituation *lab)
{
	LrRequest *request = lr_request_new();

	request->ifname = g_strdup("eth1");
	request->runs = 1;
	request->duration_ns = seconds(lab) * LR_NS_PER_SECOND;
	request->direction = lab->direction;
	request->threads = lab->workers != 0 ? lab->workers : 1;
	request->cpu_threshold_percent = or (lab->cpu_threshold_percent, 90);
	return request;
}

static LrPlan *make_plan(const LrSituation *lab, const LrNic *nic, const LrRequest *request)
{
	g_autoptr(LrCores) cores = lr_cores_new();

	for (guint i = 0; i < N_CORES; i++) {
		LrPu pu = { .cpu = i, .core = i, .numa_node = lab->far, .allowed = true };

		g_array_append_val(cores->pus, pu);
	}
	return lr_plan_make(nic, cores, request, BASE_PORT);
}

/* How much of the whole is moved by the end of second i. */
static double progress(const LrSituation *lab, guint i)
{
	double moved = 0, all = 0;

	for (guint s = 1; s <= seconds(lab); s++) {
		double wobble = s % 2 == 0 ? lab->wobble_percent : -lab->wobble_percent;
		double weight =
			s > 4 && s <= 4 + lab->stall_seconds ? lab->stall_percent : 100 + wobble;

		all += weight;
		moved += s <= i ? weight : 0;
	}
	return moved / all;
}

static bool is_reverse(const LrSituation *lab, guint worker)
{
	if (lab->direction == LR_BIDIRECTIONAL)
		return worker % 2 == 1;
	return lab->direction == LR_REVERSE;
}

/* What the worker moved over the whole run. */
static double worker_bytes(const LrSituation *lab, const LrRequest *request, guint worker)
{
	guint n = request->threads / (lab->direction == LR_BIDIRECTIONAL ? 2 : 1);
	double percent = lab->direction == LR_BIDIRECTIONAL && is_reverse(lab, worker)
				 ? lab->reverse_percent
				 : or (lab->percent, 94);
	double all = or (lab->reference_mbps, 1000) * 1e6 / 8 * seconds(lab) * percent / 100;
	double last = or (lab->last_share_percent, 100) / 100;

	if (worker + 1 == request->threads)
		return all / n * last;
	return n > 1 ? (all - all / n * last) / (n - 1) : all;
}

static void add_worker(LrRun *run, const LrSituation *lab, const LrRequest *request, guint i)
{
	LrWorkerResult *worker = lr_worker_result_new();
	double bytes = worker_bytes(lab, request, i);

	worker->cpu = i;
	worker->port = (uint16_t)(BASE_PORT + i);
	worker->target = g_strdup("192.0.2.1");
	worker->direction = is_reverse(lab, i) ? LR_REVERSE : LR_FORWARD;
	worker->phase = LR_PHASE_RESULTS;
	worker->start_ns =
		run->gate_ns + 10 * LR_NS_PER_MS + (i > 0 ? lab->skew_ms * LR_NS_PER_MS : 0);
	worker->sent_bytes = (uint64_t)bytes;
	worker->receiver_bytes = share(bytes, or (lab->claimed_percent, 100));
	worker->receiver_ns = seconds(lab) * LR_NS_PER_SECOND;
	worker->retransmits = share(bytes / MSS, lab->loss_percent);
	worker->cpu_percent = or (lab->run_percent, 20);
	worker->target_cpu_percent = or (lab->target_cpu_percent, 40);
	worker->congestion = g_strdup(lab->congestion != NULL ? lab->congestion : "cubic");
	if (lab->broken_off) {
		worker->end = LR_END_STALLED;
		worker->phase = LR_PHASE_DATA;
		worker->error = g_strdup("no data for too long");
	}
	g_ptr_array_add(run->workers, worker);
}

static void add_flow(LrSample *sample, const LrRun *run, const LrSituation *lab, guint i,
		     guint second)
{
	const LrWorkerResult *worker = run->workers->pdata[i];
	double bytes = (double)worker->sent_bytes * or
		       (lab->acked_percent, 100) / 100 * progress(lab, second);
	int64_t busy_us = (int64_t)(second * 1e6 * or (lab->busy_percent, 99) / 100);
	LrFlow flow = { .port = worker->port,
			.retransmits = worker->retransmits * second / seconds(lab),
			.mss_bytes = MSS,
			.rtt_us = (uint32_t) or (lab->min_rtt_us, 200) + lab->queue_us,
			.min_rtt_us = (uint32_t) or (lab->min_rtt_us, 200),
			.peer_window_bytes = lab->window_unknown
						     ? 0
						     : (uint64_t) or ((double)lab->window_kib, 4096)
									     << 10,
			.closed_windows = second <= lab->closed_seconds,
			.pacing_mbps = (uint64_t)(lab->paced_mbps / run->workers->len) };

	if (worker->direction == LR_REVERSE) {
		flow.received_bytes = (uint64_t)bytes;
	} else {
		flow.acked_bytes = (uint64_t)bytes;
		flow.busy_us = busy_us;
		flow.window_limited_us = (int64_t)((double)busy_us * lab->window_percent / 100);
	}
	if (lab->swallowed > 0) {
		flow.acked_bytes = 38;
		flow.retransmits = MIN(second, lab->swallowed);
	}
	g_array_append_val(sample->flows, flow);
}

static void add_times(LrSample *sample, const LrRun *run, const LrSituation *lab, guint second)
{
	double second_ns = second * 1e7;

	for (guint i = 0; i < N_CORES; i++) {
		bool first = i == 0;
		LrCpuTime time = {
			.cpu = i,
			.total_ns = second * LR_NS_PER_SECOND,
			.busy_ns = (int64_t)(second_ns * or (lab->core_load_percent, 30)),
			.softirq_ns =
				(int64_t)(second_ns * (first ? or (lab->softirq_percent, 5) : 5)),
			.steal_ns = (int64_t)(second_ns * (first ? lab->steal_percent : 0)),
		};

		g_array_append_val(sample->cpus, time);
	}
	for (guint i = 0; i < run->workers->len; i++) {
		double run_percent = or (lab->run_percent, 20);
		bool last = i + 1 == run->workers->len;
		LrWorkerTime time = {
			.port = (uint16_t)(BASE_PORT + i),
			.run_ns = (int64_t)(second_ns *
					    (last ? or (lab->last_run_percent, run_percent)
						  : run_percent)),
			.wait_ns = (int64_t)(second_ns * or (lab->wait_percent, 2))
		};

		g_array_append_val(sample->worker_times, time);
	}
}

static void set_counters(LrCounters *counters, const LrRun *run, const LrSituation *lab,
			 guint second)
{
	double out = 0, in = 0, part = (double)second / seconds(lab);
	uint64_t back =
		lab->packets_back == 1 ? 0 : (uint64_t) or ((double)lab->packets_back, 100000);

	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];
		double bytes = (double)worker->sent_bytes * 1.0456 * or
			       (lab->crossed_percent, 100) / 100 * progress(lab, second);

		*(worker->direction == LR_REVERSE ? &in : &out) += bytes;
	}
	counters->tx_bytes = 1000000 + (uint64_t)out;
	counters->rx_bytes = 1000000 + (uint64_t)in;
	counters->tx_packets =
		(uint64_t)(out / 1514) + (in > 0 ? share((double)back, 100 * part) : 0);
	counters->rx_packets =
		(uint64_t)(in / 1514) + (out > 0 ? share((double)back, 100 * part) : 0);
	counters->rx_crc_errors = share((double)lab->crc_errors, 100 * part);
	counters->rx_missed_errors = share((double)lab->missed, 100 * part);
	counters->rx_errors = counters->rx_crc_errors + counters->rx_missed_errors;
	counters->tx_errors = share((double)lab->tx_errors, 100 * part);
	counters->tx_dropped = share((double)lab->dropped, 100 * part);
	counters->collisions = share((double)lab->collisions, 100 * part);
	counters->carrier_changes = 2 + (second > 3 ? lab->carrier_changes : 0);
}

static void add_samples(LrRun *run, const LrSituation *lab)
{
	for (guint second = 0; second <= seconds(lab); second++) {
		LrSample *sample = lr_sample_new();

		sample->at_ns = run->gate_ns + second * LR_NS_PER_SECOND;
		sample->carrier = lab->carrier_lost && second > 3 ? LR_NO : LR_YES;
		set_counters(&sample->counters, run, lab, second);
		add_times(sample, run, lab, second);
		for (guint i = 0; second > 0 && i < run->workers->len; i++)
			add_flow(sample, run, lab, i, second);
		g_ptr_array_add(run->samples, sample);
	}
}

/* step: 0 before, 1 amid, 2 after the run. */
static void add_survey(LrRun *run, const LrSituation *lab, guint step)
{
	LrSurvey *survey = lr_survey_new();
	LrPuSurvey *pu = lr_survey_pu(survey, lab->surveyed_core);

	survey->at_ns = run->gate_ns + step * seconds(lab) / 2 * LR_NS_PER_SECOND;
	pu->max_mhz = 3600;
	pu->mhz = lab->mhz != 0 ? lab->mhz : 3600;
	pu->governor = g_strdup("powersave");
	pu->throttles = 7 + (step == 2 ? lab->throttles : 0);
	pu->interrupts = 1000 + step * 50000;
	survey->quota_percent = lab->throttled_percent > 0 ? 40 : 0;
	survey->throttled_ns = 12345 + (int64_t)(step * seconds(lab) / 2 * lab->throttled_percent /
						 100 * LR_NS_PER_SECOND);
	survey->aer_correctable = 3 + (step == 2 ? lab->aer_correctable : 0);
	survey->aer_uncorrectable = 1 + (step == 2 ? lab->aer_uncorrectable : 0);
	lr_survey_add_statistic(survey, "rx_pause_frames", 1 + step * lab->pauses / 2);
	if (lab->qdisc != NULL) {
		LrQdisc *qdisc = lr_survey_add_qdisc(survey, lab->qdisc);

		qdisc->rate_mbps = lab->qdisc_mbps;
		qdisc->overlimits = 100 + step * lab->overlimits / 2;
	}
	g_ptr_array_add(run->surveys, survey);
}

static LrRun *make_run(const LrSituation *lab, const LrRequest *request)
{
	LrRun *run = lr_run_new();

	run->gate_ns = GATE_NS;
	for (guint i = 0; i < request->threads; i++)
		add_worker(run, lab, request, i);
	add_samples(run, lab);
	for (guint step = 0; step < 3; step++)
		add_survey(run, lab, step);
	lr_run_sum(run);
	return run;
}

LrVerdict *lr_bench_judge(const LrSituation *lab)
{
	g_autoptr(LrNic) nic = make_nic(lab);
	g_autoptr(LrRequest) request = make_request(lab);
	g_autoptr(LrPlan) plan = make_plan(lab, nic, request);
	g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func((GDestroyNotify)lr_run_free);
	g_autoptr(GArray) missing = g_array_new(FALSE, FALSE, sizeof(uint16_t));
	g_autoptr(LrCause) trouble =
		lab->broken_off ? lr_cause_new(LR_CAUSE_TARGET_STALLED, "the target fell silent")
				: NULL;
	const LrEvidenceSet evidence = { .nic = nic,
					 .plan = plan,
					 .request = request,
					 .runs = runs,
					 .missing_ports = missing,
					 .trouble = trouble };

	g_ptr_array_add(runs, make_run(lab, request));
	return lr_verdict_make(&evidence);
}
