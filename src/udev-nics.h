/* SPDX-License-Identifier: GPL-3.0-only */
/* Which network interfaces this machine has, by libudev and sysfs. The only file that knows
 * libudev. Works without udevd: the kernel's own properties and sysfs answer, only names of
 * products lack. */
#pragma once

#include <glib.h>

#include "nic.h"

/* Every network interface, ordered by name as people count (eth2 before eth10). One odd device
 * never spoils the list. Returns an array of LrNic that frees its elements. allow_virtual names
 * interfaces that count as testable although they are virtual; NULL for none. An unknown speed
 * does not make an interface untestable here: a person may give one. */
GPtrArray *lr_udev_nics_list(const char *const *allow_virtual,
			     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* One interface, with its offloads, which the list leaves out to be fast; LR_ERROR_NOT_FOUND when
 * there is none of that name. Owned by the caller. */
LrNic *lr_udev_nics_get(const char *ifname, const char *const *allow_virtual,
			GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The PCI functions of class network that none of the nics is on: no driver, InfiniBand off, given
 * to a virtual machine. Ordered by address; an array of LrPciFunction that frees its elements. */
GPtrArray *lr_udev_nics_list_functions(const GPtrArray *nics,
				       GError **error) G_GNUC_WARN_UNUSED_RESULT;
