/* SPDX-License-Identifier: GPL-3.0-only */
/* How long the threads of a worker ran and waited for a core, from the scheduler's own figures
 * (/proc/PID/task/TID/schedstat), which have no grain. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The sums of the thread that wanted a core most. False where the kernel does not count them, or
 * the process is gone. */
bool lr_thread_times_get(pid_t pid, int64_t *run_ns, int64_t *wait_ns);
