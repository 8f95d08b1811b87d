/* SPDX-License-Identifier: GPL-3.0-only */
/* What the driver tells of its own statistics, rings and channels through the kernel's ethtool
 * interface. Reads, never sets. */
#pragma once

#include <stdbool.h>

#include "ethtool.h"
#include "survey.h"

/* Fills statistics, rings and channels of the survey, where the driver gives them. */
void lr_ethtool_survey(const LrEthtool *ethtool, const char *ifname, LrSurvey *survey);

/* Whether a statistic of this name tells of drops, errors or pauses; the hundreds of others that
 * some drivers have would bury these. */
bool lr_ethtool_survey_wants(const char *statistic);
