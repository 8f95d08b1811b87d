/* SPDX-License-Identifier: GPL-3.0-only */
/* Text from devices and the network made fit for output: one line, valid UTF-8. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The text as one clean line that every reader prints alike: control characters, line breaks and
 * the many spaces of Unicode become spaces, formatting characters go, and what is no character of
 * valid UTF-8 becomes U+FFFD; outer white space is dropped. NULL when nothing is left (also for
 * NULL). Owned by the caller. */
char *lr_text_line_dup(const char *text);

/* A name that may hold any bytes, made fit for one line without making two names alike: what is
 * not a visible character of valid UTF-8, and the backslash, becomes "\xNN". Owned by the caller.
 */
char *lr_text_name_dup(const char *bytes);

/* What udev wrote as "\x20" and the like turned back into bytes, then cleaned as above. */
char *lr_text_udev_dup(const char *text);

/* The slug that Checkbox makes of a value (checkbox_ng.support.helpers.slugify): every character
 * but ASCII letters and digits becomes "_", and "_" is put before a leading digit. The text is
 * valid UTF-8; NULL and "" give "unknown". Owned by the caller. */
char *lr_text_slug_dup(const char *text);

/* The items of "a, b,,c" without white space around them and without empty ones; an empty list for
 * NULL. Owned by the caller (g_strfreev). */
char **lr_text_list_dup(const char *comma_list);

/* How many columns of a terminal valid UTF-8 takes: wide characters two, combining ones none. */
guint lr_text_columns(const char *text);

/* Valid UTF-8 in exactly so many columns: filled with spaces, or cut and ended with an ellipsis. */
void lr_text_column_append(GString *line, const char *text, guint columns);
