/* SPDX-License-Identifier: GPL-3.0-only */
/* The frequency, governor and thermal throttling of cores, from sysfs. */
#pragma once

#include "survey.h"

/* Fills in those PUs that the survey has an entry for. */
void lr_core_state_survey(LrSurvey *survey);
