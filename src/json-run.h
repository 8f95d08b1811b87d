/* SPDX-License-Identifier: GPL-3.0-only */
/* One run as a JSON object. */
#pragma once

#include <json-glib/json-glib.h>
#include <stdint.h>

#include "json-text.h"
#include "run.h"

/* reference_mbps is 0 when unknown. The samples are among the rows. */
JsonObject *lr_json_run_make(const LrRun *run, uint64_t reference_mbps, LrJsonRows *rows);
