/* SPDX-License-Identifier: GPL-3.0-only */
/* One run in one direction as the rules of the verdict look at it: what was measured, and the
 * numbers drawn from it that several rules share. Pure. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "nic.h"
#include "plan.h"
#include "request.h"
#include "run.h"
#include "series.h"

/* How the neediest worker stood with its core, in per cent of the time. */
typedef struct {
	uint32_t cpu;
	double run, wait; /* on the core; ready, while the core did something else */
	double softirq, load; /* of that core: interrupts, everything; -1 unknown */
	bool known; /* `wait` is; else it is 0 */
} LrDemand;

/* What held the senders of this machine back, as its kernel accounts for it. Per cent; -1 when
 * this machine did not send, or the kernel does not say. */
typedef struct {
	double busy; /* of the time: with data to send */
	double window,
		buffer; /* of that: waiting for the receiver's window, for room to send from */
	uint64_t peer_window_bytes; /* the largest seen of one worker; 0 unknown, or never open */
	bool closed; /* a worker's window was closed nearly as often as it was looked at */
	double window_mbps; /* what the windows let through at the shortest round trip, summed; 0
			     * unknown */
	uint32_t min_rtt_us; /* the shortest round trip of all; 0 unknown */
	double rtt_us; /* average over the run and the workers; 0 unknown */
	double cwnd_segments; /* likewise: the congestion window */
	double paced_mbps; /* what TCP let itself send at the end, summed; 0 unknown */
} LrSending;

typedef struct {
	/* Borrowed. */
	const LrNic *nic;
	const LrPlan *plan;
	const LrRequest *request;
	const LrRun *run;
	const LrSurvey *before, *amid, *after; /* NULL when there is none */
	guint run_number; /* from 1 */
	LrDirection direction; /* forward or reverse; of a bidirectional run one of the two */
	guint n_workers; /* of this direction */
	uint64_t receiver_bytes;
	double mbps;
	double percent; /* mbps of the reference speed */
	bool too_slow; /* percent is below the threshold */
	double seconds; /* of the window */
	LrCounters grown; /* growth of the counters over the run; 0 where they went backwards */
	bool counted; /* there are samples to take that from */
	double core_load_percent; /* average of the workers' cores; -1 unknown */
	LrDemand demand;
	LrSending sending;
	uint64_t retransmits;
	double loss_percent; /* retransmitted, of the segments sent */
	double target_cpu_percent; /* the highest of a worker's server; -1 unknown */
	LrSpan rate; /* per second, where all workers moved data; begin = end when unknown */
} LrRunFacts;

/* Takes what is borrowed, run_number and direction from `given`. */
LrRunFacts lr_run_facts_make(const LrRunFacts *given);

/* Whether the worker moved its data in the direction that the facts are about. */
bool lr_run_facts_concern(const LrRunFacts *facts, const LrWorkerResult *worker);

/* How much longer than the shortest an average round trip took, in microseconds; -1 unknown. */
double lr_run_facts_queue_us(const LrRunFacts *facts);

/* How much of a core the neediest worker wanted: on it, or waiting for it. */
double lr_run_facts_demand_percent(const LrRunFacts *facts);

/* Whether the neediest worker and the interrupts of the network filled its core together. */
bool lr_run_facts_core_shared(const LrRunFacts *facts);

/* Whether the cores are what the workers lacked: they were too slow, or others had them. */
bool lr_run_facts_core_bound(const LrRunFacts *facts);

/* The former: the worker's own work filled its core. */
bool lr_run_facts_core_filled(const LrRunFacts *facts);
