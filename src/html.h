/* SPDX-License-Identifier: GPL-3.0-only */
/* HTML and SVG text in which nothing from outside is ever markup. */
#pragma once

#include <glib.h>

/* Like printf, for the conversions %s, %u and %% alone; what comes by %s is cleaned (one line of
 * valid UTF-8) and escaped, so that it is safe between tags and in a quoted attribute. NULL writes
 * nothing. The format itself is markup and must be constant. */
void lr_html_append(GString *out, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* A coordinate with at most one decimal, in any locale. */
void lr_html_append_coordinate(GString *out, double value);

/* A row of two cells, <th scope="row"> and <td>; nothing where the value is NULL. */
void lr_html_append_fact(GString *out, const char *name, const char *value);

/* A table that scrolls by itself where the page is narrow; `label` names it for those who do not
 * see it. Heads are the cells of its first row, NULL for none. */
void lr_html_open_table(GString *out, const char *label, const char *const *heads, guint n_heads);
void lr_html_close_table(GString *out);
