/* SPDX-License-Identifier: GPL-3.0-only */
/* Results of every kind, made by hand for the tests of what is written about a result. */
#pragma once

#include "result.h"

typedef struct {
	const char *name; /* fit for a file name */
	LrResult *(*make)(void);
} LrBenchResult;

/* Ends with a row whose name is NULL. */
extern const LrBenchResult lr_bench_results[];

/* The one of that name, which must exist. */
LrResult *lr_bench_result(const char *name);

/* One run of n samples a second apart on n_cpus cores. */
LrResult *lr_bench_long_result(guint n_samples, guint n_cpus);

/* Tells the first line that differs; whole documents would fill the log. */
void lr_bench_assert_same_lines(const char *one, const char *other);
