/* SPDX-License-Identifier: GPL-3.0-only */
/* A test in progress: what is known so far, and who is told while it happens. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "cores.h"
#include "result.h"

/* Every member may be NULL (stop_fd: -1). */
typedef struct {
	int stop_fd; /* readable, and stays so, when the test must be broken off */
	/* One line for the log: what is waited for, what was tried. */
	void (*say)(const char *line, void *data);
	/* After each sample of run number index (from 0). */
	void (*sampled)(const LrResult *result, const LrRun *run, guint index, void *data);
	void *data;
} LrTrialHooks;

/* `result` and all in it is the product; the rest goes. */
typedef struct {
	LrResult *result;
	const LrTrialHooks *hooks; /* borrowed */
	LrCores *cores; /* NULL before the interface was looked at */
	const char *congestion; /* to set on the workers' sockets; NULL: the kernel's own choice */
	const LrTarget *target; /* the one in use; borrowed from the request */
	char *address; /* of it */
	int64_t started_ns;
	int64_t attempt_ns; /* when the latest attempt began */
} LrTrial;

/* Takes the request over; the hooks must outlive the trial. */
LrTrial *lr_trial_new(LrRequest *request, const LrTrialHooks *hooks);
/* Frees all but the result, which is the caller's. */
void lr_trial_free(LrTrial *trial);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrTrial, lr_trial_free)

int64_t lr_trial_now_ns(void);

void lr_trial_say(const LrTrial *trial, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Somebody asked the program to stop. */
bool lr_trial_is_stopped(const LrTrial *trial);

/* The cause for that. Owned by the caller. */
LrCause *lr_trial_broken_off(void);

/* Makes the plan anew, for a target whose ports begin there. */
void lr_trial_make_plan(LrTrial *trial, uint16_t base_port);

/* An attempt begins now. */
void lr_trial_begin_attempt(LrTrial *trial);

/* Notes what came of the attempt that began last, with the target and address in use. Takes the
 * cause over; NULL when it was used. Returns the cause, borrowed. */
const LrCause *lr_trial_add_attempt(LrTrial *trial, LrCause *cause);
