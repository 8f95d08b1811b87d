/* SPDX-License-Identifier: GPL-3.0-only */
#include "iperf-protocol.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "error.h"
#include "units.h"

#define DEFAULT_BLOCK_BYTES (128 * 1024)

/* A link that trains anew after a flap takes some four seconds. */
#define SILENCE_NS	   (10 * LR_NS_PER_SECOND)
#define LONGEST_SILENCE_NS (60 * LR_NS_PER_SECOND)

bool lr_cookie_is_valid(const char cookie[LR_COOKIE_BYTES])
{
	for (int i = 0; i < LR_COOKIE_BYTES - 1; i++) {
		if (!g_ascii_isgraph(cookie[i]))
			return false;
	}
	return cookie[LR_COOKIE_BYTES - 1] == '\0';
}

/* A number of the object; 0 when it is absent, and for what is no number or below zero. */
static double number_get(JsonObject *object, const char *name)
{
	JsonNode *node = json_object_get_member(object, name);
	GType type = node != NULL && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node)
								 : G_TYPE_INVALID;
	double value = 0;

	if (type == G_TYPE_INT64)
		value = (double)json_node_get_int(node);
	else if (type == G_TYPE_DOUBLE)
		value = json_node_get_double(node);
	return value > 0 ? value : 0;
}

static bool flag_get(JsonObject *object, const char *name)
{
	JsonNode *node = json_object_get_member(object, name);

	if (node == NULL || !JSON_NODE_HOLDS_VALUE(node))
		return false;
	return json_node_get_value_type(node) == G_TYPE_BOOLEAN ? json_node_get_boolean(node)
								: number_get(object, name) != 0;
}

static char *text_dup(JsonObject *object, const char *name)
{
	JsonNode *node = json_object_get_member(object, name);

	if (node == NULL || !JSON_NODE_HOLDS_VALUE(node) ||
	    json_node_get_value_type(node) != G_TYPE_STRING)
		return NULL;
	return json_node_dup_string(node);
}

G_GNUC_PRINTF(4, 5)
static bool refuse(LrRefusal *refusal, GError **error, LrRefusal why, const char *format, ...)
{
	g_autofree char *message = NULL;
	va_list args;

	va_start(args, format);
	message = g_strdup_vprintf(format, args);
	va_end(args);
	*refusal = why;
	g_set_error_literal(error, LR_ERROR, LR_ERROR_INVALID, message);
	return false;
}

/* Numbers are judged as they came, before they are squeezed into the fields. */
static bool check_terms(JsonObject *object, int64_t max_duration_ns, LrRefusal *refusal,
			GError **error)
{
	double streams = number_get(object, "parallel"), block = number_get(object, "len");
	double seconds = number_get(object, "time") + number_get(object, "omit");

	if (!flag_get(object, "tcp"))
		return refuse(refusal, error, LR_REFUSAL_UNIMPLEMENTED,
			      "it asks for %s, and this target serves TCP only",
			      flag_get(object, "udp") ? "UDP" : "another protocol");
	if (streams > LR_MAX_STREAMS)
		return refuse(refusal, error, LR_REFUSAL_STREAMS,
			      "it asks for %.0f streams, %d is the most", streams, LR_MAX_STREAMS);
	if (block > LR_MAX_BLOCK_BYTES)
		return refuse(refusal, error, LR_REFUSAL_BLOCK,
			      "it asks for blocks of %.0f bytes, %d is the most", block,
			      LR_MAX_BLOCK_BYTES);
	if (seconds * 1e9 > (double)max_duration_ns)
		return refuse(refusal, error, LR_REFUSAL_DURATION,
			      "it asks for %.0f s, and --max-duration allows %.0f s", seconds,
			      lr_seconds_from_ns(max_duration_ns));
	return true;
}

static LrTerms *terms_from_object(JsonObject *object)
{
	LrTerms *terms = g_new0(LrTerms, 1);
	double rate_bps = MAX(number_get(object, "bandwidth"), number_get(object, "fqrate"));
	double bytes = number_get(object, "num"), blocks = number_get(object, "blockcount");

	terms->direction = flag_get(object, "bidirectional") ? LR_BIDIRECTIONAL
			   : flag_get(object, "reverse")     ? LR_REVERSE
							     : LR_FORWARD;
	terms->n_streams = MAX((uint32_t)number_get(object, "parallel"), 1);
	terms->duration_ns = (int64_t)(number_get(object, "time") * 1e9);
	terms->omit_ns = (int64_t)(number_get(object, "omit") * 1e9);
	terms->block_bytes = (uint32_t)number_get(object, "len");
	if (terms->block_bytes == 0)
		terms->block_bytes = DEFAULT_BLOCK_BYTES;
	if (blocks > 0)
		bytes = blocks * terms->block_bytes;
	terms->send_limit_bytes = (uint64_t)MIN(bytes, 1e18);
	terms->window_bytes = (uint32_t)MIN(number_get(object, "window"), G_MAXINT32);
	terms->rate_bytes_per_s = (uint64_t)(MIN(rate_bps, 1e15) / 8);
	terms->tos = (uint8_t)MIN(number_get(object, "TOS"), UINT8_MAX);
	terms->nodelay = flag_get(object, "nodelay");
	terms->congestion = text_dup(object, "congestion");
	return terms;
}

/* NULL when the text is no JSON object; borrowed from the parser. */
static JsonObject *object_parse(JsonParser *parser, const char *json, size_t length)
{
	JsonNode *root = NULL;

	if (json_parser_load_from_data(parser, json, (gssize)length, NULL))
		root = json_parser_get_root(parser);
	return root != NULL && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
}

LrTerms *lr_terms_parse(const char *json, size_t length, int64_t max_duration_ns,
			LrRefusal *refusal, GError **error)
{
	g_autoptr(JsonParser) parser = json_parser_new_immutable();
	JsonObject *object = object_parse(parser, json, length);

	if (object == NULL) {
		(void)refuse(refusal, error, LR_REFUSAL_MALFORMED,
			     "its parameters are not a JSON object");
		return NULL;
	}
	if (!check_terms(object, max_duration_ns, refusal, error))
		return NULL;
	return terms_from_object(object);
}

void lr_terms_free(LrTerms *terms)
{
	if (terms == NULL)
		return;
	g_free(terms->congestion);
	g_free(terms);
}

uint32_t lr_terms_connections(const LrTerms *terms)
{
	return terms->direction == LR_BIDIRECTIONAL ? 2 * terms->n_streams : terms->n_streams;
}

bool lr_terms_target_sends(const LrTerms *terms, uint32_t index)
{
	return terms->direction == LR_REVERSE ||
	       (terms->direction == LR_BIDIRECTIONAL && index >= terms->n_streams);
}

int64_t lr_terms_patience_ns(const LrTerms *terms)
{
	double two_blocks_ns = 0;

	/* Who sends one block in so long is slow, not silent. */
	if (terms->rate_bytes_per_s > 0)
		two_blocks_ns = 2e9 * terms->block_bytes / (double)terms->rate_bytes_per_s;
	return (int64_t)CLAMP(two_blocks_ns, (double)SILENCE_NS, (double)LONGEST_SILENCE_NS);
}

void lr_refusal_pack(LrRefusal refusal, uint8_t bytes[LR_REFUSAL_BYTES])
{
	/* The second number is an errno, which stock clients append for some errors; 0 is none. */
	uint32_t numbers[2] = { GUINT32_TO_BE((uint32_t)refusal), 0 };

	bytes[0] = (uint8_t)LR_MESSAGE_SERVER_ERROR;
	memcpy(bytes + 1, numbers, sizeof(numbers));
}

static void add_text(JsonBuilder *builder, const char *name, const char *value)
{
	json_builder_set_member_name(builder, name);
	json_builder_add_string_value(builder, value);
}

static void add_flag(JsonBuilder *builder, const char *name)
{
	json_builder_set_member_name(builder, name);
	json_builder_add_boolean_value(builder, TRUE);
}

static void add_member(JsonBuilder *builder, const char *name, double value)
{
	json_builder_set_member_name(builder, name);
	json_builder_add_double_value(builder, value);
}

static void add_count(JsonBuilder *builder, const char *name, int64_t value)
{
	json_builder_set_member_name(builder, name);
	json_builder_add_int_value(builder, value);
}

/* Clients take a result without any of these members for a broken one, TCP or not. */
static void add_stream(JsonBuilder *builder, const LrStreamTally *stream, int id, double seconds)
{
	static const char *const only_udp[] = { "jitter", "errors", "packets" };

	json_builder_begin_object(builder);
	add_count(builder, "id", id);
	add_count(builder, "bytes", (int64_t)stream->bytes);
	add_count(builder, "retransmits", stream->retransmits);
	for (size_t i = 0; i < G_N_ELEMENTS(only_udp); i++)
		add_count(builder, only_udp[i], 0);
	add_member(builder, "start_time", 0);
	add_member(builder, "end_time", seconds);
	json_builder_end_object(builder);
}

static void add_self(JsonBuilder *builder, const LrTargetSelf *self)
{
	json_builder_set_member_name(builder, "linerate");
	json_builder_begin_object(builder);
	if (self->version != NULL)
		add_text(builder, "version", self->version);
	if (self->ifname != NULL)
		add_text(builder, "interface", self->ifname);
	add_count(builder, "link_mbps", self->link_mbps);
	add_count(builder, "cores", self->n_cores);
	json_builder_end_object(builder);
}

static JsonNode *tally_node(const LrTally *tally)
{
	g_autoptr(JsonBuilder) builder = json_builder_new();
	bool sends = false;

	for (guint i = 0; i < tally->streams->len; i++)
		sends = sends || g_array_index(tally->streams, LrStreamTally, i).sent;
	json_builder_begin_object(builder);
	add_member(builder, "cpu_util_total", tally->cpu_user_percent + tally->cpu_system_percent);
	add_member(builder, "cpu_util_user", tally->cpu_user_percent);
	add_member(builder, "cpu_util_system", tally->cpu_system_percent);
	add_count(builder, "sender_has_retransmits", sends ? 1 : -1);
	add_text(builder, "congestion_used", tally->congestion_used);
	json_builder_set_member_name(builder, "streams");
	json_builder_begin_array(builder);
	for (guint i = 0; i < tally->streams->len; i++) {
		/* Both ends number the streams by themselves: 1, 3, 4, 5 and on. */
		add_stream(builder, &g_array_index(tally->streams, LrStreamTally, i),
			   i == 0 ? 1 : (int)i + 2, tally->seconds);
	}
	json_builder_end_array(builder);
	if (tally->self != NULL)
		add_self(builder, tally->self);
	json_builder_end_object(builder);
	return json_builder_get_root(builder);
}

static GByteArray *pack(JsonNode *root)
{
	g_autofree char *text = json_to_string(root, FALSE);
	uint32_t length = (uint32_t)strlen(text), length_be = GUINT32_TO_BE(length);
	GByteArray *bytes = g_byte_array_sized_new(length + sizeof(length_be));

	g_byte_array_append(bytes, (const guint8 *)&length_be, sizeof(length_be));
	g_byte_array_append(bytes, (const guint8 *)text, length);
	return bytes;
}

GByteArray *lr_tally_pack(const LrTally *tally)
{
	g_autoptr(JsonNode) root = tally_node(tally);

	return pack(root);
}

GByteArray *lr_terms_pack(const LrTerms *terms)
{
	g_autoptr(JsonBuilder) builder = json_builder_new();
	g_autoptr(JsonNode) root = NULL;

	json_builder_begin_object(builder);
	add_flag(builder, "tcp");
	if (terms->direction != LR_FORWARD)
		add_flag(builder, terms->direction == LR_REVERSE ? "reverse" : "bidirectional");
	add_count(builder, "omit", 0);
	add_count(builder, "time", terms->duration_ns / LR_NS_PER_SECOND);
	add_count(builder, "parallel", terms->n_streams);
	add_count(builder, "len", terms->block_bytes);
	json_builder_end_object(builder);
	root = json_builder_get_root(builder);
	return pack(root);
}

static uint64_t streams_bytes(JsonObject *results)
{
	JsonNode *node = json_object_get_member(results, "streams");
	JsonArray *streams =
		node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
	double sum = 0;

	for (guint i = 0; streams != NULL && i < json_array_get_length(streams); i++) {
		JsonNode *one = json_array_get_element(streams, i);

		if (JSON_NODE_HOLDS_OBJECT(one))
			sum += number_get(json_node_get_object(one), "bytes");
	}
	return (uint64_t)MIN(sum, 1e18);
}

static void self_from_object(JsonObject *object, LrTargetSelf *self)
{
	self->version = text_dup(object, "version");
	self->ifname = text_dup(object, "interface");
	self->link_mbps = (uint32_t)MIN(number_get(object, "link_mbps"), (double)LR_MAX_RATE_MBPS);
	self->n_cores = (uint32_t)MIN(number_get(object, "cores"), UINT16_MAX);
}

LrTargetReport *lr_target_report_parse(const char *json, size_t length, GError **error)
{
	g_autoptr(JsonParser) parser = json_parser_new_immutable();
	JsonObject *object = object_parse(parser, json, length);
	LrTargetReport *report;
	JsonNode *self;

	if (object == NULL) {
		g_set_error_literal(error, LR_ERROR, LR_ERROR_INVALID,
				    "its results are not a JSON object");
		return NULL;
	}
	report = g_new0(LrTargetReport, 1);
	report->bytes = streams_bytes(object);
	report->cpu_percent = json_object_has_member(object, "cpu_util_total")
				      ? number_get(object, "cpu_util_total")
				      : -1;
	self = json_object_get_member(object, "linerate");
	if (self != NULL && JSON_NODE_HOLDS_OBJECT(self))
		self_from_object(json_node_get_object(self), &report->self);
	return report;
}

void lr_target_self_clear(LrTargetSelf *self)
{
	g_clear_pointer(&self->version, g_free);
	g_clear_pointer(&self->ifname, g_free);
}

void lr_target_report_free(LrTargetReport *report)
{
	if (report == NULL)
		return;
	lr_target_self_clear(&report->self);
	g_free(report);
}
