/* SPDX-License-Identifier: GPL-3.0-only */
/* Tests of several interfaces at once, each in a process of its own: one that crashes or hangs
 * takes no other along. */
#pragma once

#include <glib.h>

#include "result.h"

/* One of them. */
typedef struct {
	char *ifname;
	GArray *pus; /* of uint32_t: those that the test may use */
	char *targets; /* with the ports that are for this test, a comma list */
	LrResult *result; /* after the run; never NULL then */
} LrParallelTest;

LrParallelTest *lr_parallel_test_new(const char *ifname);
void lr_parallel_test_free(LrParallelTest *test);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrParallelTest, lr_parallel_test_free)

/* Runs "linerate test" for every LrParallelTest, with these options added, and fills in the
 * results. What went wrong with a process is an error in its result. When stop_fd turns readable
 * all are asked to stop, and are killed when they do not. */
void lr_parallel_run(const GPtrArray *tests, const char *const *options, int stop_fd);
