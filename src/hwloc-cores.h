/* SPDX-License-Identifier: GPL-3.0-only */
/* Which cores this machine has and which are next to an interface. The only file that knows hwloc. */
#pragma once

#include <glib.h>

#include "cores.h"
#include "nic.h"

/* The PUs of this machine (or of HWLOC_XMLFILE) seen from the interface. Owned by the caller. */
LrCores *lr_hwloc_cores_load(const LrNic *nic, GError **error) G_GNUC_WARN_UNUSED_RESULT;
