/* SPDX-License-Identifier: GPL-3.0-only */
/* The workers of one run: starts them, opens the gate, samples the machine while they work, and
 * ends whatever does not end by itself. Whatever happens to a worker becomes data about it.
 *
 * The talk with a worker: it writes "ready" and waits for one byte on its standard input; then it
 * runs its client and writes its report (iperf-json.h). End of file at the gate means: give up. */
#pragma once

#include <glib.h>

#include "plan.h"
#include "request.h"
#include "run.h"

/* Called after every sample, about once a second. */
typedef void (*LrCrewWatch)(const LrRun *run, void *data);

/* Everything is borrowed. */
typedef struct {
	const char *ifname;
	uint32_t ifindex;
	const char *address; /* of the target, numeric, with zone when link-local */
	const LrPlan *plan;
	const LrRequest *request;
	const char *congestion; /* NULL: what the kernel takes by itself */
	int stop_fd; /* readable when the run must be broken off; -1 for none */
	LrCrewWatch watch; /* NULL for none */
	void *watch_data;
} LrCrewOrder;

/* Takes at most the connect timeout + the duration + half a minute. When a worker cannot begin, or
 * is lost on the way, the others are ended early. The sums of the run are filled in. */
LrRun *lr_crew_run(const LrCrewOrder *order);
