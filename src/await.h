/* SPDX-License-Identifier: GPL-3.0-only */
/* Waiting that ends: when something holds, at a deadline, or when the program is told to stop. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum {
	LR_AWAIT_HOLDS,
	LR_AWAIT_TIMEOUT,
	LR_AWAIT_STOPPED,
} LrAwaited;

typedef bool (*LrCondition)(void *data);

/* Looks a few times a second whether the condition holds, first at once. stop_fd turns readable
 * when the waiting must end; -1 for none. */
LrAwaited lr_await(LrCondition condition, void *data, int64_t timeout_ns, int stop_fd);

/* Waits for that long; false as soon as stop_fd is readable. */
bool lr_await_pause(int64_t ns, int stop_fd);
