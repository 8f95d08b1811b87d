/* SPDX-License-Identifier: GPL-3.0-only */
/* The errors that PCI Express reported at a device (Advanced Error Reporting), from sysfs. */
#pragma once

#include "nic.h"
#include "survey.h"

/* Fills the counts, which stay 0 where the device or the kernel reports none. */
void lr_aer_survey(const LrNic *nic, LrSurvey *survey);
