/* SPDX-License-Identifier: GPL-3.0-only */
/* Text for a terminal of 80 columns: what comes from outside made plain ASCII, and wrapped. */
#pragma once

#include <glib.h>

#define LR_COLUMNS 80

/* One line of ASCII; what has no likeness in ASCII becomes "?". "" for NULL. Owned. */
char *lr_column_plain_dup(const char *text);

/* The label, then the text from column `indent` on, wrapped there, with a line break at the end.
 * The text is made plain; the label is taken as it is. */
void lr_column_append(GString *out, guint indent, const char *label, const char *format, ...)
	G_GNUC_PRINTF(4, 5);
