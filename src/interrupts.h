/* SPDX-License-Identifier: GPL-3.0-only */
/* Which PU served the interrupts of an interface, from /proc/interrupts. */
#pragma once

#include "nic.h"
#include "survey.h"

/* Adds the counts to the PUs of the survey that served any. */
void lr_interrupts_survey(const LrNic *nic, LrSurvey *survey);

/* The pure half: `text` is the table as the kernel prints it, numbers (of char *, may be empty) the
 * interrupts of the device, "145". A line counts when it has one of these numbers, or names the
 * interface or its PCI function. */
void lr_interrupts_parse(const char *text, const LrNic *nic, const GPtrArray *numbers,
			 LrSurvey *survey);
