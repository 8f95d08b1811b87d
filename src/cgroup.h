/* SPDX-License-Identifier: GPL-3.0-only */
/* What the control groups of this process allow it of the CPU, and how long they have held it back
 * (cgroups(7), both versions). */
#pragma once

#include "survey.h"

/* Fills quota and throttled time: the tightest quota on the way up to the root, and the time for which
 * the groups on this way were held back, added up: what a parent was held back for long ago must not
 * hide what its child is held back for now. */
void lr_cgroup_survey(LrSurvey *survey);

/* The same for the groups that a file like /proc/self/cgroup names. */
void lr_cgroup_read(const char *membership, LrSurvey *survey);
