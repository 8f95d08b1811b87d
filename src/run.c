/* SPDX-License-Identifier: GPL-3.0-only */
#include "run.h"

#include "units.h"

LrSample *lr_sample_new(void)
{
	LrSample *sample = g_new0(LrSample, 1);

	sample->carrier = LR_UNKNOWN;
	sample->cpus = g_array_new(FALSE, TRUE, sizeof(LrCpuTime));
	sample->flows = g_array_new(FALSE, TRUE, sizeof(LrFlow));
	sample->worker_times = g_array_new(FALSE, TRUE, sizeof(LrWorkerTime));
	return sample;
}

void lr_sample_free(LrSample *sample)
{
	if (sample == NULL)
		return;
	g_array_unref(sample->cpus);
	g_array_unref(sample->flows);
	g_array_unref(sample->worker_times);
	g_free(sample);
}

uint32_t lr_shorter_rtt_us(uint32_t a, uint32_t b)
{
	return a == 0 || b == 0 ? MAX(a, b) : MIN(a, b);
}

const LrFlow *lr_sample_find_flow(const LrSample *sample, uint16_t port)
{
	for (guint i = 0; i < sample->flows->len; i++) {
		const LrFlow *flow = &g_array_index(sample->flows, LrFlow, i);

		if (flow->port == port)
			return flow;
	}
	return NULL;
}

LrWorkerResult *lr_worker_result_new(void)
{
	LrWorkerResult *worker = g_new0(LrWorkerResult, 1);

	worker->cpu_percent = -1;
	worker->target_cpu_percent = -1;
	return worker;
}

void lr_worker_result_free(LrWorkerResult *worker)
{
	if (worker == NULL)
		return;
	g_free(worker->target);
	g_free(worker->error);
	g_free(worker->congestion);
	g_free(worker);
}

const char *lr_worker_end_name(LrWorkerEnd end)
{
	static const char *const names[] = {
		[LR_END_OK] = "ok",
		[LR_END_REFUSED] = "refused",
		[LR_END_UNREACHABLE] = "unreachable",
		[LR_END_BUSY] = "busy",
		[LR_END_PROTOCOL] = "protocol",
		[LR_END_DIED] = "died",
		[LR_END_STALLED] = "stalled",
		[LR_END_LOST] = "lost",
		[LR_END_ABORTED] = "aborted",
	};

	return names[end];
}

const char *lr_phase_name(LrPhase phase)
{
	static const char *const names[] = { [LR_PHASE_START] = "start",
					     [LR_PHASE_AGREED] = "agreed",
					     [LR_PHASE_DATA] = "data",
					     [LR_PHASE_RESULTS] = "results" };

	return names[phase];
}

LrRun *lr_run_new(void)
{
	LrRun *run = g_new0(LrRun, 1);

	run->workers = g_ptr_array_new_with_free_func((GDestroyNotify)lr_worker_result_free);
	run->samples = g_ptr_array_new_with_free_func((GDestroyNotify)lr_sample_free);
	run->surveys = g_ptr_array_new_with_free_func((GDestroyNotify)lr_survey_free);
	run->sample_stride = 1;
	return run;
}

void lr_run_free(LrRun *run)
{
	if (run == NULL)
		return;
	g_ptr_array_unref(run->workers);
	g_ptr_array_unref(run->samples);
	g_ptr_array_unref(run->surveys);
	g_free(run);
}

static void thin_out(LrRun *run)
{
	for (guint i = run->samples->len; i-- > 0;) {
		if (i % 2 == 1)
			g_ptr_array_remove_index(run->samples, i);
	}
	run->sample_stride *= 2;
}

void lr_run_add_sample(LrRun *run, LrSample *sample)
{
	if (run->n_sampled++ % run->sample_stride != 0) {
		lr_sample_free(sample);
		return;
	}
	if (run->samples->len == LR_MAX_SAMPLES)
		thin_out(run);
	g_ptr_array_add(run->samples, sample);
}

void lr_run_sum(LrRun *run)
{
	int64_t first_start_ns = G_MAXINT64, last_start_ns = 0, last_end_ns = 0;
	bool bidirectional = false;
	uint64_t bytes[2] = { 0, 0 };

	run->complete = run->workers->len > 0;
	run->retransmits = 0;
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];
		const LrWorkerResult *first = run->workers->pdata[0];
		int64_t start_ns = worker->start_ns != 0 ? worker->start_ns : run->gate_ns;

		bidirectional = bidirectional || worker->direction != first->direction;
		run->complete = run->complete && worker->end == LR_END_OK;
		bytes[worker->direction == LR_REVERSE] += worker->receiver_bytes;
		run->retransmits += worker->retransmits;
		first_start_ns = MIN(first_start_ns, start_ns);
		last_start_ns = MAX(last_start_ns, start_ns);
		last_end_ns = MAX(last_end_ns, start_ns + worker->receiver_ns);
	}
	run->window_ns = run->workers->len > 0 ? last_end_ns - first_start_ns : 0;
	run->skew_ns = run->workers->len > 0 ? last_start_ns - first_start_ns : 0;
	run->receiver_bytes = bidirectional ? bytes[0] : bytes[0] + bytes[1];
	run->reverse_receiver_bytes = bidirectional ? bytes[1] : 0;
	run->goodput_mbps = lr_mbps_from_bytes(run->receiver_bytes, run->window_ns);
	run->reverse_goodput_mbps = lr_mbps_from_bytes(run->reverse_receiver_bytes, run->window_ns);
}
