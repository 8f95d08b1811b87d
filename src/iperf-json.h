/* SPDX-License-Identifier: GPL-3.0-only */
/* What a worker reports of itself, written and read; inside it, libiperf's document. Nothing a
 * server or the library says is believed before it was checked here. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "run.h"

/* What a worker writes to the crew when its client has returned. */
typedef struct {
	LrWorkerEnd end;
	const char *error;
	const char *document; /* libiperf's JSON; NULL for none */
	int64_t cpu_ns; /* user and system time of the process while the client ran */
	int64_t wall_ns;
	int64_t max_rss_bytes;
} LrWorkerReport;

/* One line of JSON with a line feed behind. Owned by the caller. */
char *lr_iperf_json_write(const LrWorkerReport *report);

/* Reads such a line into the result of a worker: end, error, bytes, times, CPU. worker->direction
 * says who received. Claims that do not hold together (an error in the document, sums missing, a
 * wrong number of streams, a duration far from the asked one) become LR_END_PROTOCOL
 * with a sentence, no bytes LR_END_STALLED; text that is no report becomes LR_END_LOST. */
void lr_iperf_json_read(const char *text, uint32_t duration_s, uint32_t streams,
			LrWorkerResult *worker);
