/* SPDX-License-Identifier: GPL-3.0-only */
#include "json-text.h"

#include <math.h>

#define SPLIT_DEPTH	4 /* from here on a value is one line */
#define LINE_CHARACTERS 90

static JsonNode *text_node(const char *text)
{
	g_autofree char *valid = text != NULL ? g_utf8_make_valid(text, -1) : NULL;

	return valid != NULL ? json_node_init_string(json_node_alloc(), valid)
			     : json_node_init_null(json_node_alloc());
}

static JsonNode *number_node(double number)
{
	JsonNode *node = json_node_alloc();

	/* Adding 0 turns -0 into 0. */
	return isfinite(number) ? json_node_init_double(node, number + 0.0) :
				  json_node_init_null(node);
}

static JsonNode *count_node(uint64_t count)
{
	return json_node_init_int(json_node_alloc(), (gint64)MIN(count, (uint64_t)G_MAXINT64));
}

void lr_json_set_text(JsonObject *object, const char *name, const char *text)
{
	json_object_set_member(object, name, text_node(text));
}

void lr_json_set_number(JsonObject *object, const char *name, double number)
{
	json_object_set_member(object, name, number_node(number));
}

void lr_json_set_known_number(JsonObject *object, const char *name, double number)
{
	lr_json_set_number(object, name, number >= 0 ? number : NAN);
}

void lr_json_set_count(JsonObject *object, const char *name, uint64_t count)
{
	json_object_set_member(object, name, count_node(count));
}

void lr_json_set_known_count(JsonObject *object, const char *name, uint64_t count)
{
	if (count != 0)
		lr_json_set_count(object, name, count);
	else
		json_object_set_null_member(object, name);
}

void lr_json_set_tristate(JsonObject *object, const char *name, LrTristate value)
{
	if (value == LR_UNKNOWN)
		json_object_set_null_member(object, name);
	else
		json_object_set_boolean_member(object, name, value == LR_YES);
}

void lr_json_add_text(JsonArray *array, const char *text)
{
	json_array_add_element(array, text_node(text));
}

void lr_json_add_number(JsonArray *array, double number)
{
	json_array_add_element(array, number_node(number));
}

void lr_json_add_count(JsonArray *array, uint64_t count)
{
	json_array_add_element(array, count_node(count));
}

static void append_string(GString *out, const char *text)
{
	g_string_append_c(out, '"');
	for (const char *at = text; *at != '\0'; at++) {
		if (*at == '"' || *at == '\\')
			g_string_append_printf(out, "\\%c", *at);
		else if (g_ascii_iscntrl(*at))
			g_string_append_printf(out, "\\u%04x", (guint)*at);
		else
			g_string_append_c(out, *at);
	}
	g_string_append_c(out, '"');
}

/* The shortest decimal that reads back as the same number. */
static void append_double(GString *out, double number)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	for (int digits = 15; digits <= 17; digits++) {
		char format[8];

		g_snprintf(format, sizeof(format), "%%.%dg", digits);
		g_ascii_formatd(text, sizeof(text), format, number);
		if (g_ascii_strtod(text, NULL) == number)
			break;
	}
	g_string_append(out, text);
}

static void append_value(GString *out, JsonNode *node)
{
	if (JSON_NODE_HOLDS_NULL(node))
		g_string_append(out, "null");
	else if (json_node_get_value_type(node) == G_TYPE_STRING)
		append_string(out, json_node_get_string(node));
	else if (json_node_get_value_type(node) == G_TYPE_DOUBLE)
		append_double(out, json_node_get_double(node));
	else if (json_node_get_value_type(node) == G_TYPE_BOOLEAN)
		g_string_append(out, json_node_get_boolean(node) ? "true" : "false");
	else
		g_string_append_printf(out, "%" G_GINT64_FORMAT, json_node_get_int(node));
}

static guint count_children(JsonNode *node)
{
	if (JSON_NODE_HOLDS_OBJECT(node))
		return json_object_get_size(json_node_get_object(node));
	return JSON_NODE_HOLDS_ARRAY(node) ? json_array_get_length(json_node_get_array(node)) : 0;
}

static void append_node(GString *out, JsonNode *node, guint depth, bool split);

static void append_children(GString *out, JsonNode *node, guint depth, bool split)
{
	JsonObjectIter iter;
	const char *name = NULL;
	JsonNode *child = NULL;
	guint n = count_children(node);

	if (JSON_NODE_HOLDS_OBJECT(node))
		json_object_iter_init_ordered(&iter, json_node_get_object(node));
	for (guint i = 0; i < n; i++) {
		if (i > 0)
			g_string_append(out, split ? "," : ", ");
		if (split)
			g_string_append_printf(out, "\n%*s", (int)depth + 1, "");
		if (JSON_NODE_HOLDS_ARRAY(node)) {
			child = json_array_get_element(json_node_get_array(node), i);
		} else if (json_object_iter_next_ordered(&iter, &name, &child)) {
			append_string(out, name);
			g_string_append(out, ": ");
		}
		append_node(out, child, depth + 1, split);
	}
	if (split)
		g_string_append_printf(out, "\n%*s", (int)depth, "");
}

static bool has_containers(JsonNode *node)
{
	g_autoptr(GList) children = JSON_NODE_HOLDS_OBJECT(node)
					    ? json_object_get_values(json_node_get_object(node))
					    : json_array_get_elements(json_node_get_array(node));

	for (GList *at = children; at != NULL; at = at->next) {
		if (count_children(at->data) > 0)
			return true;
	}
	return false;
}

static void append_node(GString *out, JsonNode *node, guint depth, bool split)
{
	bool object = JSON_NODE_HOLDS_OBJECT(node);
	gsize start = out->len;

	if (!object && !JSON_NODE_HOLDS_ARRAY(node)) {
		append_value(out, node);
		return;
	}
	split = split && depth < SPLIT_DEPTH && count_children(node) > 0;
	if (!split || !has_containers(node)) {
		g_string_append_c(out, object ? '{' : '[');
		append_children(out, node, depth, false);
		g_string_append_c(out, object ? '}' : ']');
		if (!split || (depth > 0 && out->len - start <= LINE_CHARACTERS))
			return;
		g_string_truncate(out, start);
	}
	g_string_append_c(out, object ? '{' : '[');
	append_children(out, node, depth, true);
	g_string_append_c(out, object ? '}' : ']');
}

char *lr_json_text_dup(JsonObject *document)
{
	g_autoptr(JsonNode) root = json_node_init_object(json_node_alloc(), document);
	GString *out = g_string_new(NULL);

	append_node(out, root, 0, true);
	g_string_append_c(out, '\n');
	return g_string_free(out, FALSE);
}
