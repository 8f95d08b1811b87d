/* SPDX-License-Identifier: GPL-3.0-only */
/* From the targets of a request to measured runs: which address is used, how often and how long it
 * is tried again. A run that moved data is final, however slow: only what never began is tried
 * again. */
#pragma once

#include "trial.h"

/* Goes through the targets in turn until the first run was measured, or the scan timeout is over,
 * or waiting cannot help. NULL when there is a run in the result; owned by the caller. */
LrCause *lr_scan_first_run(LrTrial *trial);

/* A further run against the same address. The same answer. */
LrCause *lr_scan_next_run(LrTrial *trial);
