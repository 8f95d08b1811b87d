/* SPDX-License-Identifier: GPL-3.0-only */
/* Preloaded into a program, this steps its real-time clock by a day every fifth of a second, forth
 * and back, and leaves the monotonic clock alone, as somebody does who sets the clock. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define STEP_SECONDS 86400

static void step(struct timespec *now)
{
	if (now->tv_nsec / 200000000 % 2 == 1)
		now->tv_sec += STEP_SECONDS;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int status = (int)syscall(SYS_clock_gettime, clock, now);

	if (status == 0 && clock == CLOCK_REALTIME)
		step(now);
	return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec precise;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &precise);
	now->tv_sec = precise.tv_sec;
	now->tv_usec = precise.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *stored)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (stored != NULL)
		*stored = now.tv_sec;
	return now.tv_sec;
}
