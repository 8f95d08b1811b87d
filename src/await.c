/* SPDX-License-Identifier: GPL-3.0-only */
#include "await.h"

#include <glib.h>

#include "units.h"

#define LOOK_EVERY_NS (200 * LR_NS_PER_MS)

bool lr_await_pause(int64_t ns, int stop_fd)
{
	/* A negative descriptor is passed over by poll(2). */
	GPollFD stop = { stop_fd, G_IO_IN, 0 };

	g_poll(&stop, 1, (int)(ns / LR_NS_PER_MS));
	return stop.revents == 0;
}

LrAwaited lr_await(LrCondition condition, void *data, int64_t timeout_ns, int stop_fd)
{
	int64_t deadline_us = g_get_monotonic_time() + timeout_ns / 1000;

	while (!condition(data)) {
		if (g_get_monotonic_time() >= deadline_us)
			return LR_AWAIT_TIMEOUT;
		if (!lr_await_pause(LOOK_EVERY_NS, stop_fd))
			return LR_AWAIT_STOPPED;
	}
	return LR_AWAIT_HOLDS;
}
