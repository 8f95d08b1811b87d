/* SPDX-License-Identifier: GPL-3.0-only */
/* One libiperf client. libiperf keeps state in globals, may call exit() and may never return, so
 * this is called once per process, in a worker, and nowhere else. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "run.h"

typedef struct {
	const char *device; /* interface that control and data sockets are bound to */
	const char *address; /* numeric, with zone when link-local */
	uint16_t port;
	uint32_t duration_s;
	bool reverse; /* the target sends */
	uint32_t streams;
	uint32_t block_bytes;
	const char *congestion; /* NULL: what the kernel takes by itself */
	uint32_t connect_timeout_ms;
} LrIperfOrder;

typedef struct {
	LrWorkerEnd end; /* by the library's error number; LR_END_OK is a claim, not a proof */
	char *error; /* NULL when the library reports none */
	char *document; /* the library's JSON; NULL when it made none */
} LrIperfOutcome;

/* Runs the client to its end, which may never come. */
LrIperfOutcome *lr_iperf_client_run(const LrIperfOrder *order);
void lr_iperf_outcome_free(LrIperfOutcome *outcome);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrIperfOutcome, lr_iperf_outcome_free)
