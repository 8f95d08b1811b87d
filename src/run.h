/* SPDX-License-Identifier: GPL-3.0-only */
/* One measurement: what each worker moved and what the machine did meanwhile. Facts only.
 * All times are CLOCK_MONOTONIC, so that stepping the clock of the machine changes nothing. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "nic.h"
#include "request.h"
#include "survey.h"

/* The interface's own counters (Linux: struct rtnl_link_stats64), since it exists. */
typedef struct {
	uint64_t rx_bytes, tx_bytes;
	uint64_t rx_packets, tx_packets;
	uint64_t rx_errors, tx_errors;
	uint64_t rx_dropped, tx_dropped;
	uint64_t rx_crc_errors, rx_missed_errors;
	uint64_t collisions;
	uint64_t carrier_changes;
} LrCounters;

/* Time that one PU spent since boot (proc_stat(5)), in ns. */
typedef struct {
	uint32_t cpu;
	int64_t total_ns;
	int64_t busy_ns; /* all but idle and iowait; includes softirq, excludes steal */
	int64_t softirq_ns; /* hard and soft interrupts */
	int64_t steal_ns; /* taken by the hypervisor */
} LrCpuTime;

/* One worker's data connections as the kernel of this machine sees them (struct tcp_info),
 * summed over its streams since they were opened. */
typedef struct {
	uint16_t port; /* of the target; tells the worker */
	uint64_t acked_bytes; /* sent and acknowledged by the peer's kernel */
	uint64_t received_bytes;
	uint64_t retransmits; /* segments */
	uint32_t rtt_us; /* smoothed, the largest of the streams */
	uint32_t min_rtt_us; /* the shortest round trip of all; 0 unknown */
	uint32_t cwnd_segments; /* the smallest of the streams */
	uint32_t mss_bytes; /* the smallest of the streams */
	int64_t busy_us; /* time with data to send */
	int64_t window_limited_us; /* of that, waiting for the receiver's window */
	int64_t buffer_limited_us; /* of that, waiting for the sender's buffer */
	uint64_t peer_window_bytes; /* what the peer offers, summed; 0 when the kernel does not say
				     * (before 5.18) */
	uint32_t closed_windows; /* of the streams: those whose peer offers less than a segment */
	uint64_t pacing_mbps; /* what TCP lets itself send, summed; 0 when unlimited or unknown */
} LrFlow;

/* The shorter of two round trips, of which 0 is unknown. */
uint32_t lr_shorter_rtt_us(uint32_t a, uint32_t b);

/* What the busiest thread of one worker got of a core since it was started. */
typedef struct {
	uint16_t port; /* of the target; tells the worker */
	int64_t run_ns; /* on a core */
	int64_t wait_ns; /* ready to run, while the core did something else */
} LrWorkerTime;

/* Everything above at one moment. */
typedef struct {
	int64_t at_ns;
	bool gone; /* the interface is not there any more; carrier and counters say nothing */
	LrTristate carrier;
	LrCounters counters;
	GArray *cpus; /* of LrCpuTime, ascending by cpu; the same PUs in every sample of a run */
	GArray *flows; /* of LrFlow, ascending by port; only those that are open */
	GArray *worker_times; /* of LrWorkerTime, in the order of the workers; only those that run,
			       * empty where the kernel does not count it */
} LrSample;

LrSample *lr_sample_new(void);
void lr_sample_free(LrSample *sample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrSample, lr_sample_free)

/* The connections of the worker on this port; NULL when none was open. Borrowed. */
const LrFlow *lr_sample_find_flow(const LrSample *sample, uint16_t port);

typedef enum {
	LR_END_OK, /* the library and its document say so, and every check holds */
	LR_END_REFUSED, /* nobody listens on the port */
	LR_END_UNREACHABLE, /* no answer within the connect timeout, or no way there */
	LR_END_BUSY, /* the server serves someone else */
	LR_END_PROTOCOL, /* what answered is no iperf3 server, or its answer is damaged */
	LR_END_DIED, /* the server ended or closed the connection in mid-run */
	LR_END_STALLED, /* killed by the crew at its deadline */
	LR_END_LOST, /* the worker itself crashed, was killed, or could not start */
	LR_END_ABORTED, /* ended by the crew because another worker could not begin, or by a signal
			 */
} LrWorkerEnd;

/* How far a worker had come when it ended. */
typedef enum {
	LR_PHASE_START, /* not connected, or the server has not agreed to a test */
	LR_PHASE_AGREED, /* the data connections are open, no data yet */
	LR_PHASE_DATA, /* data flowed */
	LR_PHASE_RESULTS, /* the duration was over; results were due */
} LrPhase;

typedef struct {
	uint32_t cpu;
	char *target; /* numeric address */
	uint16_t port;
	LrDirection direction; /* forward or reverse */
	LrWorkerEnd end;
	LrPhase phase;
	char *error; /* one line; NULL when end is LR_END_OK */
	int64_t start_ns; /* first byte; 0 when none was seen */
	uint64_t sent_bytes; /* the sender's count */
	uint64_t receiver_bytes; /* the receiver's count */
	int64_t receiver_ns; /* how long the receiver received */
	uint64_t retransmits;
	double cpu_percent; /* CPU time of the worker process per wall time; -1 when unknown */
	double target_cpu_percent; /* as the target says of itself; -1 when unknown */
	char *congestion; /* in use on the sender's sockets, as the library says; NULL when unknown
			   */
	int64_t max_rss_bytes; /* of the worker process; 0 when unknown */
} LrWorkerResult;

LrWorkerResult *lr_worker_result_new(void);
void lr_worker_result_free(LrWorkerResult *worker);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrWorkerResult, lr_worker_result_free)

/* "ok", "refused", ... */
const char *lr_worker_end_name(LrWorkerEnd end);
/* "start", "agreed", "data", "results". */
const char *lr_phase_name(LrPhase phase);

/* One measurement in one direction, or in both at once. */
typedef struct {
	GPtrArray *workers; /* of LrWorkerResult, in the order of the plan */
	GPtrArray *samples; /* of LrSample, from before the first byte to after the last; about one
			     * a second, fewer in a run of more than an hour */
	guint n_sampled; /* how many were taken */
	guint sample_stride; /* of which one in so many was kept */
	GPtrArray *surveys; /* of LrSurvey: before the gate, in the middle, after the last byte */
	int64_t gate_ns; /* when the workers were let go */
	int64_t window_ns; /* from the first byte of any worker to the last of any */
	int64_t skew_ns; /* between the first and the last worker to begin */
	uint64_t receiver_bytes; /* by the workers, in the direction of the request (both: forward)
				  */
	double goodput_mbps; /* receiver_bytes over window_ns */
	uint64_t retransmits;
	uint64_t reverse_receiver_bytes; /* bidirectional only, else 0 */
	double reverse_goodput_mbps;
	bool complete; /* every worker ended with LR_END_OK */
} LrRun;

LrRun *lr_run_new(void);
void lr_run_free(LrRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrRun, lr_run_free)

/* A run of days must not fill the memory: so many samples are kept at most. */
#define LR_MAX_SAMPLES 4096

/* Adds one of the regular samples, or drops it: when there are too many, every other one goes, and
 * from then on half as many are kept. The first stays. Takes the sample over. */
void lr_run_add_sample(LrRun *run, LrSample *sample);

/* Fills window, skew, bytes, rate, retransmits and `complete` from the workers. A worker whose
 * first byte was not seen counts from the gate, which can only lengthen the window. */
void lr_run_sum(LrRun *run);
