/* SPDX-License-Identifier: GPL-3.0-only */
/* The interfaces of a machine as a table for people. */
#pragma once

#include <glib.h>

/* listings of LrListing, functions of LrPciFunction. columns is the width to fit in, as far as it
 * goes; 0: as wide as the text. */
void lr_devices_table_append(GString *table, const GPtrArray *listings, const GPtrArray *functions,
			     guint columns);
