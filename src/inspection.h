/* SPDX-License-Identifier: GPL-3.0-only */
/* Looks at interface and target once a run has failed, while what broke it can still be seen. */
#pragma once

#include "cause.h"
#include "trial.h"

/* Why the run against the address in use came to nothing; NULL when it is complete. Takes up to two
 * seconds when the target is silent. Owned by the caller. */
LrCause *lr_inspection_cause(const LrTrial *trial, const LrRun *run);
