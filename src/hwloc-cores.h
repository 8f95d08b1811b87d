/* SPDX-License-Identifier: GPL-3.0-only */
/* Which cores a machine has and which are next to an interface. The only file that knows hwloc. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "cores.h"
#include "nic.h"

/* Whether the environment makes hwloc describe another machine than this one: HWLOC_XMLFILE,
 * HWLOC_SYNTHETIC or HWLOC_FSROOT is set, and HWLOC_THISSYSTEM does not say that it is this one. */
bool lr_hwloc_cores_elsewhere(void);

/* The PUs of the machine seen from the interface. What is next to it says the topology's own I/O
 * object: on this machine the one at the interface's PCI address, else the one of its name. Where
 * the topology has none, or has it next to everything, the interface's NUMA node decides.
 * LR_ERROR_INVALID when the environment names a topology that cannot be read. Owned by the caller.
 */
LrCores *lr_hwloc_cores_load(const LrNic *nic, GError **error) G_GNUC_WARN_UNUSED_RESULT;
