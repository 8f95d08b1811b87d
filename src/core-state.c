/* SPDX-License-Identifier: GPL-3.0-only */
#include "core-state.h"

#include "sysfs.h"

static uint64_t count(const char *syspath, const char *attribute)
{
	int64_t number;

	return lr_sysfs_number_get(syspath, attribute, &number) && number > 0 ? (uint64_t)number
									      : 0;
}

static void read_pu(LrPuSurvey *pu)
{
	g_autofree char *syspath = g_strdup_printf("/sys/devices/system/cpu/cpu%u", pu->cpu);

	g_free(pu->governor);
	pu->governor = lr_sysfs_line_dup(syspath, "cpufreq/scaling_governor");
	pu->mhz = (uint32_t)(count(syspath, "cpufreq/scaling_cur_freq") / 1000);
	pu->max_mhz = (uint32_t)(count(syspath, "cpufreq/cpuinfo_max_freq") / 1000);
	pu->throttles = count(syspath, "thermal_throttle/core_throttle_count") +
			count(syspath, "thermal_throttle/package_throttle_count");
}

void lr_core_state_survey(LrSurvey *survey)
{
	for (guint i = 0; i < survey->pus->len; i++)
		read_pu(&g_array_index(survey->pus, LrPuSurvey, i));
}
