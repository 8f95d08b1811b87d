/* SPDX-License-Identifier: GPL-3.0-only */
#include "report-json.h"

#include <string.h>

#include "json-nic.h"
#include "json-plan.h"
#include "json-request.h"
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

static JsonObject *make_cause(const LrCause *cause)
{
	JsonObject *object = json_object_new(), *evidence = json_object_new();

	lr_json_set_text(object, "id", lr_cause_name(cause));
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

static JsonArray *make_ports(const GArray *ports)
{
	JsonArray *array = json_array_new();

	for (guint i = 0; i < ports->len; i++)
		lr_json_add_count(array, g_array_index(ports, uint16_t, i));
	return array;
}

static JsonArray *make_runs(const LrResult *result, LrJsonRows *rows)
{
	JsonArray *array = json_array_new();
	uint64_t reference_mbps = result->plan != NULL ? result->plan->reference_mbps : 0;

	for (guint i = 0; i < result->runs->len; i++)
		json_array_add_object_element(
			array, lr_json_run_make(result->runs->pdata[i], reference_mbps, rows));
	return array;
}

static JsonObject *make_verdict(const LrVerdict *verdict)
{
	JsonObject *object = json_object_new();
	JsonArray *causes = json_array_new(), *hints = json_array_new();

	lr_json_set_text(object, "outcome", lr_outcome_name(verdict->outcome));
	lr_json_set_number(object, "percent", verdict->percent);
	lr_json_set_number(object, "threshold_percent", verdict->threshold_percent);
	for (guint i = 0; i < verdict->causes->len; i++)
		json_array_add_object_element(causes, make_cause(verdict->causes->pdata[i]));
	json_object_set_array_member(object, "causes", causes);
	for (guint i = 0; i < verdict->hints->len; i++)
		json_array_add_object_element(hints, make_cause(verdict->hints->pdata[i]));
	json_object_set_array_member(object, "hints", hints);
	return object;
}

JsonObject *lr_report_json_make(const LrResult *result, LrJsonRows *rows)
{
	JsonObject *object = json_object_new();
	g_autofree char *schema = g_strdup_printf("%s/%d", LR_SCHEMA_NAME, LR_SCHEMA_VERSION);

	lr_json_set_text(object, "schema", schema);
	lr_json_set_text(object, "version", result->version);
	lr_json_set_text(object, "started", result->started);
	json_object_set_object_member(object, "machine", make_machine(result));
	json_object_set_object_member(object, "interface", lr_json_nic_make(result->nic));
	json_object_set_object_member(object, "verdict", make_verdict(result->verdict));
	json_object_set_object_member(object, "request", lr_json_request_make(result->request));
	if (result->plan != NULL)
		json_object_set_object_member(
			object, "plan", lr_json_plan_make(result->plan, used_address(result)));
	else
		json_object_set_null_member(object, "plan");
	json_object_set_array_member(object, "attempts", make_attempts(result->attempts));
	json_object_set_array_member(object, "missing_ports", make_ports(result->missing_ports));
	json_object_set_array_member(object, "runs", make_runs(result, rows));
	return object;
}

bool lr_report_json_write(const LrResult *result, const char *path, GError **error)
{
	g_autoptr(LrJsonRows) rows = lr_json_rows_new();
	g_autoptr(JsonObject) document = lr_report_json_make(result, rows);
	g_autofree char *text = lr_json_text_dup(document, rows);

	return lr_whole_file_write(path, text, strlen(text), error);
}
