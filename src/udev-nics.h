/* SPDX-License-Identifier: GPL-3.0-only */
/* Which network interfaces this machine has, by libudev and sysfs. The only file that knows libudev. */
#pragma once

#include <glib.h>

#include "nic.h"

/* Every network interface, ordered by name as people count (eth2 before eth10). One odd device
 * never spoils the list. Returns an array of LrNic that frees its elements. allow_virtual names
 * interfaces that count as testable although they are virtual; NULL for none. */
GPtrArray *lr_udev_nics_list(const char *const *allow_virtual, GError **error)
	G_GNUC_WARN_UNUSED_RESULT;

/* One interface; LR_ERROR_NOT_FOUND when there is none of that name. Owned by the caller. */
LrNic *lr_udev_nics_get(const char *ifname, const char *const *allow_virtual, GError **error)
	G_GNUC_WARN_UNUSED_RESULT;
