/* SPDX-License-Identifier: GPL-3.0-only */
/* The workers of one run: starts them, opens the gate, samples the machine while they work, and
 * ends whatever does not end by itself. Whatever happens to a worker becomes data about it.
 *
 * The talk with a worker: it writes "ready" and waits for one byte on its standard input; then it
 * runs its client and writes its report (iperf-json.h). End of file at the gate means: give up. */
#pragma once

#include "crew-order.h"

/* Takes at most the connect timeout + the duration + half a minute. When a worker cannot begin, is
 * lost on the way, or moves nothing for a minute, all are ended early. The sums of the run are
 * filled in. */
LrRun *lr_crew_run(const LrCrewOrder *order);
