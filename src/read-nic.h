/* SPDX-License-Identifier: GPL-3.0-only */
/* One interface out of its JSON object; the other side of json-nic. */
#pragma once

#include <json-glib/json-glib.h>

#include "nic.h"

/* Never NULL. */
LrNic *lr_read_nic(JsonObject *object, GError **damage);
