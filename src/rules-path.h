/* SPDX-License-Identifier: GPL-3.0-only */
/* The rules that find the way to the target, or the target, at fault. Pure. */
#pragma once

#include "rule.h"

/* The likeliest first. */
const LrRule *lr_rules_path(void);

/* Why a run in which no data got through stood still; NULL when nothing of it shows. Owned by the
 * caller. */
LrCause *lr_rules_path_blackhole(const LrRunFacts *facts, GPtrArray *ruled_out);
