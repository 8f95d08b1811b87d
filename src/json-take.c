/* SPDX-License-Identifier: GPL-3.0-only */
#include "json-take.h"

#include "error.h"

/* json-glib's parser calls itself for each level, so that a file of brackets alone would end the
 * program. A result has eight levels. */
#define MAX_DEPTH 64

static bool is_shallow(const char *text, gsize n_bytes)
{
	guint depth = 0;
	bool quoted = false;

	for (gsize i = 0; i < n_bytes; i++) {
		if (quoted && text[i] == '\\')
			i++;
		else if (text[i] == '"')
			quoted = !quoted;
		else if (!quoted && (text[i] == '[' || text[i] == '{') && ++depth > MAX_DEPTH)
			return false;
		else if (!quoted && (text[i] == ']' || text[i] == '}') && depth > 0)
			depth--;
	}
	return true;
}

JsonNode *lr_json_parse(const char *text, gsize n_bytes, GError **error)
{
	g_autoptr(JsonParser) parser = json_parser_new();
	g_autoptr(GError) reason = NULL;
	JsonNode *root;

	if (n_bytes > G_MAXSSIZE || !is_shallow(text, n_bytes)) {
		g_set_error_literal(error, LR_ERROR, LR_ERROR_INVALID, "it is nested too deep");
		return NULL;
	}
	if (!json_parser_load_from_data(parser, text, (gssize)n_bytes, &reason)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID, "it is not JSON: %s",
			    reason->message);
		return NULL;
	}
	root = json_parser_get_root(parser);
	if (root == NULL || JSON_NODE_HOLDS_VALUE(root) || JSON_NODE_HOLDS_NULL(root)) {
		g_set_error_literal(error, LR_ERROR, LR_ERROR_INVALID,
				    "it is neither a JSON object nor a list");
		return NULL;
	}
	return json_parser_steal_root(parser);
}

static void complain(GError **damage, const char *name, const char *wanted)
{
	if (*damage == NULL)
		g_set_error(damage, LR_ERROR, LR_ERROR_INVALID, "'%s' is not %s", name, wanted);
}

/* The member; NULL when it is missing or null. */
static JsonNode *get_known(JsonObject *object, const char *name)
{
	JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;

	return node != NULL && !JSON_NODE_HOLDS_NULL(node) ? node : NULL;
}

static JsonNode *get_value(JsonObject *object, const char *name, GType type, const char *wanted,
			   GError **damage)
{
	JsonNode *node = get_known(object, name);

	if (node == NULL || (JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type))
		return node;
	complain(damage, name, wanted);
	return NULL;
}

char *lr_json_take_text(JsonObject *object, const char *name, GError **damage)
{
	JsonNode *node = get_value(object, name, G_TYPE_STRING, "a text", damage);

	return node != NULL ? g_strdup(json_node_get_string(node)) : NULL;
}

uint64_t lr_json_take_count(JsonObject *object, const char *name, uint64_t max, GError **damage)
{
	JsonNode *node = get_value(object, name, G_TYPE_INT64, "a whole number", damage);
	int64_t value = node != NULL ? json_node_get_int(node) : 0;

	if (value >= 0 && (uint64_t)value <= max)
		return (uint64_t)value;
	complain(damage, name, "a number in its range");
	return 0;
}

int64_t lr_json_take_integer(JsonObject *object, const char *name, int64_t unknown, GError **damage)
{
	JsonNode *node = get_value(object, name, G_TYPE_INT64, "a whole number", damage);

	return node != NULL ? json_node_get_int(node) : unknown;
}

static bool holds_number(JsonNode *node)
{
	return JSON_NODE_HOLDS_VALUE(node) && (json_node_get_value_type(node) == G_TYPE_INT64 ||
					       json_node_get_value_type(node) == G_TYPE_DOUBLE);
}

double lr_json_take_number(JsonObject *object, const char *name, double unknown, GError **damage)
{
	JsonNode *node = get_known(object, name);

	if (node == NULL)
		return unknown;
	if (holds_number(node))
		return json_node_get_double(node);
	complain(damage, name, "a number");
	return unknown;
}

bool lr_json_take_bool(JsonObject *object, const char *name, GError **damage)
{
	return lr_json_take_tristate(object, name, damage) == LR_YES;
}

LrTristate lr_json_take_tristate(JsonObject *object, const char *name, GError **damage)
{
	JsonNode *node = get_value(object, name, G_TYPE_BOOLEAN, "true or false", damage);

	if (node == NULL)
		return LR_UNKNOWN;
	return json_node_get_boolean(node) ? LR_YES : LR_NO;
}

guint lr_json_take_word(JsonObject *object, const char *name, const char *(*word_of)(guint),
			guint n, guint unknown, GError **damage)
{
	g_autofree char *text = lr_json_take_text(object, name, damage);

	for (guint i = 0; text != NULL && i < n; i++) {
		if (g_str_equal(word_of(i), text))
			return i;
	}
	return unknown;
}

JsonObject *lr_json_take_object(JsonObject *object, const char *name, GError **damage)
{
	JsonNode *node = get_known(object, name);

	if (node == NULL || JSON_NODE_HOLDS_OBJECT(node))
		return node != NULL ? json_node_get_object(node) : NULL;
	complain(damage, name, "an object");
	return NULL;
}

JsonArray *lr_json_take_array(JsonObject *object, const char *name, GError **damage)
{
	JsonNode *node = get_known(object, name);

	if (node == NULL || JSON_NODE_HOLDS_ARRAY(node))
		return node != NULL ? json_node_get_array(node) : NULL;
	complain(damage, name, "a list");
	return NULL;
}

guint lr_json_take_length(JsonObject *object, const char *name, GError **damage)
{
	JsonArray *array = lr_json_take_array(object, name, damage);

	return array != NULL ? json_array_get_length(array) : 0;
}

JsonObject *lr_json_take_element(JsonObject *object, const char *name, guint i, GError **damage)
{
	JsonArray *array = lr_json_take_array(object, name, damage);
	JsonNode *node = json_array_get_element(array, i);

	if (JSON_NODE_HOLDS_OBJECT(node))
		return json_node_get_object(node);
	complain(damage, name, "a list of objects");
	return NULL;
}

double lr_json_take_cell(JsonArray *array, guint i, double unknown)
{
	JsonNode *node = array != NULL && i < json_array_get_length(array)
				 ? json_array_get_element(array, i)
				 : NULL;

	return node != NULL && holds_number(node) ? json_node_get_double(node) : unknown;
}
