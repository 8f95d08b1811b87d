/* SPDX-License-Identifier: GPL-3.0-only */
/* The interfaces of a machine as one JSON document, "linerate-devices/1"; docs/devices.md. */
#pragma once

#include <glib.h>

/* listings of LrListing, functions of LrPciFunction. Ends with a line break; owned by the caller.
 */
char *lr_devices_json_dup(const GPtrArray *listings, const GPtrArray *functions);
