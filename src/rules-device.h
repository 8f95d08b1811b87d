/* SPDX-License-Identifier: GPL-3.0-only */
/* The rules that find the interface or its link at fault. Pure. */
#pragma once

#include "rule.h"

/* The likeliest first. */
const LrRule *lr_rules_device(void);

/* Whether the link went away during the run, which need not be complete. Owned by the caller. */
LrCause *lr_rules_device_link_flap(const LrRunFacts *facts, GPtrArray *ruled_out);
