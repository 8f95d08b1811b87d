/* SPDX-License-Identifier: GPL-3.0-only */
/* The options of a test as a JSON object. */
#pragma once

#include <json-glib/json-glib.h>

#include "request.h"

JsonObject *lr_json_request_make(const LrRequest *request);
