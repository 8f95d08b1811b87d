/* SPDX-License-Identifier: GPL-3.0-only */
#include "stopwatch.h"

#include <sys/resource.h>

#include "units.h"

#define NS_PER_US 1000

static int64_t ns_from_timeval(struct timeval value)
{
	return value.tv_sec * LR_NS_PER_SECOND + value.tv_usec * NS_PER_US;
}

void lr_stopwatch_start(LrStopwatch *watch, int64_t now_ns)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	watch->user_ns = ns_from_timeval(usage.ru_utime);
	watch->system_ns = ns_from_timeval(usage.ru_stime);
	watch->start_ns = now_ns;
	watch->end_ns = 0;
}

void lr_stopwatch_stop(LrStopwatch *watch, int64_t now_ns)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	watch->user_ns = ns_from_timeval(usage.ru_utime) - watch->user_ns;
	watch->system_ns = ns_from_timeval(usage.ru_stime) - watch->system_ns;
	watch->end_ns = now_ns;
}

int64_t lr_stopwatch_ns(const LrStopwatch *watch)
{
	return watch->end_ns > 0 ? watch->end_ns - watch->start_ns : 0;
}

static double percent_of(int64_t part_ns, int64_t whole_ns)
{
	return whole_ns > 0 ? 100.0 * (double)part_ns / (double)whole_ns : 0;
}

double lr_stopwatch_user_percent(const LrStopwatch *watch)
{
	return percent_of(watch->user_ns, lr_stopwatch_ns(watch));
}

double lr_stopwatch_system_percent(const LrStopwatch *watch)
{
	return percent_of(watch->system_ns, lr_stopwatch_ns(watch));
}
