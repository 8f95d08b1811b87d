/* SPDX-License-Identifier: GPL-3.0-only */
#include "json-text.h"

#include <math.h>

#define SPLIT_DEPTH	4 /* from here on a value is one line */
#define LINE_CHARACTERS 90

typedef struct {
	guint n;
	LrJsonRowMake make;
	gconstpointer data;
} Row;

struct LrJsonRows {
	GHashTable *by_array; /* JsonArray to Row; holds a reference on the array */
};

typedef struct {
	GString *out;
	const LrJsonRows *rows; /* NULL for none */
} Writer;

LrJsonRows *lr_json_rows_new(void)
{
	LrJsonRows *rows = g_new0(LrJsonRows, 1);

	rows->by_array =
		g_hash_table_new_full(NULL, NULL, (GDestroyNotify)json_array_unref, g_free);
	return rows;
}

void lr_json_rows_free(LrJsonRows *rows)
{
	if (rows == NULL)
		return;
	g_hash_table_unref(rows->by_array);
	g_free(rows);
}

JsonArray *lr_json_rows_add(LrJsonRows *rows, guint n, LrJsonRowMake make, gconstpointer data)
{
	JsonArray *array = json_array_new();
	Row *row = g_new0(Row, 1);

	*row = (Row){ .n = n, .make = make, .data = data };
	g_hash_table_insert(rows->by_array, json_array_ref(array), row);
	return array;
}

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
	return isfinite(number) ? json_node_init_double(node, number + 0.0)
				: json_node_init_null(node);
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

/* NULL for a node with all its elements in it. */
static const Row *find_row(const Writer *writer, JsonNode *node)
{
	if (writer->rows == NULL || !JSON_NODE_HOLDS_ARRAY(node))
		return NULL;
	return g_hash_table_lookup(writer->rows->by_array, json_node_get_array(node));
}

static guint count_children(const Writer *writer, JsonNode *node)
{
	const Row *row = find_row(writer, node);

	if (row != NULL)
		return row->n;
	if (JSON_NODE_HOLDS_OBJECT(node))
		return json_object_get_size(json_node_get_object(node));
	return JSON_NODE_HOLDS_ARRAY(node) ? json_array_get_length(json_node_get_array(node)) : 0;
}

static void append_node(const Writer *writer, JsonNode *node, guint depth, bool split);

static void append_element(const Writer *writer, JsonNode *node, guint i, guint depth, bool split)
{
	const Row *row = find_row(writer, node);

	if (row == NULL) {
		append_node(writer, json_array_get_element(json_node_get_array(node), i), depth,
			    split);
	} else {
		g_autoptr(JsonObject) object = row->make(row->data, i);
		g_autoptr(JsonNode) made = json_node_init_object(json_node_alloc(), object);

		append_node(writer, made, depth, split);
	}
}

static void append_children(const Writer *writer, JsonNode *node, guint depth, bool split)
{
	JsonObjectIter iter;
	const char *name = NULL;
	JsonNode *child = NULL;
	guint n = count_children(writer, node);

	if (JSON_NODE_HOLDS_OBJECT(node))
		json_object_iter_init_ordered(&iter, json_node_get_object(node));
	for (guint i = 0; i < n; i++) {
		if (i > 0)
			g_string_append(writer->out, split ? "," : ", ");
		if (split)
			g_string_append_printf(writer->out, "\n%*s", (int)depth + 1, "");
		if (JSON_NODE_HOLDS_ARRAY(node)) {
			append_element(writer, node, i, depth + 1, split);
		} else if (json_object_iter_next_ordered(&iter, &name, &child)) {
			append_string(writer->out, name);
			g_string_append(writer->out, ": ");
			append_node(writer, child, depth + 1, split);
		}
	}
	if (split)
		g_string_append_printf(writer->out, "\n%*s", (int)depth, "");
}

static bool has_containers(const Writer *writer, JsonNode *node)
{
	g_autoptr(GList) children = JSON_NODE_HOLDS_OBJECT(node)
					    ? json_object_get_values(json_node_get_object(node))
					    : json_array_get_elements(json_node_get_array(node));

	if (find_row(writer, node) != NULL)
		return true;
	for (GList *at = children; at != NULL; at = at->next) {
		if (count_children(writer, at->data) > 0)
			return true;
	}
	return false;
}

static void append_node(const Writer *writer, JsonNode *node, guint depth, bool split)
{
	bool object = JSON_NODE_HOLDS_OBJECT(node);
	GString *out = writer->out;
	gsize start = out->len;

	if (!object && !JSON_NODE_HOLDS_ARRAY(node)) {
		append_value(out, node);
		return;
	}
	split = split && depth < SPLIT_DEPTH && count_children(writer, node) > 0;
	if (!split || !has_containers(writer, node)) {
		g_string_append_c(out, object ? '{' : '[');
		append_children(writer, node, depth, false);
		g_string_append_c(out, object ? '}' : ']');
		if (!split || (depth > 0 && out->len - start <= LINE_CHARACTERS))
			return;
		g_string_truncate(out, start);
	}
	g_string_append_c(out, object ? '{' : '[');
	append_children(writer, node, depth, true);
	g_string_append_c(out, object ? '}' : ']');
}

char *lr_json_text_dup(JsonObject *document, const LrJsonRows *rows)
{
	g_autoptr(JsonNode) root = json_node_init_object(json_node_alloc(), document);
	Writer writer = { .out = g_string_new(NULL), .rows = rows };

	append_node(&writer, root, 0, true);
	g_string_append_c(writer.out, '\n');
	return g_string_free(writer.out, FALSE);
}
