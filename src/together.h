/* SPDX-License-Identifier: GPL-3.0-only */
/* What several interfaces moved together, from the results of their tests. Pure. */
#pragma once

#include <glib.h>

#include "result.h"

typedef struct {
	double sum_mbps; /* of each interface's lowest run, the slower direction */
	double overlap_percent; /* of the time in which any of them moved data, all did; 0 when one
				 * was not measured */
} LrTogether;

/* results: of LrResult, one of each interface, of one machine since it was started. */
LrTogether lr_together_make(const GPtrArray *results);
