/* SPDX-License-Identifier: GPL-3.0-only */
/* What a person sees on standard error while a test runs: one line that is renewed on a terminal,
 * a line a minute elsewhere, so that the log of an hour shows life. */
#pragma once

#include <glib.h>

#include "result.h"

typedef struct LrProgress LrProgress;

LrProgress *lr_progress_new(void);

/* Leaves the terminal as it was. */
void lr_progress_free(LrProgress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrProgress, lr_progress_free)

/* A line that stays. */
void lr_progress_say(LrProgress *progress, const char *line);

/* After each sample of run number index (from 0). */
void lr_progress_sampled(LrProgress *progress, const LrResult *result, const LrRun *run,
			 guint index);
