/* SPDX-License-Identifier: GPL-3.0-only */
/* One result as an article of an HTML page: verdict and causes first, then what they rest on. */
#pragma once

#include <glib.h>

#include "result.h"

/* The article has the id "result-<number>". */
void lr_html_result_append(GString *out, const LrResult *result, guint number);
