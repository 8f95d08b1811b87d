/* SPDX-License-Identifier: GPL-3.0-only */
/* Reads the interface's counters and every core's time from the kernel. Changes nothing. */
#pragma once

#include <glib.h>

#include "run.h"

/* Everything but the flows, now. The interface is known by its index, which it keeps when somebody
 * renames it. What cannot be read stays zero or unknown: an interface that went away in mid-run is
 * a fact about the run, not an error. Owned by the caller. */
LrSample *lr_sampler_take(uint32_t ifindex);

/* Whether the interface has a carrier; LR_UNKNOWN while it is administratively down or gone. */
LrTristate lr_sampler_carrier(const char *ifname);
