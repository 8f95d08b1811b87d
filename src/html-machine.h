/* SPDX-License-Identifier: GPL-3.0-only */
/* Machine, interface and plan as tables of facts for an HTML page. */
#pragma once

#include <glib.h>

#include "result.h"

void lr_html_machine_append(GString *out, const LrResult *result);
