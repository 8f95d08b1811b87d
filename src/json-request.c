/* SPDX-License-Identifier: GPL-3.0-only */
#include "json-request.h"

#include "json-text.h"

static JsonArray *make_targets(const GPtrArray *targets)
{
	JsonArray *array = json_array_new();

	for (guint i = 0; i < targets->len; i++) {
		const LrTarget *target = targets->pdata[i];
		JsonObject *object = json_object_new();

		lr_json_set_text(object, "host", target->host);
		lr_json_set_count(object, "port", target->base_port);
		json_array_add_object_element(array, object);
	}
	return array;
}

JsonObject *lr_json_request_make(const LrRequest *request)
{
	JsonObject *object = json_object_new();
	JsonArray *allow_virtual = json_array_new();

	lr_json_set_text(object, "interface", request->ifname);
	json_object_set_array_member(object, "targets", make_targets(request->targets));
	lr_json_set_text(object, "direction", lr_direction_name(request->direction));
	lr_json_set_known_count(object, "threads", request->threads);
	lr_json_set_count(object, "runs", request->runs);
	json_object_set_int_member(object, "duration_ns", request->duration_ns);
	lr_json_set_number(object, "fail_threshold_percent", request->fail_threshold_percent);
	lr_json_set_number(object, "cpu_threshold_percent", request->cpu_threshold_percent);
	lr_json_set_known_count(object, "speed_mbps", request->speed_mbps);
	json_object_set_boolean_member(object, "underspeed_ok", request->underspeed_ok);
	for (guint i = 0; request->allow_virtual[i] != NULL; i++)
		lr_json_add_text(allow_virtual, request->allow_virtual[i]);
	json_object_set_array_member(object, "allow_virtual", allow_virtual);
	lr_json_set_text(object, "congestion", request->congestion);
	lr_json_set_count(object, "block_bytes", request->block_bytes);
	json_object_set_int_member(object, "iface_timeout_ns", request->iface_timeout_ns);
	json_object_set_int_member(object, "scan_timeout_ns", request->scan_timeout_ns);
	json_object_set_int_member(object, "connect_timeout_ns", request->connect_timeout_ns);
	return object;
}
