/* SPDX-License-Identifier: GPL-3.0-only */
/* A short look at consecutive ports of a target, all at once: is there an iperf3-compatible server,
 * is it free, and do frames of full size get there. Needs no privilege and starts no test. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "nic.h"

typedef enum {
	LR_PORT_SILENT, /* no answer: filtered, or nobody there */
	LR_PORT_REFUSED, /* the host answers, nothing listens */
	LR_PORT_OTHER, /* something listens that does not speak iperf3, or hangs */
	LR_PORT_BUSY,
	LR_PORT_FREE,
} LrPortState;

typedef struct {
	uint16_t port;
	LrPortState state;
	int error; /* errno of a connection that failed; 0 for none */
	int64_t connect_ns; /* 0 when there was no answer */
	uint32_t mss_bytes; /* what one segment can carry to the target; 0 unless looked at */
	uint32_t own_mss_bytes; /* what one segment could carry by the MTU of this side; 0 likewise
				 */
	uint32_t option_bytes; /* of TCP, in each segment, not counted above */
	LrTristate
		full_frames; /* whether full segments were acknowledged; unknown unless looked at */
} LrPortCheck;

/* The ports from first_port up, through the interface (NULL: as the routes say), as an array of
 * LrPortCheck. Full frames are sent to the first port that is free; stock servers log a client that
 * left. Takes no longer than the timeout. address is numeric. */
GArray *lr_port_check_run(const char *address, const char *ifname, uint16_t first_port,
			  uint32_t n_ports, int64_t timeout_ns);
