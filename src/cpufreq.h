/* SPDX-License-Identifier: GPL-3.0-only */
/* The frequency governors of the PUs, by the kernel's cpufreq folder in sysfs. Reads, never sets.
 */
#pragma once

#include "cores.h"

/* Sets `powersave` of every allowed PU. cpu_folder is "/sys/devices/system/cpu" but in tests.
 * A PU without a governor (most virtual machines) is not under that one. */
void lr_cpufreq_read(LrCores *cores, const char *cpu_folder);

#define LR_CPUFREQ_FOLDER "/sys/devices/system/cpu"
