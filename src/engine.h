/* SPDX-License-Identifier: GPL-3.0-only */
/* One test of one interface from the request to the verdict: waits for the interface, finds a
 * target that can be used, makes the runs, and has them judged. */
#pragma once

#include "request.h"
#include "result.h"
#include "trial.h"

/* Takes the request over. Never fails: whatever happens is in the result, and the result always
 * has a verdict. Takes at most the interface's and the scan's timeouts + the runs, each with the
 * deadline of its crew. */
LrResult *lr_engine_test(LrRequest *request, const LrTrialHooks *hooks);
