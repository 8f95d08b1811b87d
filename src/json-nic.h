/* SPDX-License-Identifier: GPL-3.0-only */
/* One interface as a JSON object; the same in every document. */
#pragma once

#include <json-glib/json-glib.h>

#include "nic.h"

JsonObject *lr_json_nic_make(const LrNic *nic);
