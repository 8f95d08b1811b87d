/* SPDX-License-Identifier: GPL-3.0-only */
/* What a crew is told to do. */
#pragma once

#include <glib.h>

#include "plan.h"
#include "request.h"
#include "run.h"

/* Called after every sample, about once a second. */
typedef void (*LrCrewWatch)(const LrRun *run, void *data);

/* Everything is borrowed. */
typedef struct {
	const LrNic *nic;
	const char *address; /* of the target, numeric, with zone when link-local */
	const LrPlan *plan;
	const LrRequest *request;
	const char *congestion; /* NULL: what the kernel takes by itself */
	int stop_fd; /* readable when the run must be broken off; -1 for none */
	LrCrewWatch watch; /* NULL for none */
	void *watch_data;
} LrCrewOrder;
