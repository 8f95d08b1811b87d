/* SPDX-License-Identifier: GPL-3.0-only */
/* The words and numbers that every rendering of a result says alike: the verdict's sentence, a
 * percentage that cannot contradict it, the options that shaped the result. Plain UTF-8, not yet
 * cleaned or escaped for any format. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "result.h"

/* "PASS eth0: 9.35 Gb/s is 93.5 % of 10 Gb/s, threshold 80 %". Owned by the caller. */
char *lr_words_verdict_dup(const LrResult *result);

/* "93.5 %". With more digits where one would round the number across the threshold, so that 79.96
 * never reads as 80.0. Owned by the caller. */
char *lr_words_percent_dup(double percent, double threshold_percent);

/* "port 5201" or "ports 5201 to 5208". Owned by the caller. */
char *lr_words_ports_dup(uint16_t base_port, guint n_ports);

/* 1234567 as "1,234,567". Owned by the caller. */
char *lr_words_count_dup(uint64_t count);

/* A number of evidence: with at most two decimals, none when it is whole. Owned by the caller. */
char *lr_words_number_dup(double number);

/* "highest advertised link mode" and the like. */
const char *lr_words_speed_source(LrSpeedSource source);

/* "this machine sends" and the like. */
const char *lr_words_direction(LrDirection direction);

/* "while data flowed" and the like. */
const char *lr_words_phase(LrPhase phase);

/* "could not test", "the device or its link" and the like. */
const char *lr_words_class(LrCauseClass class);

typedef struct {
	const char *name; /* of the option, without dashes */
	char *value;
	bool changed; /* not the default */
} LrWordsOption;

/* Every option of a test. Array of LrWordsOption that frees its elements. */
GPtrArray *lr_words_options_make(const LrRequest *request);

/* Whether the run has workers of both directions. */
bool lr_words_is_bidirectional(const LrRun *run);

/* The rate that counts for a run: that of its slower direction. */
double lr_words_run_mbps(const LrRun *run);

/* The lowest of the above over all runs; negative without runs. */
double lr_words_lowest_mbps(const LrResult *result);

/* The attempt that was measured; NULL when none was. Borrowed. */
const LrAttempt *lr_words_used_attempt(const LrResult *result);

/* What each value of a series (see series.h) stands for: "second", or "4 s" in a run so long that
 * not every second was kept. Owned by the caller. */
char *lr_words_step_dup(const GArray *series);
