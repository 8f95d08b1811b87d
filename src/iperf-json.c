/* SPDX-License-Identifier: GPL-3.0-only */
#include "iperf-json.h"

#include <json-glib/json-glib.h>
#include <math.h>

#include "text.h"
#include "units.h"

/* A receiver may end a little before the sender's time is over, and long after it on a slow link
 * with deep buffers: 8 MiB in flight last 7 s at 10 Mb/s. */
#define SHORT_BY_SECONDS(duration) MAX(0.2, 0.02 * (duration))
#define LONG_BY_SECONDS		   15.0

static void add_string(JsonBuilder *builder, const char *name, const char *value)
{
	json_builder_set_member_name(builder, name);
	if (value != NULL)
		json_builder_add_string_value(builder, value);
	else
		json_builder_add_null_value(builder);
}

static void add_int(JsonBuilder *builder, const char *name, int64_t value)
{
	json_builder_set_member_name(builder, name);
	json_builder_add_int_value(builder, value);
}

char *lr_iperf_json_write(const LrWorkerReport *report)
{
	g_autoptr(JsonBuilder) builder = json_builder_new();
	g_autoptr(JsonNode) root = NULL;
	g_autofree char *text = NULL;

	json_builder_begin_object(builder);
	add_int(builder, "end", report->end);
	add_string(builder, "error", report->error);
	add_string(builder, "document", report->document);
	add_int(builder, "cpu_ns", report->cpu_ns);
	add_int(builder, "wall_ns", report->wall_ns);
	add_int(builder, "max_rss_bytes", report->max_rss_bytes);
	json_builder_end_object(builder);
	root = json_builder_get_root(builder);
	text = json_to_string(root, FALSE);
	return g_strconcat(text, "\n", NULL);
}

/* The object behind a path of names; NULL when a step is missing or is something else. */
static JsonObject *find_object(JsonObject *object, const char *first, const char *second)
{
	const char *const names[] = { first, second };

	for (size_t i = 0; i < G_N_ELEMENTS(names) && object != NULL && names[i] != NULL; i++) {
		JsonNode *node = json_object_get_member(object, names[i]);

		object = node != NULL && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node)
								      : NULL;
	}
	return object;
}

static bool get_number(JsonObject *object, const char *name, double *number)
{
	JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;

	if (node == NULL || !JSON_NODE_HOLDS_VALUE(node) ||
	    (json_node_get_value_type(node) != G_TYPE_INT64 &&
	     json_node_get_value_type(node) != G_TYPE_DOUBLE))
		return false;
	*number = json_node_get_double(node);
	return isfinite(*number);
}

/* A count of bytes: a whole number that is not negative. Up to 2^53 a double holds it exactly;
 * above, the last bits do not matter for a rate. */
static bool get_bytes(JsonObject *object, const char *name, uint64_t *bytes)
{
	double number;

	if (!get_number(object, name, &number) || number < 0 || number >= 0x1p63)
		return false;
	*bytes = (uint64_t)number;
	return true;
}

static const char *get_string(JsonObject *object, const char *name)
{
	JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;

	return node != NULL && JSON_NODE_HOLDS_VALUE(node) &&
			       json_node_get_value_type(node) == G_TYPE_STRING
		       ? json_node_get_string(node)
		       : NULL;
}

static void fail(LrWorkerResult *worker, LrWorkerEnd end, const char *format, ...)
	G_GNUC_PRINTF(3, 4);

static void fail(LrWorkerResult *worker, LrWorkerEnd end, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_free(worker->error);
	worker->error = g_strdup_vprintf(format, args);
	va_end(args);
	worker->end = end;
}

static guint count_streams(JsonObject *document)
{
	JsonObject *end = find_object(document, "end", NULL);
	JsonNode *node = end != NULL ? json_object_get_member(end, "streams") : NULL;

	return node != NULL && JSON_NODE_HOLDS_ARRAY(node)
		       ? json_array_get_length(json_node_get_array(node))
		       : 0;
}

/* Sums and times; false, with the worker failed, when they do not hold together. */
static bool read_sums(JsonObject *document, uint32_t duration_s, uint32_t streams,
		      LrWorkerResult *worker)
{
	JsonObject *sent = find_object(document, "end", "sum_sent");
	JsonObject *received = find_object(document, "end", "sum_received");
	uint64_t sent_bytes, receiver_bytes;
	double seconds, retransmits;

	if (!get_bytes(sent, "bytes", &sent_bytes) ||
	    !get_bytes(received, "bytes", &receiver_bytes) ||
	    !get_number(received, "seconds", &seconds)) {
		fail(worker, LR_END_PROTOCOL, "the results lack usable sums");
		return false;
	}
	if (count_streams(document) != streams) {
		fail(worker, LR_END_PROTOCOL, "the results tell of %u streams instead of %u",
		     count_streams(document), streams);
		return false;
	}
	if (receiver_bytes == 0) {
		fail(worker, LR_END_STALLED, "the receiver counted no bytes");
		return false;
	}
	if (seconds < duration_s - SHORT_BY_SECONDS(duration_s) ||
	    seconds > duration_s + LONG_BY_SECONDS) {
		fail(worker, LR_END_PROTOCOL, "the receiver counted for %.2f s instead of %u s",
		     seconds, duration_s);
		return false;
	}
	worker->sent_bytes = sent_bytes;
	worker->receiver_bytes = receiver_bytes;
	worker->receiver_ns = (int64_t)(seconds * (double)LR_NS_PER_SECOND);
	/* Absent where the sender's system does not count them. */
	if (get_number(sent, "retransmits", &retransmits) && retransmits > 0)
		worker->retransmits = (uint64_t)retransmits;
	return true;
}

static void read_document(const char *text, uint32_t duration_s, uint32_t streams,
			  LrWorkerResult *worker)
{
	g_autoptr(JsonParser) parser = json_parser_new();
	JsonNode *root;
	JsonObject *document;
	const char *error;

	if (!json_parser_load_from_data(parser, text, -1, NULL) ||
	    (root = json_parser_get_root(parser)) == NULL || !JSON_NODE_HOLDS_OBJECT(root)) {
		fail(worker, LR_END_PROTOCOL, "the results are not JSON");
		return;
	}
	document = json_node_get_object(root);
	error = get_string(document, "error");
	if (error != NULL && worker->end == LR_END_OK) {
		g_autofree char *line = lr_text_line_dup(error);

		fail(worker, LR_END_PROTOCOL, "%s", line != NULL ? line : "unnamed error");
	}
	if (worker->end != LR_END_OK)
		return;
	worker->congestion = lr_text_line_dup(
		get_string(find_object(document, "end", NULL), "sender_tcp_congestion"));
	if (!get_number(find_object(document, "end", "cpu_utilization_percent"), "remote_total",
			&worker->target_cpu_percent) ||
	    worker->target_cpu_percent < 0)
		worker->target_cpu_percent = -1;
	if (!read_sums(document, duration_s, streams, worker))
		worker->receiver_bytes = 0;
}

void lr_iperf_json_read(const char *text, uint32_t duration_s, uint32_t streams,
			LrWorkerResult *worker)
{
	g_autoptr(JsonParser) parser = json_parser_new();
	JsonNode *root;
	JsonObject *report;
	double end, cpu_ns, wall_ns, max_rss;
	const char *error, *document;

	if (!json_parser_load_from_data(parser, text, -1, NULL) ||
	    (root = json_parser_get_root(parser)) == NULL || !JSON_NODE_HOLDS_OBJECT(root) ||
	    !get_number(report = json_node_get_object(root), "end", &end) || end < LR_END_OK ||
	    end > LR_END_LOST) {
		fail(worker, LR_END_LOST, "the worker's report is damaged");
		return;
	}
	worker->end = (LrWorkerEnd)end;
	if (get_number(report, "cpu_ns", &cpu_ns) && get_number(report, "wall_ns", &wall_ns) &&
	    wall_ns > 0)
		worker->cpu_percent = 100 * cpu_ns / wall_ns;
	if (get_number(report, "max_rss_bytes", &max_rss))
		worker->max_rss_bytes = (int64_t)max_rss;
	error = get_string(report, "error");
	document = get_string(report, "document");
	if (worker->end != LR_END_OK)
		fail(worker, worker->end, "%s", error != NULL ? error : "unnamed error");
	else if (document == NULL)
		fail(worker, LR_END_LOST, "libiperf made no results");
	else
		read_document(document, duration_s, streams, worker);
}
