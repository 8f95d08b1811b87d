/* SPDX-License-Identifier: GPL-3.0-only */
/* A result as plain text for a terminal and for the log of a Checkbox job: ASCII, 80 columns, and
 * the verdict as its last line, which alone may be longer. */
#pragma once

#include <glib.h>

#include "result.h"

void lr_report_text_append(GString *text, const LrResult *result);
