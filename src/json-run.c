/* SPDX-License-Identifier: GPL-3.0-only */
#include "json-run.h"

#include <math.h>

#include "json-fields.h"
#include "json-survey.h"
#include "json-text.h"
#include "series.h"
#include "units.h"

static double percent_of(double mbps, uint64_t reference_mbps)
{
	return reference_mbps != 0 ? 100 * mbps / (double)reference_mbps : NAN;
}

static JsonObject *make_worker(const LrRun *run, const LrWorkerResult *worker)
{
	JsonObject *object = json_object_new();
	double mbps = lr_mbps_from_bytes(worker->receiver_bytes, worker->receiver_ns);

	lr_json_set_count(object, "cpu", worker->cpu);
	lr_json_set_text(object, "target", worker->target);
	lr_json_set_count(object, "port", worker->port);
	lr_json_set_text(object, "direction", lr_direction_name(worker->direction));
	lr_json_set_text(object, "end", lr_worker_end_name(worker->end));
	lr_json_set_text(object, "phase", lr_phase_name(worker->phase));
	lr_json_set_text(object, "error", worker->error);
	if (worker->start_ns != 0)
		json_object_set_int_member(object, "start_ns", worker->start_ns - run->gate_ns);
	else
		json_object_set_null_member(object, "start_ns");
	lr_json_set_count(object, "receiver_bytes", worker->receiver_bytes);
	json_object_set_int_member(object, "receiver_ns", worker->receiver_ns);
	lr_json_set_number(object, "goodput_mbps", mbps);
	lr_json_set_count(object, "sent_bytes", worker->sent_bytes);
	lr_json_set_count(object, "retransmits", worker->retransmits);
	lr_json_set_known_number(object, "cpu_percent", worker->cpu_percent);
	lr_json_set_known_number(object, "target_cpu_percent", worker->target_cpu_percent);
	lr_json_set_text(object, "congestion", worker->congestion);
	lr_json_set_known_count(object, "max_rss_bytes", (uint64_t)MAX(worker->max_rss_bytes, 0));
	return object;
}

static JsonObject *make_counters(const LrCounters *counters)
{
	JsonObject *object = json_object_new();

	for (const LrJsonField *field = lr_json_counter_fields(); field->name != NULL; field++)
		lr_json_set_count(object, field->name, lr_json_field_get(field, counters));
	return object;
}

/* In tenths: the kernel counts in ticks of 1 to 10 ms, so the rest would be noise. Its counters of
 * idle time may step back a little (proc_stat(5)), which would give a share beyond 0 to 100. */
static double share_percent(int64_t part_ns, int64_t total_ns)
{
	if (total_ns <= 0)
		return NAN;
	return CLAMP(round(1000.0 * (double)part_ns / (double)total_ns) / 10, 0, 100);
}

static const LrCpuTime *find_cpu(const LrSample *sample, guint hint, uint32_t cpu)
{
	const LrCpuTime *time;

	if (sample == NULL || hint >= sample->cpus->len)
		return NULL;
	time = &g_array_index(sample->cpus, LrCpuTime, hint);
	return time->cpu == cpu ? time : NULL;
}

static JsonObject *make_cores(const LrSample *before, const LrSample *sample)
{
	JsonObject *object = json_object_new();
	JsonArray *cpus = json_array_new(), *loads = json_array_new();
	JsonArray *softirqs = json_array_new(), *steals = json_array_new();

	for (guint i = 0; i < sample->cpus->len; i++) {
		const LrCpuTime *to = &g_array_index(sample->cpus, LrCpuTime, i);
		const LrCpuTime *from = find_cpu(before, i, to->cpu);
		int64_t total_ns = from != NULL ? to->total_ns - from->total_ns : 0;

		from = from != NULL ? from : to;
		lr_json_add_count(cpus, to->cpu);
		lr_json_add_number(loads, share_percent(to->busy_ns - from->busy_ns, total_ns));
		lr_json_add_number(softirqs,
				   share_percent(to->softirq_ns - from->softirq_ns, total_ns));
		lr_json_add_number(steals, share_percent(to->steal_ns - from->steal_ns, total_ns));
	}
	json_object_set_array_member(object, "cpu", cpus);
	json_object_set_array_member(object, "load_percent", loads);
	json_object_set_array_member(object, "softirq_percent", softirqs);
	json_object_set_array_member(object, "steal_percent", steals);
	return object;
}

/* A table by columns. */
static JsonObject *make_columns(const GArray *rows, const LrJsonField *fields)
{
	JsonObject *object = json_object_new();
	guint row_size = g_array_get_element_size((GArray *)rows);

	for (const LrJsonField *field = fields; field->name != NULL; field++) {
		JsonArray *column = json_array_new();

		for (guint i = 0; i < rows->len; i++)
			lr_json_add_count(column,
					  lr_json_field_get(field, rows->data + i * row_size));
		json_object_set_array_member(object, field->name, column);
	}
	return object;
}

static JsonObject *make_sample(gconstpointer data, guint i)
{
	const LrRun *run = data;
	const LrSample *sample = run->samples->pdata[i];
	const LrSample *before = i > 0 ? run->samples->pdata[i - 1] : NULL;
	JsonObject *object = json_object_new();

	json_object_set_int_member(object, "t_ns", sample->at_ns - run->gate_ns);
	lr_json_set_tristate(object, "carrier", sample->carrier);
	json_object_set_object_member(object, "counters", make_counters(&sample->counters));
	json_object_set_object_member(object, "cores", make_cores(before, sample));
	json_object_set_object_member(object, "flows",
				      make_columns(sample->flows, lr_json_flow_fields()));
	json_object_set_object_member(
		object, "worker_times",
		make_columns(sample->worker_times, lr_json_worker_time_fields()));
	return object;
}

static bool is_bidirectional(const LrRun *run)
{
	for (guint i = 1; i < run->workers->len; i++) {
		const LrWorkerResult *first = run->workers->pdata[0],
				     *worker = run->workers->pdata[i];

		if (worker->direction != first->direction)
			return true;
	}
	return false;
}

/* The lowest, highest and average second; null when the run has no whole second. */
static void set_per_second(JsonObject *object, const LrRun *run)
{
	const LrWorkerResult *first = run->workers->len > 0 ? run->workers->pdata[0] : NULL;
	LrDirection direction =
		first != NULL && !is_bidirectional(run) ? first->direction : LR_FORWARD;
	bool by_flows;
	g_autoptr(GArray) series = lr_series_goodput_make(run, direction, &by_flows);
	g_autoptr(GArray) settled = lr_series_settled_make(run, series);
	JsonObject *rates;
	LrSpan sum;

	if (!lr_series_sum(settled, &sum)) {
		json_object_set_null_member(object, "per_second");
		return;
	}
	rates = json_object_new();
	lr_json_set_text(rates, "counted_by", by_flows ? "connections" : "interface");
	lr_json_set_number(rates, "lowest_mbps", sum.lowest);
	lr_json_set_number(rates, "highest_mbps", sum.highest);
	lr_json_set_number(rates, "average_mbps", sum.average);
	json_object_set_object_member(object, "per_second", rates);
}

static void set_reverse(JsonObject *object, const LrRun *run, uint64_t reference_mbps)
{
	if (!is_bidirectional(run)) {
		json_object_set_null_member(object, "reverse_receiver_bytes");
		json_object_set_null_member(object, "reverse_goodput_mbps");
		json_object_set_null_member(object, "reverse_percent");
		return;
	}
	lr_json_set_count(object, "reverse_receiver_bytes", run->reverse_receiver_bytes);
	lr_json_set_number(object, "reverse_goodput_mbps", run->reverse_goodput_mbps);
	lr_json_set_number(object, "reverse_percent",
			   percent_of(run->reverse_goodput_mbps, reference_mbps));
}

JsonObject *lr_json_run_make(const LrRun *run, uint64_t reference_mbps, LrJsonRows *rows)
{
	JsonObject *object = json_object_new();
	JsonArray *workers = json_array_new(), *surveys = json_array_new();

	json_object_set_boolean_member(object, "complete", run->complete);
	lr_json_set_count(object, "receiver_bytes", run->receiver_bytes);
	json_object_set_int_member(object, "window_ns", run->window_ns);
	json_object_set_int_member(object, "skew_ns", run->skew_ns);
	lr_json_set_number(object, "goodput_mbps", run->goodput_mbps);
	lr_json_set_number(object, "percent", percent_of(run->goodput_mbps, reference_mbps));
	set_reverse(object, run, reference_mbps);
	lr_json_set_count(object, "retransmits", run->retransmits);
	lr_json_set_known_number(object, "core_load_percent", lr_series_workers_load_percent(run));
	set_per_second(object, run);
	json_object_set_int_member(object, "gate_ns", run->gate_ns);
	for (guint i = 0; i < run->workers->len; i++)
		json_array_add_object_element(workers, make_worker(run, run->workers->pdata[i]));
	json_object_set_array_member(object, "workers", workers);
	json_object_set_array_member(object, "samples",
				     lr_json_rows_add(rows, run->samples->len, make_sample, run));
	for (guint i = 0; i < run->surveys->len; i++)
		json_array_add_object_element(
			surveys, lr_json_survey_make(run->surveys->pdata[i], run->gate_ns));
	json_object_set_array_member(object, "surveys", surveys);
	return object;
}
