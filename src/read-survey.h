/* SPDX-License-Identifier: GPL-3.0-only */
/* A survey read back from JSON. */
#pragma once

#include <json-glib/json-glib.h>

#include "survey.h"

/* See json-take.h for *damage. gate_ns: of the run. */
LrSurvey *lr_read_survey(JsonObject *object, int64_t gate_ns, GError **damage);
