/* SPDX-License-Identifier: GPL-3.0-only */
/* One test of one interface from the request to the verdict: waits for the interface, finds a
 * target that can be used, makes the runs, and has them judged. */
#pragma once

#include <glib.h>

#include "crew.h"
#include "request.h"
#include "result.h"

/* Who is told while it happens. Every member may be NULL (stop_fd: -1). */
typedef struct {
	int stop_fd; /* readable when the test must be broken off */
	/* One line for the log: what is waited for, what was tried. */
	void (*say)(const char *line, void *data);
	/* After each sample of run number index (from 0). */
	void (*sampled)(const LrResult *result, const LrRun *run, guint index, void *data);
	void *data;
} LrEngineHooks;

/* Takes the request over. Never fails: whatever happens is in the result, and the result always
 * has a verdict. Takes at most the interface's and the scan's timeouts + the runs, each with the
 * deadline of its crew. */
LrResult *lr_engine_test(LrRequest *request, const LrEngineHooks *hooks);
