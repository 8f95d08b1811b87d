/* SPDX-License-Identifier: GPL-3.0-only */
/* The rules that find what was measured to say nothing about the interface. Pure. */
#pragma once

#include "rule.h"

/* The likeliest first. */
const LrRule *lr_rules_void(void);
