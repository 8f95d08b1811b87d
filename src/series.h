/* SPDX-License-Identifier: GPL-3.0-only */
/* What changed from sample to sample in one run: rates, loads, events, and their reduction to as
 * many points as a chart can show. Pure: struct in, struct out. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "run.h"

/* A value over a stretch of time. Straight from two samples all three are equal; a stretch that
 * was made of several keeps the lowest and the highest of them. */
typedef struct {
	int64_t begin_ns, end_ns; /* since the gate of the run; end is later than begin */
	double lowest, highest, average;
} LrSpan;

/* A series is a GArray of LrSpan, ascending, with a gap where nothing is known: a counter that
 * went backwards (a driver that was reset), a connection that was not there. Owned by the caller.
 */

/* What crossed the interface, in Mb/s, headers included: sent for LR_FORWARD, received for
 * LR_REVERSE. */
GArray *lr_series_interface_make(const LrRun *run, LrDirection direction);

/* What the worker on this port moved, in Mb/s without headers, as this machine's kernel counts it.
 * Empty when its connections were not seen. */
GArray *lr_series_worker_make(const LrRun *run, const LrWorkerResult *worker);

/* The sum of the above over all workers of one direction; where no connection was seen in the
 * whole run, the interface's rate instead. *by_flows tells which; it may be NULL. */
GArray *lr_series_goodput_make(const LrRun *run, LrDirection direction, bool *by_flows);

typedef enum { LR_LOAD_BUSY, LR_LOAD_SOFTIRQ, LR_LOAD_STEAL } LrLoad;

/* Load of one PU in percent; busy includes softirq. */
GArray *lr_series_load_make(const LrRun *run, uint32_t cpu, LrLoad load);

typedef enum {
	LR_EVENT_RETRANSMITS,
	LR_EVENT_DROPS, /* both directions, and frames missed by the card */
	LR_EVENT_ERRORS, /* both directions; includes CRC errors */
	LR_EVENT_CARRIER,
	LR_N_EVENTS,
} LrEvent;

/* How often it happened in each stretch. */
GArray *lr_series_event_make(const LrRun *run, LrEvent event);

/* What lies wholly inside the time in which every worker moved data. */
GArray *lr_series_settled_make(const LrRun *run, const GArray *series);

/* The whole series as one span: lowest, highest and average by time. False when it is empty. */
bool lr_series_sum(const GArray *series, LrSpan *sum) G_GNUC_WARN_UNUSED_RESULT;

/* At most max_spans stretches (two or more) of about equal length. Lowest and highest of the
 * whole are those of the series. */
GArray *lr_series_reduce(const GArray *series, guint max_spans);

/* Average load of one PU while the workers moved data, in percent; -1 when unknown. */
double lr_series_load_percent(const LrRun *run, uint32_t cpu, LrLoad load);

/* The mean of the above over the PUs that a worker was pinned to, each once; -1 when unknown. */
double lr_series_workers_load_percent(const LrRun *run);
