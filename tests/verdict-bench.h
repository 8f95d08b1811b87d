/* SPDX-License-Identifier: GPL-3.0-only */
/* A test of one interface in the words of a lab, for the tests of the verdict. Everything that is
 * left at zero is as it is in a sound lab, where the interface reaches `percent` of its speed. */
#pragma once

#include "verdict.h"

typedef struct {
	/* The test. */
	uint32_t reference_mbps; /* 1000 */
	guint seconds; /* 10 */
	guint workers; /* 1 */
	LrDirection direction;
	double percent; /* 94; of the reference, by every run */
	double reverse_percent; /* of the other direction, where both are measured */
	double cpu_threshold_percent; /* 90 */
	guint broken_off; /* 1: the workers ended early, because the target fell silent */

	/* What the target claims, and what crossed, in per cent of what was moved. */
	double claimed_percent, acked_percent, crossed_percent; /* 100 */
	uint64_t packets_back; /* 100000; 1 for none */
	guint skew_ms;

	/* Interface and link. */
	guint carrier_changes;
	bool carrier_lost; /* and not back at the end */
	uint64_t crc_errors, missed, dropped; /* by the interface, over the run */
	uint64_t tx_errors, collisions;
	LrDuplex duplex; /* full */
	double pcie_mbps;
	uint32_t usb_mbps;
	uint64_t aer_correctable, aer_uncorrectable;

	/* This machine. */
	double run_percent,
		wait_percent; /* 20 and 2: what each worker had of its core, and waited */
	double last_run_percent; /* what the last worker had, if not the same */
	double core_load_percent; /* 30 */
	double softirq_percent; /* 5: of the first core */
	double steal_percent;
	double throttled_percent; /* by the control group */
	guint throttles; /* by heat, of the surveyed core */
	uint32_t mhz; /* 3600 of 3600, likewise */
	guint surveyed_core; /* 0 */
	bool far; /* the workers' cores are on another NUMA node */
	const char *qdisc; /* on the interface */
	double qdisc_mbps;
	uint64_t overlimits;
	const char *offloads_off;
	const char *congestion; /* cubic */
	double paced_mbps;

	/* Path and target. */
	double loss_percent; /* of the segments */
	double busy_percent; /* 99: of the time the senders had data */
	double window_percent; /* of that, waiting for the receiver's window */
	uint64_t window_kib; /* 4096 */
	guint closed_seconds; /* in which the window was closed */
	bool window_unknown; /* a kernel that does not tell its size */
	uint32_t min_rtt_us; /* 200 */
	uint32_t queue_us; /* that the round trip takes longer on average */
	double target_cpu_percent; /* 40 */
	guint stall_seconds;
	double stall_percent; /* of what is usual: what moves even then */
	double wobble_percent; /* how far every second strays from the average */
	double last_share_percent; /* 100: of an even share, by the last worker */
	uint64_t pauses; /* frames received */
	uint64_t swallowed; /* full-size segments that do not arrive are sent again so often */
} LrSituation;

/* The verdict on one run. Owned by the caller. */
LrVerdict *lr_bench_judge(const LrSituation *situation);
