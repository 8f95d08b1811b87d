/* SPDX-License-Identifier: GPL-3.0-only */
/* Retransmits, drops, errors and carrier changes of one run, one lane each, on the time axis of
 * the other charts. */
#pragma once

#include <glib.h>

#include "run.h"

void lr_lanes_append(GString *out, const LrRun *run, double end_s);
