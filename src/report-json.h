/* SPDX-License-Identifier: GPL-3.0-only */
/* A result as one JSON document, described in docs/result.md and docs/result.schema.json. */
#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>
#include <stdbool.h>

#include "json-text.h"
#include "result.h"

/* The name before the slash never changes. The number changes only when a reader of the old
 * documents would misread the new ones; members may be added at any time. */
#define LR_SCHEMA_NAME	  "linerate"
#define LR_SCHEMA_VERSION 1

/* To be written with these rows, and before the result is freed. */
JsonObject *lr_report_json_make(const LrResult *result, LrJsonRows *rows);

/* Writes the document completely or not at all; see lr_whole_file_write() for path. */
bool lr_report_json_write(const LrResult *result, const char *path,
			  GError **error) G_GNUC_WARN_UNUSED_RESULT;
