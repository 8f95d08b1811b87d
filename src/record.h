/* SPDX-License-Identifier: GPL-3.0-only */
/* Interfaces as records for Checkbox's resource reader: one "key: value" a line, the same keys in
 * every record, an empty line after each record. docs/devices.md describes the keys. */
#pragma once

#include <glib.h>

#include "listing.h"

/* What is not known is "unknown"; the reason of what can be tested is "none". */
void lr_record_append(GString *records, const LrListing *listing);
