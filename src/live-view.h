/* SPDX-License-Identifier: GPL-3.0-only */
/* A running test as a few lines of text: on which interface, how far, how fast, how loaded. Pure:
 * what is seen goes in, lines come out; progress.h puts them on a terminal. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "result.h"

typedef struct {
	const char *ifname, *target; /* borrowed; target may be NULL */
	guint run, runs; /* the run is counted from 1 */
	int64_t left_ns; /* of this run; negative while only results are due */
	double mbps; /* of the last second; negative when unknown */
	double reference_mbps;
	double threshold_percent;
	double load_percent; /* of the workers' cores in the last second; negative when unknown */
	guint n_cores; /* that have a worker */
	uint64_t retransmits; /* of the open connections, since the run began */
	const GArray *history; /* of double: Mb/s second by second, negative when unknown; borrowed */
} LrLiveFacts;

/* What a terminal can show. */
typedef struct {
	guint columns;
	bool utf8;
	bool colour;
} LrLiveTerminal;

/* The facts after the latest sample of a run; history is left for the caller to set. */
LrLiveFacts lr_live_facts_make(const LrResult *result, const LrRun *run, guint index);

/* Lines that fit the terminal's width (colour codes not counted), each with a line feed behind.
 * Owned by the caller. */
char *lr_live_view_dup(const LrLiveFacts *facts, const LrLiveTerminal *terminal);

/* The same facts as one line of ASCII for a log, without history. Owned by the caller. */
char *lr_live_log_line_dup(const LrLiveFacts *facts);
