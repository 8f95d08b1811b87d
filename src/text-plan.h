/* SPDX-License-Identifier: GPL-3.0-only */
/* A plan as plain text for a terminal: ASCII, 80 columns. */
#pragma once

#include <glib.h>

#include "cores.h"
#include "nic.h"
#include "plan.h"
#include "request.h"

void lr_text_plan_append(GString *text, const LrNic *nic, const LrCores *cores,
			 const LrRequest *request, const LrPlan *plan);
