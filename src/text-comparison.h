/* SPDX-License-Identifier: GPL-3.0-only */
/* A comparison as a table of plain text with what it says below. */
#pragma once

#include <glib.h>

#include "comparison.h"
#include "result.h"

/* first is the result of any round; it tells of interface and target. */
void lr_text_comparison_append(GString *text, const GPtrArray *variants, const LrResult *first);
