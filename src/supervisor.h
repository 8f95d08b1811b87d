/* SPDX-License-Identifier: GPL-3.0-only */
/* The processes of a target: one server for each port, started again when it ends and ended when
 * it hangs. The listening sockets stay here, so that clients who come meanwhile wait in the queue
 * of the kernel and nobody is turned away. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
	uint16_t port;
	int cpu; /* -1: wherever the scheduler likes */
	int listen_fd; /* borrowed */
} LrSupervisedPort;

typedef struct {
	const GArray *ports; /* of LrSupervisedPort; borrowed */
	int64_t max_duration_ns;
	const char *ready_line; /* for the log, when every server serves; borrowed */
} LrSupervisorOptions;

/* Runs until SIGTERM, SIGINT or SIGHUP; then all servers are gone. An error only when a server
 * could not be started in the first place. */
bool lr_supervisor_run(const LrSupervisorOptions *options,
		       GError **error) G_GNUC_WARN_UNUSED_RESULT;
