/* SPDX-License-Identifier: GPL-3.0-only */
/* The whole of one test of one interface, as it is written to a file and rendered. */
#pragma once

#include <glib.h>

#include "nic.h"
#include "plan.h"
#include "request.h"
#include "run.h"
#include "target.h"
#include "verdict.h"

typedef struct {
	char *version; /* of linerate */
	char *machine; /* host name */
	char *kernel; /* release */
	char *started; /* ISO 8601, UTC */
	LrRequest *request;
	LrNic *nic;
	LrPlan *plan; /* NULL when it came to nothing before */
	GPtrArray *attempts; /* of LrAttempt */
	GPtrArray *runs; /* of LrRun */
	GArray *missing_ports; /* of uint16_t: planned, but nobody listened there */
	LrVerdict *verdict;
} LrResult;

LrResult *lr_result_new(void);
void lr_result_free(LrResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrResult, lr_result_free)
