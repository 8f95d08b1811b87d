/* SPDX-License-Identifier: GPL-3.0-only */
/* Text from devices and the network made fit for output: one line, valid UTF-8. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The text as one clean line: invalid UTF-8 replaced by U+FFFD, control characters and line
 * breaks by spaces, outer white space dropped. NULL when nothing is left (also for NULL).
 * Owned by the caller. */
char *lr_text_line_dup(const char *text);

/* What udev wrote as "\x20" and the like turned back into bytes, then cleaned as above. */
char *lr_text_udev_dup(const char *text);

/* The slug that Checkbox makes of a value: every character but letters, digits and "_" becomes
 * "_" (checkbox-support, slugify). NULL gives "unknown". Owned by the caller. */
char *lr_text_slug_dup(const char *text);
