/* SPDX-License-Identifier: GPL-3.0-only */
/* One run as a section of an HTML page: its numbers, its charts, and the tables behind them. */
#pragma once

#include <glib.h>

#include "result.h"

void lr_html_run_append(GString *out, const LrResult *result, guint index);
