/* SPDX-License-Identifier: GPL-3.0-only */
/* The plan of a test as a JSON object. */
#pragma once

#include <json-glib/json-glib.h>

#include "plan.h"

/* address is the numeric one of the target that all workers use; NULL when there is none yet. */
JsonObject *lr_json_plan_make(const LrPlan *plan, const char *address);
