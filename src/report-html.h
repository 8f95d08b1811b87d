/* SPDX-License-Identifier: GPL-3.0-only */
/* Results as one HTML page that needs nothing else: no network, no script. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "result.h"

/* results: of LrResult, one or more; several get a table of all of them first. */
void lr_report_html_append(GString *out, const GPtrArray *results);

/* Writes the page completely or not at all; see lr_whole_file_write() for path. */
bool lr_report_html_write(const GPtrArray *results, const char *path,
			  GError **error) G_GNUC_WARN_UNUSED_RESULT;
