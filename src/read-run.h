/* SPDX-License-Identifier: GPL-3.0-only */
/* One run out of its JSON object; the other side of json-run. */
#pragma once

#include <json-glib/json-glib.h>

#include "run.h"

/* Never NULL. What the document tells about a core is its load, not its time since boot: the times
 * of the samples are made up so that they give these loads. */
LrRun *lr_read_run(JsonObject *object, GError **damage);
