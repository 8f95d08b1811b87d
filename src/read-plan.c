/* SPDX-License-Identifier: GPL-3.0-only */
#include "read-plan.h"

#include "json-take.h"

#define COUNT(object, name, type) ((type)lr_json_take_count(object, name, G_MAXUINT32, damage))
#define TEXT(object, name)	  lr_json_take_text(object, name, damage)

static const char *direction_word(guint value)
{
	return lr_direction_name(value);
}

static const char *source_word(guint value)
{
	return lr_speed_source_name(value);
}

static void read_targets(LrRequest *request, JsonObject *object, GError **damage)
{
	guint n = lr_json_take_length(object, "targets", damage);

	for (guint i = 0; i < n; i++) {
		JsonObject *target = lr_json_take_element(object, "targets", i, damage);
		g_autofree char *host = TEXT(target, "host");

		g_ptr_array_add(request->targets,
				lr_target_new(host != NULL ? host : "unknown",
					      (uint16_t)COUNT(target, "port", uint32_t)));
	}
}

/* The texts of a list; what is no text is passed over. */
static GPtrArray *read_texts(JsonObject *object, const char *name, GError **damage)
{
	GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
	JsonArray *array = lr_json_take_array(object, name, damage);

	for (guint i = 0; array != NULL && i < json_array_get_length(array); i++) {
		JsonNode *node = json_array_get_element(array, i);

		if (JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING)
			g_ptr_array_add(texts, g_strdup(json_node_get_string(node)));
	}
	return texts;
}

LrRequest *lr_read_request(JsonObject *object, GError **damage)
{
	LrRequest *request = lr_request_new();
	GPtrArray *allow_virtual = read_texts(object, "allow_virtual", damage);

	g_ptr_array_add(allow_virtual, NULL);
	g_strfreev(request->allow_virtual);
	request->allow_virtual = (GStrv)g_ptr_array_free(allow_virtual, FALSE);
	if (object == NULL)
		return request;
	request->ifname = TEXT(object, "interface");
	read_targets(request, object, damage);
	request->direction = lr_json_take_word(object, "direction", direction_word,
					       LR_BIDIRECTIONAL + 1, LR_FORWARD, damage);
	request->threads = COUNT(object, "threads", uint32_t);
	request->runs = COUNT(object, "runs", uint32_t);
	request->duration_ns = lr_json_take_integer(object, "duration_ns", 0, damage);
	request->fail_threshold_percent =
		lr_json_take_number(object, "fail_threshold_percent", 0, damage);
	request->cpu_threshold_percent =
		lr_json_take_number(object, "cpu_threshold_percent", 0, damage);
	request->speed_mbps = lr_json_take_count(object, "speed_mbps", G_MAXINT64, damage);
	request->underspeed_ok = lr_json_take_bool(object, "underspeed_ok", damage);
	request->congestion = TEXT(object, "congestion");
	request->block_bytes = COUNT(object, "block_bytes", uint32_t);
	request->iface_timeout_ns = lr_json_take_integer(object, "iface_timeout_ns", 0, damage);
	request->scan_timeout_ns = lr_json_take_integer(object, "scan_timeout_ns", 0, damage);
	request->connect_timeout_ns = lr_json_take_integer(object, "connect_timeout_ns", 0, damage);
	return request;
}

static GArray *read_plan_workers(JsonObject *object, GError **damage)
{
	GArray *workers = g_array_new(FALSE, TRUE, sizeof(LrPlanWorker));
	guint n = lr_json_take_length(object, "workers", damage);

	for (guint i = 0; i < n; i++) {
		JsonObject *element = lr_json_take_element(object, "workers", i, damage);
		LrPlanWorker worker = {
			.cpu = COUNT(element, "cpu", uint32_t),
			.core = COUNT(element, "core", uint32_t),
			.numa_node = (int)lr_json_take_integer(element, "numa_node", -1, damage),
			.near = lr_json_take_bool(element, "near", damage),
			.port = (uint16_t)COUNT(element, "port", uint32_t),
		};

		g_array_append_val(workers, worker);
	}
	return workers;
}

LrPlan *lr_read_plan(JsonObject *object, GError **damage)
{
	JsonObject *frame = lr_json_take_object(object, "frame", damage);
	LrPlan *plan;

	if (object == NULL)
		return NULL;
	plan = g_new0(LrPlan, 1);
	plan->reference_mbps = lr_json_take_count(object, "reference_mbps", G_MAXINT64, damage);
	plan->reference_source = lr_json_take_word(object, "reference_source", source_word,
						   LR_SPEED_CURRENT + 1, LR_SPEED_UNKNOWN, damage);
	plan->ceiling_mbps = lr_json_take_number(object, "ceiling_mbps", 0, damage);
	plan->mtu_assumed = lr_json_take_bool(frame, "mtu_assumed", damage);
	plan->frame.mtu_bytes = COUNT(frame, "mtu_bytes", uint32_t);
	plan->frame.ipv6 = lr_json_take_bool(frame, "ipv6", damage);
	plan->frame.timestamps = lr_json_take_bool(frame, "timestamps", damage);
	plan->frame.vlan = lr_json_take_bool(frame, "vlan", damage);
	plan->workers = read_plan_workers(object, damage);
	plan->workers_note = TEXT(object, "workers_note");
	plan->warnings = read_texts(object, "warnings", damage);
	return plan;
}
