/* SPDX-License-Identifier: GPL-3.0-only */
/* What the kernel wrote into its log about a device (/dev/kmsg), where this user may read it. */
#pragma once

#include "nic.h"
#include "survey.h"

typedef struct LrKernelLog LrKernelLog;

/* The log from now on. */
LrKernelLog *lr_kernel_log_new(void);
void lr_kernel_log_free(LrKernelLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrKernelLog, lr_kernel_log_free)

/* Appends to the survey's lines what was logged since the last call and names the interface or its
 * PCI function; the newest few of it. */
void lr_kernel_log_survey(LrKernelLog *log, const LrNic *nic, LrSurvey *survey);

/* The same for one record of the log, as one read of /dev/kmsg gives it. */
void lr_kernel_log_read(const char *record, const LrNic *nic, LrSurvey *survey);
