/* SPDX-License-Identifier: GPL-3.0-only */
/* Writes a file completely or not at all. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* A new file, flushed to the disk, takes the place of the old one at once. "-" is standard
 * output; a device or a pipe is written to as it is. On failure the old file is untouched, nothing
 * is left behind, and the error names the path. */
bool lr_whole_file_write(const char *path, const char *text, gsize n_bytes,
			 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Whether such a write can be expected to succeed, so that hours of measuring do not end at a
 * folder that is not there. Writes nothing. */
bool lr_whole_file_check(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
