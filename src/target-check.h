/* SPDX-License-Identifier: GPL-3.0-only */
/* Whether a target can be used from here, in a few seconds and with a moment of traffic: one
 * remark for each question. */
#pragma once

#include <glib.h>
#include <stdint.h>

#include "remark.h"
#include "nic.h"
#include "target-pace.h"
#include "target.h"

typedef struct {
	const LrNic *nic; /* the interface under test; NULL: as the routes say */
	LrTargetNeed need; /* of a test */
	int64_t timeout_ns; /* of everything together */
} LrTargetQuestion;

/* The remarks in the order of the questions; they end at the first fault behind which nothing can
 * be asked. While another machine is being tested there is no traffic, so as not to disturb it. */
GPtrArray *lr_target_check_run(const LrTarget *target, const LrTargetQuestion *question);

/* Whether the clock of this machine is kept right, since the time of a result is part of it. */
LrRemark *lr_target_check_clock(void);
