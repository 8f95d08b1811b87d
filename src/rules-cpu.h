/* SPDX-License-Identifier: GPL-3.0-only */
/* The rules that find the cores of this machine at fault. Pure; each is an LrRuleFunc (rule.h). */
#pragma once

#include "rule.h"

/* A quota, heat, a slow clock or a hypervisor kept a worker's core from it. */
LrCause *lr_rules_cpu_throttled(const LrRunFacts *facts, GPtrArray *ruled_out);

/* One core serves the interrupts of the network, and is full of them. */
LrCause *lr_rules_cpu_softirq(const LrRunFacts *facts, GPtrArray *ruled_out);

/* Workers had no time to spare far from the interface. */
LrCause *lr_rules_cpu_numa(const LrRunFacts *facts, GPtrArray *ruled_out);

/* The workers had no time to spare; or the rate cost more of their cores than was allowed. */
LrCause *lr_rules_cpu_limit(const LrRunFacts *facts, GPtrArray *ruled_out);
