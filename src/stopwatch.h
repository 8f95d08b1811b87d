/* SPDX-License-Identifier: GPL-3.0-only */
/* How long something took, and how much processor time this process spent on it. */
#pragma once

#include <stdint.h>

typedef struct {
	int64_t start_ns, end_ns; /* 0: not yet */
	int64_t user_ns, system_ns; /* up to the start; after the end: between the two */
} LrStopwatch;

void lr_stopwatch_start(LrStopwatch *watch, int64_t now_ns);
void lr_stopwatch_stop(LrStopwatch *watch, int64_t now_ns);

/* Between start and end; 0 before the end. */
int64_t lr_stopwatch_ns(const LrStopwatch *watch);

/* After the end, of one core. */
double lr_stopwatch_user_percent(const LrStopwatch *watch);
double lr_stopwatch_system_percent(const LrStopwatch *watch);
