/* SPDX-License-Identifier: GPL-3.0-only */
#include "json-plan.h"

#include "json-text.h"

static JsonArray *make_plan_workers(const GArray *workers, const char *address)
{
	JsonArray *array = json_array_new();

	for (guint i = 0; i < workers->len; i++) {
		const LrPlanWorker *worker = &g_array_index(workers, LrPlanWorker, i);
		JsonObject *object = json_object_new();

		lr_json_set_count(object, "cpu", worker->cpu);
		lr_json_set_count(object, "core", worker->core);
		lr_json_set_known_number(object, "numa_node", worker->numa_node);
		json_object_set_boolean_member(object, "near", worker->near);
		lr_json_set_text(object, "target", address);
		lr_json_set_count(object, "port", worker->port);
		json_array_add_object_element(array, object);
	}
	return array;
}

static JsonObject *make_frame(const LrPlan *plan)
{
	JsonObject *object = json_object_new();

	lr_json_set_known_count(object, "mtu_bytes", plan->frame.mtu_bytes);
	json_object_set_boolean_member(object, "mtu_assumed", plan->mtu_assumed);
	json_object_set_boolean_member(object, "ipv6", plan->frame.ipv6);
	json_object_set_boolean_member(object, "timestamps", plan->frame.timestamps);
	json_object_set_boolean_member(object, "vlan", plan->frame.vlan);
	return object;
}

JsonObject *lr_json_plan_make(const LrPlan *plan, const char *address)
{
	JsonObject *object = json_object_new();
	JsonArray *warnings = json_array_new();

	lr_json_set_known_count(object, "reference_mbps", plan->reference_mbps);
	lr_json_set_text(object, "reference_source", lr_speed_source_name(plan->reference_source));
	lr_json_set_known_count(object, "claimed_mbps",
				plan->claimed_mbps != 0 ? plan->claimed_mbps : plan->reference_mbps);
	lr_json_set_known_number(object, "ceiling_mbps",
				 plan->ceiling_mbps > 0 ? plan->ceiling_mbps : -1);
	json_object_set_object_member(object, "frame", make_frame(plan));
	lr_json_set_text(object, "workers_note", plan->workers_note);
	json_object_set_array_member(object, "workers", make_plan_workers(plan->workers, address));
	for (guint i = 0; i < plan->warnings->len; i++)
		lr_json_add_text(warnings, plan->warnings->pdata[i]);
	json_object_set_array_member(object, "warnings", warnings);
	return object;
}
