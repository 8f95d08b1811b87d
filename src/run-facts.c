/* SPDX-License-Identifier: GPL-3.0-only */
#include "run-facts.h"

#include "thresholds.h"

#define USUAL_MSS_BYTES 1448

bool lr_run_facts_concern(const LrRunFacts *facts, const LrWorkerResult *worker)
{
	return worker->direction == facts->direction;
}

static uint64_t grown(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

/* A driver that was reset in mid-run begins anew; what it counted since is lost with that. */
static LrCounters counters_grown(const LrCounters *a, const LrCounters *b)
{
	return (LrCounters){
		.rx_bytes = grown(a->rx_bytes, b->rx_bytes),
		.tx_bytes = grown(a->tx_bytes, b->tx_bytes),
		.rx_packets = grown(a->rx_packets, b->rx_packets),
		.tx_packets = grown(a->tx_packets, b->tx_packets),
		.rx_errors = grown(a->rx_errors, b->rx_errors),
		.tx_errors = grown(a->tx_errors, b->tx_errors),
		.rx_dropped = grown(a->rx_dropped, b->rx_dropped),
		.tx_dropped = grown(a->tx_dropped, b->tx_dropped),
		.rx_crc_errors = grown(a->rx_crc_errors, b->rx_crc_errors),
		.rx_missed_errors = grown(a->rx_missed_errors, b->rx_missed_errors),
		.collisions = grown(a->collisions, b->collisions),
		.carrier_changes = grown(a->carrier_changes, b->carrier_changes),
	};
}

static void read_counters(LrRunFacts *facts)
{
	const GPtrArray *samples = facts->run->samples;
	const LrSample *first, *last;

	if (samples->len < 2)
		return;
	first = samples->pdata[0];
	last = samples->pdata[samples->len - 1];
	facts->counted = true;
	facts->grown = counters_grown(&first->counters, &last->counters);
}

static const LrWorkerTime *find_time(const LrSample *sample, uint16_t port)
{
	for (guint i = 0; i < sample->worker_times->len; i++) {
		const LrWorkerTime *time = &g_array_index(sample->worker_times, LrWorkerTime, i);

		if (time->port == port)
			return time;
	}
	return NULL;
}

/* While it moved data: on its way there it waits for the target. */
static LrDemand demand_of_worker(const LrRun *run, const LrWorkerResult *worker)
{
	LrDemand demand = { .cpu = worker->cpu, .run = MAX(worker->cpu_percent, 0) };
	const LrWorkerTime *first = NULL;
	int64_t first_ns = 0, end_ns = worker->start_ns + worker->receiver_ns;

	for (guint i = 0; i < run->samples->len; i++) {
		const LrSample *sample = run->samples->pdata[i];
		const LrWorkerTime *time = find_time(sample, worker->port);
		double elapsed_ns;

		if (time == NULL || sample->at_ns < worker->start_ns || sample->at_ns > end_ns)
			continue;
		if (first == NULL) {
			first = time;
			first_ns = sample->at_ns;
			continue;
		}
		elapsed_ns = (double)MAX(sample->at_ns - first_ns, 1);
		demand.known = true;
		demand.run = 100 * (double)(time->run_ns - first->run_ns) / elapsed_ns;
		demand.wait = 100 * (double)(time->wait_ns - first->wait_ns) / elapsed_ns;
	}
	return demand;
}

/* The last state that was seen of a worker's connections, which counts from their opening. */
static const LrFlow *last_flow(const LrRun *run, uint16_t port, const LrSample **sample)
{
	for (guint i = run->samples->len; i > 0; i--) {
		*sample = run->samples->pdata[i - 1];
		if (lr_sample_find_flow(*sample, port) != NULL)
			return lr_sample_find_flow(*sample, port);
	}
	return NULL;
}

static void add_window(LrSending *sending, const LrRun *run, uint16_t port)
{
	guint n_seen = 0, n_closed = 0;
	uint64_t largest_bytes = 0;
	uint32_t rtt_us = 0;

	for (guint i = 0; i < run->samples->len; i++) {
		const LrFlow *flow = lr_sample_find_flow(run->samples->pdata[i], port);

		if (flow == NULL)
			continue;
		n_seen++;
		n_closed += flow->closed_windows > 0;
		largest_bytes = MAX(largest_bytes, flow->peer_window_bytes);
		rtt_us = lr_shorter_rtt_us(rtt_us, flow->min_rtt_us);
	}
	sending->closed =
		sending->closed || (n_closed > 0 && n_closed * 100 >= n_seen * LR_CLOSED_PERCENT);
	sending->peer_window_bytes = MAX(sending->peer_window_bytes, largest_bytes);
	sending->min_rtt_us = lr_shorter_rtt_us(sending->min_rtt_us, rtt_us);
	/* Bits per microsecond are Mb/s. */
	if (rtt_us > 0)
		sending->window_mbps += (double)largest_bytes * 8 / rtt_us;
}

/* Over all workers of this direction. */
static void read_connections(LrRunFacts *facts)
{
	LrSending *sending = &facts->sending;
	guint n = 0;

	for (guint i = 0; i < facts->run->workers->len; i++) {
		const LrWorkerResult *worker = facts->run->workers->pdata[i];

		for (guint k = 0; k < facts->run->samples->len; k++) {
			const LrFlow *flow =
				lr_sample_find_flow(facts->run->samples->pdata[k], worker->port);

			if (flow == NULL || !lr_run_facts_concern(facts, worker))
				continue;
			n++;
			sending->rtt_us += flow->rtt_us;
			sending->cwnd_segments += flow->cwnd_segments;
		}
	}
	sending->rtt_us /= MAX(n, 1);
	sending->cwnd_segments /= MAX(n, 1);
}

static void read_sending(LrRunFacts *facts)
{
	LrSending *sending = &facts->sending;
	int64_t busy_us = 0, window_us = 0, buffer_us = 0;
	double elapsed_us = 0;

	*sending = (LrSending){ .busy = -1, .window = -1, .buffer = -1 };
	for (guint i = 0; i < facts->run->workers->len; i++) {
		const LrWorkerResult *worker = facts->run->workers->pdata[i];
		const LrSample *sample;
		const LrFlow *flow = last_flow(facts->run, worker->port, &sample);
		int64_t start_ns = worker->start_ns != 0 ? worker->start_ns : facts->run->gate_ns;

		if (flow == NULL || facts->direction == LR_REVERSE ||
		    !lr_run_facts_concern(facts, worker))
			continue;
		busy_us += flow->busy_us;
		window_us += flow->window_limited_us;
		buffer_us += flow->buffer_limited_us;
		elapsed_us += (double)(sample->at_ns - start_ns) / 1000;
		sending->paced_mbps += (double)flow->pacing_mbps;
		add_window(sending, facts->run, worker->port);
	}
	if (busy_us <= 0 || elapsed_us <= 0)
		return;
	read_connections(facts);
	sending->busy = MIN(100 * (double)busy_us / elapsed_us, 100);
	sending->window = 100 * (double)window_us / (double)busy_us;
	sending->buffer = 100 * (double)buffer_us / (double)busy_us;
}

static uint32_t mss_bytes(const LrRun *run, uint16_t port)
{
	const LrSample *sample;
	const LrFlow *flow = last_flow(run, port, &sample);

	return flow != NULL && flow->mss_bytes != 0 ? flow->mss_bytes : USUAL_MSS_BYTES;
}

static void read_workers(LrRunFacts *facts)
{
	double segments = 0;

	facts->target_cpu_percent = -1;
	for (guint i = 0; i < facts->run->workers->len; i++) {
		const LrWorkerResult *worker = facts->run->workers->pdata[i];
		LrDemand demand;

		if (!lr_run_facts_concern(facts, worker))
			continue;
		demand = demand_of_worker(facts->run, worker);
		if (facts->n_workers++ == 0 ||
		    demand.run + demand.wait > facts->demand.run + facts->demand.wait)
			facts->demand = demand;
		facts->retransmits += worker->retransmits;
		segments += (double)worker->sent_bytes / mss_bytes(facts->run, worker->port);
		facts->target_cpu_percent =
			MAX(facts->target_cpu_percent, worker->target_cpu_percent);
	}
	if (segments >= 1)
		facts->loss_percent = 100 * (double)facts->retransmits / segments;
}

static void read_core(LrRunFacts *facts)
{
	LrDemand *demand = &facts->demand;

	demand->softirq = lr_series_load_percent(facts->run, demand->cpu, LR_LOAD_SOFTIRQ);
	demand->load = lr_series_load_percent(facts->run, demand->cpu, LR_LOAD_BUSY);
}

static void read_rate(LrRunFacts *facts)
{
	g_autoptr(GArray) series = lr_series_goodput_make(facts->run, facts->direction, NULL);
	g_autoptr(GArray) settled = lr_series_settled_make(facts->run, series);

	if (!lr_series_sum(settled, &facts->rate))
		facts->rate = (LrSpan){ 0 };
}

static void read_surveys(LrRunFacts *facts)
{
	const GPtrArray *surveys = facts->run->surveys;

	if (surveys->len < 2)
		return;
	facts->before = surveys->pdata[0];
	facts->after = surveys->pdata[surveys->len - 1];
	facts->amid = surveys->len > 2 ? surveys->pdata[surveys->len / 2] : NULL;
}

LrRunFacts lr_run_facts_make(const LrRunFacts *given)
{
	LrRunFacts facts = { .nic = given->nic,
			     .plan = given->plan,
			     .request = given->request,
			     .run = given->run,
			     .run_number = given->run_number,
			     .direction = given->direction };
	const LrRun *run = given->run;
	bool second =
		given->request->direction == LR_BIDIRECTIONAL && given->direction == LR_REVERSE;

	facts.receiver_bytes = second ? run->reverse_receiver_bytes : run->receiver_bytes;
	facts.mbps = second ? run->reverse_goodput_mbps : run->goodput_mbps;
	facts.percent = 100 * facts.mbps / (double)MAX(given->plan->reference_mbps, 1);
	facts.too_slow = facts.percent < given->request->fail_threshold_percent;
	facts.seconds = lr_seconds_from_ns(run->window_ns);
	facts.core_load_percent = lr_series_workers_load_percent(run);
	read_counters(&facts);
	read_sending(&facts);
	read_workers(&facts);
	read_core(&facts);
	read_rate(&facts);
	read_surveys(&facts);
	return facts;
}

double lr_run_facts_queue_us(const LrRunFacts *facts)
{
	const LrSending *sending = &facts->sending;

	return sending->min_rtt_us > 0 ? MAX(sending->rtt_us - sending->min_rtt_us, 0) : -1;
}

double lr_run_facts_demand_percent(const LrRunFacts *facts)
{
	return facts->demand.run + facts->demand.wait;
}

/* Waiting for a core costs nothing as long as the connection still has data to send. */
static bool ran_dry(const LrRunFacts *facts)
{
	return facts->sending.busy < LR_BUSY_PERCENT;
}

bool lr_run_facts_core_shared(const LrRunFacts *facts)
{
	const LrDemand *demand = &facts->demand;

	return demand->load >= LR_FULL_PERCENT &&
	       demand->run + demand->softirq >= LR_DEMAND_PERCENT;
}

bool lr_run_facts_core_bound(const LrRunFacts *facts)
{
	const LrDemand *demand = &facts->demand;
	bool wanted = lr_run_facts_demand_percent(facts) >= LR_DEMAND_PERCENT ||
		      demand->wait >= LR_WAIT_PERCENT;

	return (wanted && (demand->run >= demand->wait || ran_dry(facts))) ||
	       lr_run_facts_core_shared(facts);
}

bool lr_run_facts_core_filled(const LrRunFacts *facts)
{
	return lr_run_facts_core_bound(facts) && facts->demand.run >= facts->demand.wait;
}
