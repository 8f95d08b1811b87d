/* SPDX-License-Identifier: GPL-3.0-only */
/* What the kernel wrote into its log about a device (/dev/kmsg), where this user may read it. */
#pragma once

#include "nic.h"
#include "survey.h"

/* Appends to the survey's lines what was logged since that time (CLOCK_MONOTONIC) and names the
 * interface or its PCI function; the newest few of it. */
void lr_kernel_log_survey(const LrNic *nic, int64_t since_ns, LrSurvey *survey);

/* The same for one record of the log, as one read of /dev/kmsg gives it. */
void lr_kernel_log_read(const char *record, const LrNic *nic, int64_t since_ns, LrSurvey *survey);
