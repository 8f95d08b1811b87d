/* SPDX-License-Identifier: GPL-3.0-only */
/* What the kernel of this machine knows of the workers' TCP connections: the socket diagnostics of
 * sock_diag(7), which need no privilege. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The data connections that are bound to the interface and lead to a port in [first_port,
 * last_port] of the address, as an array of LrFlow (run.h), ascending by port. NULL where the
 * kernel has no socket diagnostics. What is queued to be sent counts as data too, so that a
 * connection whose first segment is lost is seen. Control connections are left out by the little
 * that they carry. */
GArray *lr_tcp_diag_flows(uint32_t ifindex, const char *address, uint16_t first_port,
			  uint16_t last_port);

/* How many connections are bound to the interface and established to that port of the address, the
 * control connection included. An iperf3 client opens the others only when the server has agreed to
 * a test. 0 where the kernel has no socket diagnostics. */
guint lr_tcp_diag_count(uint32_t ifindex, const char *address, uint16_t port);

/* The congestion control to use: `wanted`, or cubic for NULL, if this kernel lets this process set
 * it on a socket; else NULL. Borrowed from the argument, or static. */
const char *lr_tcp_congestion_usable(const char *wanted);
