/* SPDX-License-Identifier: GPL-3.0-only */
/* A survey as JSON. */
#pragma once

#include <json-glib/json-glib.h>

#include "survey.h"

/* gate_ns: of the run. */
JsonObject *lr_json_survey_make(const LrSurvey *survey, int64_t gate_ns);
