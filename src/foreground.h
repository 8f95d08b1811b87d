/* SPDX-License-Identifier: GPL-3.0-only */
/* Tests that a person watches: progress goes to standard error, and a signal ends them in order. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "engine.h"

typedef struct LrForeground LrForeground;

/* Takes the signals of the process (stop-signals.h). NULL with an error, also when the congestion
 * control of the request cannot be had. */
LrForeground *lr_foreground_new(const LrRequest *request, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void lr_foreground_free(LrForeground *foreground);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrForeground, lr_foreground_free)

/* One test; takes the request over. See lr_engine_test(). */
LrResult *lr_foreground_test(LrForeground *foreground, LrRequest *request);

/* A line that stays on standard error. */
void lr_foreground_say(LrForeground *foreground, const char *line);
