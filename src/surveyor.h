/* SPDX-License-Identifier: GPL-3.0-only */
/* Takes the surveys of a run: asks everyone who knows something of machine and interface. Changes
 * nothing, and takes some milliseconds. */
#pragma once

#include "kernel-log.h"
#include "nic.h"
#include "run.h"

/* How things stand now, and what the kernel has logged since the run's survey before. The PUs are those of the run's workers, and those that serve the interface. Owned by the caller.
 */
LrSurvey *lr_surveyor_take(const LrNic *nic, const LrRun *run, LrKernelLog *log);
