/* SPDX-License-Identifier: GPL-3.0-only */
/* JSON as this program writes it: what is unknown is null, a number is always one that JSON can
 * hold, and a file reads well in a pager and in a diff. */
#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>
#include <stdint.h>

#include "nic.h"

/* NULL becomes null; invalid UTF-8 is replaced by U+FFFD. */
void lr_json_set_text(JsonObject *object, const char *name, const char *text);

/* NaN and the infinities become null. */
void lr_json_set_number(JsonObject *object, const char *name, double number);

/* A negative number means unknown and becomes null. */
void lr_json_set_known_number(JsonObject *object, const char *name, double number);

/* JSON readers hold 64 bits with sign: a count above INT64_MAX becomes INT64_MAX. */
void lr_json_set_count(JsonObject *object, const char *name, uint64_t count);

/* Zero means unknown and becomes null. */
void lr_json_set_known_count(JsonObject *object, const char *name, uint64_t count);

/* Yes and no become true and false. */
void lr_json_set_tristate(JsonObject *object, const char *name, LrTristate value);

/* The same for elements of an array. */
void lr_json_add_text(JsonArray *array, const char *text);
void lr_json_add_number(JsonArray *array, double number);
void lr_json_add_count(JsonArray *array, uint64_t count);

/* Arrays whose elements are made one by one while the document is written, so that the samples of a
 * long run do not take their memory several times over. */
typedef struct LrJsonRows LrJsonRows;

LrJsonRows *lr_json_rows_new(void);
void lr_json_rows_free(LrJsonRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrJsonRows, lr_json_rows_free)

/* Makes element i; the writer owns it. */
typedef JsonObject *(*LrJsonRowMake)(gconstpointer data, guint i);

/* An array for the document, which has to be written with these rows. data is borrowed until then.
 */
JsonArray *lr_json_rows_add(LrJsonRows *rows, guint n, LrJsonRowMake make, gconstpointer data);

/* The document with a line break at its end. Down to the third level each member has a line of its
 * own; short lists, and all that lies deeper (a sample, a worker), are one line each. Numbers have
 * as many digits as they need and no more, which json-glib's own generator does not do. rows may be
 * NULL. */
char *lr_json_text_dup(JsonObject *document, const LrJsonRows *rows);
