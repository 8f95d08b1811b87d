/* SPDX-License-Identifier: GPL-3.0-only */
/* Takes values out of a JSON document that may be damaged. A member that is missing or null gives
 * the value for "unknown"; one of another type does too, and the first such is put into *damage,
 * which must not be NULL: so a caller reads everything and asks once. */
#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "nic.h"

/* The document, an object or a list. Nesting deeper than any result has is an error. Owned. */
JsonNode *lr_json_parse(const char *text, gsize n_bytes, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* NULL when unknown. Owned by the caller. */
char *lr_json_take_text(JsonObject *object, const char *name, GError **damage);

/* A whole number from 0 to max; 0 when unknown. */
uint64_t lr_json_take_count(JsonObject *object, const char *name, uint64_t max, GError **damage);

/* A whole number that may be negative. */
int64_t lr_json_take_integer(JsonObject *object, const char *name, int64_t unknown,
			     GError **damage);

double lr_json_take_number(JsonObject *object, const char *name, double unknown, GError **damage);

/* False when unknown. */
bool lr_json_take_bool(JsonObject *object, const char *name, GError **damage);
LrTristate lr_json_take_tristate(JsonObject *object, const char *name, GError **damage);

/* The index of the member's text among n words; `unknown` also for a word that is not among them,
 * which a newer release may have written. */
guint lr_json_take_word(JsonObject *object, const char *name, const char *(*word_of)(guint),
			guint n, guint unknown, GError **damage);

/* Borrowed; NULL when unknown. */
JsonObject *lr_json_take_object(JsonObject *object, const char *name, GError **damage);
JsonArray *lr_json_take_array(JsonObject *object, const char *name, GError **damage);

/* How many objects the member's list has, and each of them, borrowed. What is no object is damage,
 * and NULL. */
guint lr_json_take_length(JsonObject *object, const char *name, GError **damage);
JsonObject *lr_json_take_element(JsonObject *object, const char *name, guint i, GError **damage);

/* Element i of a list of numbers; `unknown` where there is none. */
double lr_json_take_cell(JsonArray *array, guint i, double unknown);
