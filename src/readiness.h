/* SPDX-License-Identifier: GPL-3.0-only */
/* What must hold before a target is looked for: the interface is there and may be tested, has a
 * carrier at the right speed, an address, and a way to at least one target. */
#pragma once

#include "trial.h"

/* Waits up to the interface timeout of the request, all together, for what may still come. Fills
 * nic, cores and a first plan. NULL when the scan can begin, which it also can without a way: the
 * scan says of each target what is missing. Owned by the caller. */
LrCause *lr_readiness_await(LrTrial *trial);
