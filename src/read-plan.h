/* SPDX-License-Identifier: GPL-3.0-only */
/* What was asked for and what was planned, out of their JSON objects; the other side of
 * json-request and json-plan. */
#pragma once

#include <json-glib/json-glib.h>

#include "plan.h"
#include "request.h"

/* The defaults for NULL. */
LrRequest *lr_read_request(JsonObject *object, GError **damage);

/* NULL for NULL. */
LrPlan *lr_read_plan(JsonObject *object, GError **damage);
