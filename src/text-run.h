/* SPDX-License-Identifier: GPL-3.0-only */
/* The runs of a result as tables for a terminal of 80 columns. */
#pragma once

#include <glib.h>

#include "result.h"

/* A line per worker, the sum, the seconds and the share of the reference speed. */
void lr_text_run_append(GString *text, const LrResult *result, guint index);

/* A line per run. */
void lr_text_run_append_summary(GString *text, const LrResult *result);
