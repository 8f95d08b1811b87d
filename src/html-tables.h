/* SPDX-License-Identifier: GPL-3.0-only */
/* The tables of one run: workers, and the numbers behind each chart. */
#pragma once

#include <glib.h>

#include "run.h"

void lr_html_append_workers(GString *out, const LrRun *run);

/* Rate, in at most some 60 stretches of time. */
void lr_html_append_rates(GString *out, const LrRun *run);

/* The stretches in which something happened. */
void lr_html_append_events(GString *out, const LrRun *run);

/* Load of each core, average and highest. */
void lr_html_append_loads(GString *out, const LrRun *run);

/* The interface's counters before, after, and their growth. */
void lr_html_append_counters(GString *out, const LrRun *run);
