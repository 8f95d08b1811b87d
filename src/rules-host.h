/* SPDX-License-Identifier: GPL-3.0-only */
/* The rules that find this machine at fault. Pure. */
#pragma once

#include "rule.h"

/* The likeliest first. */
const LrRule *lr_rules_host(void);
