/* SPDX-License-Identifier: GPL-3.0-only */
/* A result out of its JSON document; the other side of report-json. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "result.h"

/* Members that are missing are unknown, members and words that are not known are passed over: so a
 * document of any older release is read, and of a newer one that has the same schema number. A
 * cause that this release does not know keeps its name. The error names the file and what is wrong
 * with it. */
LrResult *lr_read_result(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same of a text in memory; `name` is what the error calls it. */
LrResult *lr_read_result_text(const char *name, const char *text, gsize n_bytes,
			      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Appends the result of a file, or the results where the file holds a list of them, to an array
 * that frees its elements. */
bool lr_read_results(const char *path, GPtrArray *results,
		     GError **error) G_GNUC_WARN_UNUSED_RESULT;
