/* SPDX-License-Identifier: GPL-3.0-only */
/* Reading one attribute or link of a device in sysfs. Nothing here is an error: what cannot be
 * read is not known. Plain open(), readlink() and lstat(), which a test bed can redirect. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The attribute as one clean line of UTF-8; NULL when it is missing, unreadable or empty. Owned by
 * the caller. */
char *lr_sysfs_line_dup(const char *syspath, const char *attribute);

/* False when the attribute is missing, unreadable (EINVAL is common), empty or not a decimal or
 * 0x-prefixed number. */
bool lr_sysfs_number_get(const char *syspath, const char *attribute, int64_t *number);

/* The last part of what a link points to, "../../bus/pci" giving "pci"; NULL when there is no such
 * link. Owned by the caller. */
char *lr_sysfs_link_dup(const char *syspath, const char *link);

/* Also true for a link that leads nowhere. */
bool lr_sysfs_exists(const char *syspath, const char *entry);
