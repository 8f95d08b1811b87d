/* SPDX-License-Identifier: GPL-3.0-only */
#include "cpufreq.h"

static bool is_powersave(const char *cpu_folder, uint32_t cpu)
{
	g_autofree char *path =
		g_strdup_printf("%s/cpu%u/cpufreq/scaling_governor", cpu_folder, cpu);
	g_autofree char *governor = NULL;

	return g_file_get_contents(path, &governor, NULL, NULL) &&
	       g_str_equal(g_strstrip(governor), "powersave");
}

void lr_cpufreq_read(LrCores *cores, const char *cpu_folder)
{
	for (guint i = 0; i < cores->pus->len; i++) {
		LrPu *pu = &g_array_index(cores->pus, LrPu, i);

		pu->powersave = pu->allowed && is_powersave(cpu_folder, pu->cpu);
	}
}
