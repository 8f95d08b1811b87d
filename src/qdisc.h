/* SPDX-License-Identifier: GPL-3.0-only */
/* The queueing disciplines of an interface, by rtnetlink(7). Reads, never sets. */
#pragma once

#include <stdint.h>

#include "survey.h"

/* Fills the qdiscs of the survey, in the kernel's order. */
void lr_qdisc_survey(uint32_t ifindex, LrSurvey *survey);
