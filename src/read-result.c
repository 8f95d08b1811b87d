/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "read-result.h"

#include <math.h>

#include "error.h"
#include "json-take.h"
#include "read-nic.h"
#include "read-plan.h"
#include "read-run.h"
#include "report-json.h"

#define COUNT(object, name, type) ((type)lr_json_take_count(object, name, G_MAXUINT32, damage))
#define TEXT(object, name)	  lr_json_take_text(object, name, damage)

static const char *outcome_word(guint value)
{
	return lr_outcome_name(value);
}

static const char *class_word(guint value)
{
	return lr_cause_class_name(value);
}

static void read_evidence(LrCause *cause, JsonObject *evidence)
{
	JsonObjectIter iter;
	const char *key;
	JsonNode *node;

	if (evidence == NULL)
		return;
	json_object_iter_init_ordered(&iter, evidence);
	while (json_object_iter_next_ordered(&iter, &key, &node)) {
		if (JSON_NODE_HOLDS_NULL(node))
			lr_cause_add_number(cause, key, NAN);
		else if (JSON_NODE_HOLDS_VALUE(node) &&
			 json_node_get_value_type(node) == G_TYPE_STRING)
			lr_cause_add_text(cause, key, json_node_get_string(node));
		else if (JSON_NODE_HOLDS_VALUE(node))
			lr_cause_add_number(cause, key, json_node_get_double(node));
	}
}

/* One of the causes of a class, to stand in for one that this release does not know. */
static LrCauseId any_of_class(LrCauseClass class)
{
	for (LrCauseId id = 0; id < LR_N_CAUSES; id++) {
		if (lr_cause_id_class(id) == class)
			return id;
	}
	return LR_CAUSE_BELOW_THRESHOLD;
}

static LrCause *read_cause(JsonObject *object, GError **damage)
{
	g_autofree char *name = TEXT(object, "id");
	g_autofree char *message = TEXT(object, "message");
	g_autofree char *remedy = TEXT(object, "remedy");
	LrCauseId id = any_of_class(lr_json_take_word(object, "class", class_word,
						      LR_CLASS_PATH + 1, LR_CLASS_PATH, damage));
	bool known = name != NULL && lr_cause_id_from_name(name, &id);
	LrCause *cause = lr_cause_new(id, "%s", message != NULL ? message : "");

	if (!known)
		cause->foreign_name = g_strdup(name != NULL ? name : "unknown");
	lr_cause_set_remedy(cause, "%s", remedy != NULL ? remedy : "");
	read_evidence(cause, lr_json_take_object(object, "evidence", damage));
	return cause;
}

static void read_causes(GPtrArray *causes, JsonObject *object, const char *name, GError **damage)
{
	guint n = lr_json_take_length(object, name, damage);

	for (guint i = 0; i < n; i++)
		g_ptr_array_add(causes,
				read_cause(lr_json_take_element(object, name, i, damage), damage));
}

static LrVerdict *read_verdict(JsonObject *object, GError **damage)
{
	LrVerdict *verdict = lr_verdict_new(lr_json_take_word(
		object, "outcome", outcome_word, LR_OUTCOME_ERROR + 1, LR_OUTCOME_ERROR, damage));

	verdict->percent = lr_json_take_number(object, "percent", NAN, damage);
	verdict->threshold_percent = lr_json_take_number(object, "threshold_percent", 0, damage);
	read_causes(verdict->causes, object, "causes", damage);
	read_causes(verdict->hints, object, "hints", damage);
	return verdict;
}

static LrAttempt *read_attempt(JsonObject *object, GError **damage)
{
	g_autofree char *host = TEXT(object, "host");
	g_autofree char *address = TEXT(object, "address");
	g_autoptr(LrTarget) target = lr_target_new(host != NULL ? host : "unknown",
						   (uint16_t)COUNT(object, "port", uint32_t));
	LrAttempt *attempt =
		lr_attempt_new(target, address, lr_json_take_integer(object, "at_ns", 0, damage));
	JsonObject *cause = lr_json_take_object(object, "cause", damage);

	attempt->cause = cause != NULL ? read_cause(cause, damage) : NULL;
	return attempt;
}

static void read_missing_ports(LrResult *result, JsonArray *array)
{
	for (guint i = 0; array != NULL && i < json_array_get_length(array); i++) {
		uint16_t port = (uint16_t)CLAMP(lr_json_take_cell(array, i, 0), 0, G_MAXUINT16);

		g_array_append_val(result->missing_ports, port);
	}
}

static LrResult *read_document(JsonObject *document, GError **damage)
{
	LrResult *result = lr_result_new();
	JsonObject *machine = lr_json_take_object(document, "machine", damage);
	guint n;

	result->version = TEXT(document, "version");
	result->started = TEXT(document, "started");
	result->machine = TEXT(machine, "name");
	result->kernel = TEXT(machine, "kernel");
	result->nic = lr_read_nic(lr_json_take_object(document, "interface", damage), damage);
	result->request = lr_read_request(lr_json_take_object(document, "request", damage), damage);
	result->plan = lr_read_plan(lr_json_take_object(document, "plan", damage), damage);
	result->verdict = read_verdict(lr_json_take_object(document, "verdict", damage), damage);
	n = lr_json_take_length(document, "attempts", damage);
	for (guint i = 0; i < n; i++)
		g_ptr_array_add(result->attempts,
				read_attempt(lr_json_take_element(document, "attempts", i, damage),
					     damage));
	read_missing_ports(result, lr_json_take_array(document, "missing_ports", damage));
	n = lr_json_take_length(document, "runs", damage);
	for (guint i = 0; i < n; i++)
		g_ptr_array_add(
			result->runs,
			lr_read_run(lr_json_take_element(document, "runs", i, damage), damage));
	return result;
}

static bool check_schema(JsonObject *document, GError **error)
{
	g_autoptr(GError) damage = NULL;
	g_autofree char *schema = lr_json_take_text(document, "schema", &damage);
	guint64 number = 0;

	if (schema != NULL && g_str_has_prefix(schema, LR_SCHEMA_NAME "/"))
		number = g_ascii_strtoull(schema + sizeof(LR_SCHEMA_NAME "/") - 1, NULL, 10);
	if (number == 0) {
		g_set_error_literal(error, LR_ERROR, LR_ERROR_INVALID,
				    "it is not a result of linerate: its 'schema' does not say so");
		return false;
	}
	if (number > LR_SCHEMA_VERSION) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "it was written by a newer linerate (%s, but %s reads up to %s/%d): "
			    "update linerate",
			    schema, PACKAGE_STRING, LR_SCHEMA_NAME, LR_SCHEMA_VERSION);
		return false;
	}
	if (lr_json_take_object(document, "interface", &damage) != NULL &&
	    lr_json_take_object(document, "verdict", &damage) != NULL)
		return true;
	g_set_error_literal(error, LR_ERROR, LR_ERROR_INVALID,
			    "it is damaged: 'interface' or 'verdict' is missing");
	return false;
}

static LrResult *read_result(const char *name, JsonNode *node, GError **error)
{
	g_autoptr(LrResult) result = NULL;
	g_autoptr(GError) damage = NULL;

	if (!JSON_NODE_HOLDS_OBJECT(node)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "cannot read '%s': it is not one result", name);
		return NULL;
	}
	if (!check_schema(json_node_get_object(node), error)) {
		g_prefix_error(error, "cannot read '%s': ", name);
		return NULL;
	}
	result = read_document(json_node_get_object(node), &damage);
	if (damage == NULL)
		return g_steal_pointer(&result);
	g_set_error(error, LR_ERROR, LR_ERROR_INVALID, "cannot read '%s': it is damaged: %s", name,
		    damage->message);
	return NULL;
}

static JsonNode *parse(const char *name, const char *text, gsize n_bytes, GError **error)
{
	JsonNode *root = lr_json_parse(text, n_bytes, error);

	if (root == NULL)
		g_prefix_error(error, "cannot read '%s': ", name);
	return root;
}

LrResult *lr_read_result_text(const char *name, const char *text, gsize n_bytes, GError **error)
{
	g_autoptr(JsonNode) root = parse(name, text, n_bytes, error);

	return root != NULL ? read_result(name, root, error) : NULL;
}

static char *read_file(const char *path, gsize *n_bytes, GError **error)
{
	g_autoptr(GError) reason = NULL;
	char *text = NULL;

	if (!g_file_get_contents(path, &text, n_bytes, &reason))
		g_set_error(error, LR_ERROR, LR_ERROR_NOT_FOUND, "cannot read the result: %s",
			    reason->message);
	return text;
}

LrResult *lr_read_result(const char *path, GError **error)
{
	gsize n_bytes;
	g_autofree char *text = read_file(path, &n_bytes, error);

	return text != NULL ? lr_read_result_text(path, text, n_bytes, error) : NULL;
}

bool lr_read_results(const char *path, GPtrArray *results, GError **error)
{
	gsize n_bytes;
	g_autofree char *text = read_file(path, &n_bytes, error);
	g_autoptr(JsonNode) root = text != NULL ? parse(path, text, n_bytes, error) : NULL;
	JsonArray *array =
		root != NULL && JSON_NODE_HOLDS_ARRAY(root) ? json_node_get_array(root) : NULL;
	guint n = array != NULL ? json_array_get_length(array) : 1;

	for (guint i = 0; root != NULL && i < n; i++) {
		JsonNode *node = array != NULL ? json_array_get_element(array, i) : root;
		LrResult *result = read_result(path, node, error);

		if (result == NULL)
			return false;
		g_ptr_array_add(results, result);
	}
	return root != NULL;
}
