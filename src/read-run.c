/* SPDX-License-Identifier: GPL-3.0-only */
#include "read-run.h"

#include <math.h>

#include "json-fields.h"
#include "json-take.h"
#include "read-survey.h"
#include "units.h"

static const char *end_word(guint value)
{
	return lr_worker_end_name(value);
}

static const char *phase_word(guint value)
{
	return lr_phase_name(value);
}

static const char *direction_word(guint value)
{
	return lr_direction_name(value);
}

static LrWorkerResult *read_worker(JsonObject *object, int64_t gate_ns, GError **damage)
{
	LrWorkerResult *worker = lr_worker_result_new();
	int64_t start_ns = lr_json_take_integer(object, "start_ns", G_MININT64, damage);

	worker->cpu = (uint32_t)lr_json_take_count(object, "cpu", G_MAXUINT32, damage);
	worker->target = lr_json_take_text(object, "target", damage);
	worker->port = (uint16_t)lr_json_take_count(object, "port", G_MAXUINT16, damage);
	worker->direction = lr_json_take_word(object, "direction", direction_word, LR_REVERSE + 1,
					      LR_FORWARD, damage);
	worker->end =
		lr_json_take_word(object, "end", end_word, LR_END_ABORTED + 1, LR_END_LOST, damage);
	worker->phase = lr_json_take_word(object, "phase", phase_word, LR_PHASE_RESULTS + 1,
					  LR_PHASE_START, damage);
	worker->error = lr_json_take_text(object, "error", damage);
	worker->start_ns = start_ns != G_MININT64 ? gate_ns + start_ns : 0;
	worker->receiver_bytes = lr_json_take_count(object, "receiver_bytes", G_MAXINT64, damage);
	worker->receiver_ns = lr_json_take_integer(object, "receiver_ns", 0, damage);
	worker->sent_bytes = lr_json_take_count(object, "sent_bytes", G_MAXINT64, damage);
	worker->retransmits = lr_json_take_count(object, "retransmits", G_MAXINT64, damage);
	worker->cpu_percent = lr_json_take_number(object, "cpu_percent", -1, damage);
	worker->target_cpu_percent = lr_json_take_number(object, "target_cpu_percent", -1, damage);
	worker->congestion = lr_json_take_text(object, "congestion", damage);
	worker->max_rss_bytes = lr_json_take_integer(object, "max_rss_bytes", 0, damage);
	return worker;
}

static int64_t share_ns(JsonArray *column, guint i, int64_t total_ns)
{
	return llround(lr_json_take_cell(column, i, 0) / 100 * (double)total_ns);
}

/* Appends the core in row i, with the times it had in the sample before grown by its load. */
static void read_core(LrSample *sample, const LrSample *before, JsonObject *cores, guint i,
		      GError **damage)
{
	JsonArray *loads = lr_json_take_array(cores, "load_percent", damage);
	bool known = !isnan(lr_json_take_cell(loads, i, NAN));
	LrCpuTime time = { 0 };
	int64_t total_ns = 0;

	if (before != NULL && i < before->cpus->len) {
		time = g_array_index(before->cpus, LrCpuTime, i);
		total_ns = MAX(sample->at_ns - before->at_ns, LR_NS_PER_MS);
	}
	time.cpu = (uint32_t)lr_json_take_cell(lr_json_take_array(cores, "cpu", damage), i, 0);
	if (known) {
		time.total_ns += total_ns;
		time.busy_ns += share_ns(loads, i, total_ns);
		time.softirq_ns +=
			share_ns(lr_json_take_array(cores, "softirq_percent", damage), i, total_ns);
		time.steal_ns +=
			share_ns(lr_json_take_array(cores, "steal_percent", damage), i, total_ns);
	}
	g_array_append_val(sample->cpus, time);
}

/* A row of a table by columns, into a struct that is all zeros. */
static void read_row(JsonObject *table, const LrJsonField *fields, guint i, void *row,
		     GError **damage)
{
	for (const LrJsonField *field = fields; field->name != NULL; field++) {
		JsonArray *column = lr_json_take_array(table, field->name, damage);
		JsonNode *node = column != NULL && i < json_array_get_length(column)
					 ? json_array_get_element(column, i)
					 : NULL;

		/* Not by way of double, which has 53 bits. */
		if (node != NULL && JSON_NODE_HOLDS_VALUE(node) &&
		    json_node_get_value_type(node) == G_TYPE_INT64)
			lr_json_field_set(field, row, (uint64_t)MAX(json_node_get_int(node), 0));
	}
}

static void read_flows(LrSample *sample, JsonObject *flows, GError **damage)
{
	guint n = lr_json_take_length(flows, "port", damage);

	for (guint i = 0; i < n; i++) {
		LrFlow flow = { 0 };

		read_row(flows, lr_json_flow_fields(), i, &flow, damage);
		g_array_append_val(sample->flows, flow);
	}
}

static void read_worker_times(LrSample *sample, JsonObject *times, GError **damage)
{
	guint n = lr_json_take_length(times, "port", damage);

	for (guint i = 0; i < n; i++) {
		LrWorkerTime time = { 0 };

		read_row(times, lr_json_worker_time_fields(), i, &time, damage);
		g_array_append_val(sample->worker_times, time);
	}
}

static LrSample *read_sample(JsonObject *object, const LrRun *run, GError **damage)
{
	LrSample *sample = lr_sample_new();
	const LrSample *before =
		run->samples->len > 0 ? run->samples->pdata[run->samples->len - 1] : NULL;
	JsonObject *counters = lr_json_take_object(object, "counters", damage);
	JsonObject *cores = lr_json_take_object(object, "cores", damage);
	guint n_cores;

	sample->at_ns = run->gate_ns + lr_json_take_integer(object, "t_ns", 0, damage);
	sample->carrier = lr_json_take_tristate(object, "carrier", damage);
	for (const LrJsonField *field = lr_json_counter_fields(); field->name != NULL; field++)
		lr_json_field_set(field, &sample->counters,
				  lr_json_take_count(counters, field->name, G_MAXINT64, damage));
	n_cores = lr_json_take_length(cores, "cpu", damage);
	for (guint i = 0; i < n_cores; i++)
		read_core(sample, before, cores, i, damage);
	read_flows(sample, lr_json_take_object(object, "flows", damage), damage);
	read_worker_times(sample, lr_json_take_object(object, "worker_times", damage), damage);
	return sample;
}

LrRun *lr_read_run(JsonObject *object, GError **damage)
{
	LrRun *run = lr_run_new();
	guint n;

	run->gate_ns = lr_json_take_integer(object, "gate_ns", 0, damage);
	run->window_ns = lr_json_take_integer(object, "window_ns", 0, damage);
	run->skew_ns = lr_json_take_integer(object, "skew_ns", 0, damage);
	run->receiver_bytes = lr_json_take_count(object, "receiver_bytes", G_MAXINT64, damage);
	run->goodput_mbps = lr_json_take_number(object, "goodput_mbps", NAN, damage);
	run->retransmits = lr_json_take_count(object, "retransmits", G_MAXINT64, damage);
	run->reverse_receiver_bytes =
		lr_json_take_count(object, "reverse_receiver_bytes", G_MAXINT64, damage);
	run->reverse_goodput_mbps = lr_json_take_number(object, "reverse_goodput_mbps", 0, damage);
	run->complete = lr_json_take_bool(object, "complete", damage);
	n = lr_json_take_length(object, "workers", damage);
	for (guint i = 0; i < n; i++)
		g_ptr_array_add(run->workers,
				read_worker(lr_json_take_element(object, "workers", i, damage),
					    run->gate_ns, damage));
	n = lr_json_take_length(object, "samples", damage);
	for (guint i = 0; i < n; i++)
		g_ptr_array_add(run->samples,
				read_sample(lr_json_take_element(object, "samples", i, damage), run,
					    damage));
	n = lr_json_take_length(object, "surveys", damage);
	for (guint i = 0; i < n; i++)
		g_ptr_array_add(run->surveys,
				lr_read_survey(lr_json_take_element(object, "surveys", i, damage),
					       run->gate_ns, damage));
	return run;
}
