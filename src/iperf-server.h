/* SPDX-License-Identifier: GPL-3.0-only */
/* An iperf3-compatible server on one port: one test at a time, one thread, nothing that blocks.
 * libiperf has a server too, and is not used: see docs/target.md for what was measured. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
	int listen_fd; /* listening and non-blocking; borrowed */
	int beat_fd; /* gets a byte every LR_SERVER_BEAT_NS; -1: none; borrowed */
	uint16_t port; /* for the log */
	int64_t max_duration_ns; /* of one test */
} LrServerOptions;

/* So often a server that is well says so. */
#define LR_SERVER_BEAT_NS INT64_C(1000000000)

/* Serves until SIGTERM, which it blocks and takes over. */
bool lr_iperf_server_run(const LrServerOptions *options, GError **error) G_GNUC_WARN_UNUSED_RESULT;
