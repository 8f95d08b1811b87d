/* SPDX-License-Identifier: GPL-3.0-only */
/* Several interfaces that were tested at once, as a table with the sum. */
#pragma once

#include <glib.h>

/* results: of LrResult, one of each interface. */
void lr_text_together_append(GString *text, const GPtrArray *results);
