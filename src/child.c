/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "child.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "error.h"

void lr_child_die_with_parent(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
}

bool lr_child_pin(int cpu, GError **error)
{
	size_t size = CPU_ALLOC_SIZE(cpu + 1);
	cpu_set_t *set = CPU_ALLOC(cpu + 1);
	int refused;

	CPU_ZERO_S(size, set);
	CPU_SET_S((size_t)cpu, size, set);
	refused = sched_setaffinity(0, size, set);
	CPU_FREE(set);
	if (refused != 0)
		lr_error_set_errno(error, errno, "cannot run on core %d", cpu);
	return refused == 0;
}
