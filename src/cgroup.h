/* SPDX-License-Identifier: GPL-3.0-only */
/* What the control groups of this process allow it of the CPU, and how long they have held it back
 * (cgroups(7), both versions). */
#pragma once

#include "survey.h"

/* Fills quota and throttled time: the tightest quota on the way up to the root, and the time of the
 * group that was held back longest. */
void lr_cgroup_survey(LrSurvey *survey);

/* The same for the groups that a file like /proc/self/cgroup names. */
void lr_cgroup_read(const char *membership, LrSurvey *survey);
