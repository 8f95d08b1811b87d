/* SPDX-License-Identifier: GPL-3.0-only */
#include "report-json.h"

#include <math.h>
#include <string.h>

#include "json-run.h"
#include "json-text.h"
#include "whole-file.h"

static JsonObject *make_machine(const LrResult *result)
{
	JsonObject *object = json_object_new();

	lr_json_set_text(object, "name", result->machine);
	lr_json_set_text(object, "kernel", result->kernel);
	return object;
}

static void set_identity(JsonObject *object, const LrNic *nic)
{
	lr_json_set_text(object, "name", nic->ifname);
	lr_json_set_known_count(object, "ifindex", nic->ifindex);
	lr_json_set_text(object, "category", lr_category_name(nic->category));
	lr_json_set_text(object, "kind", nic->kind);
	lr_json_set_text(object, "driver", nic->driver);
	lr_json_set_text(object, "bus", nic->bus);
	lr_json_set_text(object, "product", nic->product);
	lr_json_set_text(object, "vendor", nic->vendor);
	lr_json_set_text(object, "product_id", nic->product_id);
	lr_json_set_text(object, "vendor_id", nic->vendor_id);
	lr_json_set_text(object, "mac", nic->mac);
	lr_json_set_text(object, "path", nic->path);
	lr_json_set_text(object, "bus_address", nic->bus_address);
}

static JsonObject *make_interface(const LrNic *nic)
{
	JsonObject *object = json_object_new();

	set_identity(object, nic);
	lr_json_set_known_number(object, "numa_node", nic->numa_node);
	lr_json_set_known_count(object, "mtu_bytes", nic->mtu_bytes);
	json_object_set_boolean_member(object, "admin_up", nic->admin_up);
	lr_json_set_tristate(object, "carrier", nic->carrier);
	lr_json_set_known_count(object, "link_mbps", nic->link_mbps);
	lr_json_set_known_count(object, "advertised_mbps", nic->advertised_mbps);
	lr_json_set_known_count(object, "supported_mbps", nic->supported_mbps);
	lr_json_set_text(object, "duplex",
			 nic->duplex != LR_DUPLEX_UNKNOWN ? lr_duplex_name(nic->duplex) : NULL);
	json_object_set_boolean_member(object, "testable", nic->testable);
	lr_json_set_text(object, "reason", nic->reason);
	return object;
}

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

static JsonObject *make_request(const LrRequest *request)
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

/* The address that was measured against; NULL when it came to no measurement. */
static const char *used_address(const LrResult *result)
{
	for (guint i = result->attempts->len; i > 0; i--) {
		const LrAttempt *attempt = result->attempts->pdata[i - 1];

		if (attempt->cause == NULL)
			return attempt->address;
	}
	return NULL;
}

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

static JsonObject *make_plan(const LrPlan *plan, const char *address)
{
	JsonObject *object = json_object_new();
	JsonArray *warnings = json_array_new();

	lr_json_set_known_count(object, "reference_mbps", plan->reference_mbps);
	lr_json_set_text(object, "reference_source", lr_speed_source_name(plan->reference_source));
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

static JsonObject *make_cause(const LrCause *cause)
{
	JsonObject *object = json_object_new(), *evidence = json_object_new();

	lr_json_set_text(object, "id", lr_cause_id_name(cause->id));
	lr_json_set_text(object, "class", lr_cause_class_name(lr_cause_id_class(cause->id)));
	lr_json_set_text(object, "message", cause->message);
	for (guint i = 0; i < cause->evidence->len; i++) {
		const LrEvidence *item = cause->evidence->pdata[i];

		if (item->text != NULL)
			lr_json_set_text(evidence, item->key, item->text);
		else
			lr_json_set_number(evidence, item->key, item->number);
	}
	json_object_set_object_member(object, "evidence", evidence);
	lr_json_set_text(object, "remedy", cause->remedy);
	return object;
}

static JsonArray *make_attempts(const GPtrArray *attempts)
{
	JsonArray *array = json_array_new();

	for (guint i = 0; i < attempts->len; i++) {
		const LrAttempt *attempt = attempts->pdata[i];
		JsonObject *object = json_object_new();

		lr_json_set_text(object, "host", attempt->host);
		lr_json_set_text(object, "address", attempt->address);
		lr_json_set_count(object, "port", attempt->base_port);
		json_object_set_int_member(object, "at_ns", attempt->at_ns);
		if (attempt->cause != NULL)
			json_object_set_object_member(object, "cause", make_cause(attempt->cause));
		else
			json_object_set_null_member(object, "cause");
		json_array_add_object_element(array, object);
	}
	return array;
}

static JsonArray *make_runs(const LrResult *result)
{
	JsonArray *array = json_array_new();
	uint64_t reference_mbps = result->plan != NULL ? result->plan->reference_mbps : 0;

	for (guint i = 0; i < result->runs->len; i++)
		json_array_add_object_element(
			array, lr_json_run_make(result->runs->pdata[i], reference_mbps));
	return array;
}

static JsonObject *make_verdict(const LrVerdict *verdict)
{
	JsonObject *object = json_object_new();
	JsonArray *causes = json_array_new();

	lr_json_set_text(object, "outcome", lr_outcome_name(verdict->outcome));
	lr_json_set_number(object, "percent", verdict->percent);
	lr_json_set_number(object, "threshold_percent", verdict->threshold_percent);
	for (guint i = 0; i < verdict->causes->len; i++)
		json_array_add_object_element(causes, make_cause(verdict->causes->pdata[i]));
	json_object_set_array_member(object, "causes", causes);
	return object;
}

JsonObject *lr_report_json_make(const LrResult *result)
{
	JsonObject *object = json_object_new();
	g_autofree char *schema = g_strdup_printf("%s/%d", LR_SCHEMA_NAME, LR_SCHEMA_VERSION);

	lr_json_set_text(object, "schema", schema);
	lr_json_set_text(object, "version", result->version);
	lr_json_set_text(object, "started", result->started);
	json_object_set_object_member(object, "machine", make_machine(result));
	json_object_set_object_member(object, "interface", make_interface(result->nic));
	json_object_set_object_member(object, "verdict", make_verdict(result->verdict));
	json_object_set_object_member(object, "request", make_request(result->request));
	if (result->plan != NULL)
		json_object_set_object_member(object, "plan",
					      make_plan(result->plan, used_address(result)));
	else
		json_object_set_null_member(object, "plan");
	json_object_set_array_member(object, "attempts", make_attempts(result->attempts));
	json_object_set_array_member(object, "runs", make_runs(result));
	return object;
}

bool lr_report_json_write(const LrResult *result, const char *path, GError **error)
{
	g_autoptr(JsonObject) document = lr_report_json_make(result);
	g_autofree char *text = lr_json_text_dup(document);

	return lr_whole_file_write(path, text, strlen(text), error);
}
