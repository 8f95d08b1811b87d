/* SPDX-License-Identifier: GPL-3.0-only */
/* What changed between two results, for "it passed last week". Pure: results in, words out. */
#pragma once

#include <glib.h>

#include "result.h"

typedef struct {
	const char *group; /* "Verdict", "Interface", "Link", "Machine", "Settings"; static */
	char *what;
	char *before, *after; /* "unknown" where a result does not say */
} LrChange;

/* Everything that differs, the verdict first: an array of LrChange that frees its elements. A rate
 * counts as changed from 2 % up, since no two runs are equal. */
GPtrArray *lr_difference_make(const LrResult *before, const LrResult *after);

/* The changes as a table of plain text with the two results named above it. */
void lr_difference_append(GString *text, const LrResult *before, const LrResult *after);
