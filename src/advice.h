/* SPDX-License-Identifier: GPL-3.0-only */
/* What a person should know before a test is run as planned. Pure: struct in, sentences out. */
#pragma once

#include <glib.h>
#include <stdint.h>

#include "ceiling.h"
#include "cores.h"
#include "nic.h"
#include "placement.h"
#include "request.h"

/* What the advice is drawn from. All borrowed. */
typedef struct {
	const LrNic *nic;
	const LrCores *cores;
	const LrRequest *request;
	const GArray *workers; /* of LrPlanWorker */
	uint64_t reference_mbps; /* 0 when unknown */
	uint64_t claimed_mbps; /* before --underspeed-ok lowered it; 0 when it did not */
	const LrFrame *frame;
} LrAdviceFacts;

/* Warnings, the gravest first: an array of char * that frees its elements, one sentence each,
 * without full stop. Empty when there is nothing to say. */
GPtrArray *lr_advice_make(const LrAdviceFacts *facts);
