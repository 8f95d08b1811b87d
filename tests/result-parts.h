/* SPDX-License-Identifier: GPL-3.0-only */
/* The pieces of which the results of result-bench.c are put together. */
#pragma once

#include "result.h"

/* A result without attempts and runs that passed at a threshold of 80 %, of a card whose every link
 * mode is mbps; without a plan when n_workers is 0. */
LrResult *lr_parts_result_make(const char *ifname, uint32_t mbps, guint n_workers, guint runs,
			       int64_t duration_s);

/* Takes the cause; NULL for the attempt that was used. */
void lr_parts_add_attempt(LrResult *result, const char *host, const char *address, int64_t at_s,
			  LrCause *cause);

/* A complete run of all planned workers, which share mbps, with a sample a second. Borrowed. */
LrRun *lr_parts_add_run(LrResult *result, double mbps);
void lr_parts_add_samples(LrRun *run, guint n_samples, guint n_cpus);

/* Surveys before, in the middle, and after. */
void lr_parts_add_surveys(LrRun *run);

/* Takes the cause, which may be NULL. */
void lr_parts_judge(LrResult *result, LrOutcome outcome, double percent, LrCause *cause);

/* The same cause with a remedy of its own: the words of the table are not what is tested here. */
LrCause *lr_parts_with_remedy(LrCause *cause);
