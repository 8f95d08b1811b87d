/* SPDX-License-Identifier: GPL-3.0-only */
#include "cpufreq.h"

#include <glib/gstdio.h>

static void set_governor(const char *folder, guint cpu, const char *governor)
{
	g_autofree char *place = g_strdup_printf("%s/cpu%u/cpufreq", folder, cpu);
	g_autofree char *file = g_build_filename(place, "scaling_governor", NULL);

	g_assert_cmpint(g_mkdir_with_parents(place, 0700), ==, 0);
	g_assert_true(g_file_set_contents(file, governor, -1, NULL));
}

static void remove_governor(const char *folder, guint cpu)
{
	g_autofree char *cpu_place = g_strdup_printf("%s/cpu%u", folder, cpu);
	g_autofree char *place = g_build_filename(cpu_place, "cpufreq", NULL);
	g_autofree char *file = g_build_filename(place, "scaling_governor", NULL);

	g_assert_cmpint(g_unlink(file), ==, 0);
	g_assert_cmpint(g_rmdir(place), ==, 0);
	g_assert_cmpint(g_rmdir(cpu_place), ==, 0);
}

static void only_powersave_counts(void)
{
	static const struct {
		const char *governor; /* NULL: the PU has none */
		bool allowed, powersave;
	} rows[] = { { "powersave\n", true, true },   { "performance\n", true, false },
		     { "schedutil\n", true, false },  { "powersave\n", false, false },
		     { "powersaver\n", true, false }, { "", true, false },
		     { NULL, true, false },	      { NULL, true, false },
		     { NULL, true, false },	      { NULL, true, false },
		     { "powersave\n", true, true } };
	g_autofree char *folder = g_dir_make_tmp("linerate-cpufreq-XXXXXX", NULL);
	g_autoptr(LrCores) cores = lr_cores_new();

	for (guint cpu = 0; cpu < G_N_ELEMENTS(rows); cpu++) {
		LrPu pu = { .cpu = cpu, .allowed = rows[cpu].allowed };

		g_array_append_val(cores->pus, pu);
		if (rows[cpu].governor != NULL)
			set_governor(folder, cpu, rows[cpu].governor);
	}
	lr_cpufreq_read(cores, folder);
	for (guint cpu = 0; cpu < G_N_ELEMENTS(rows); cpu++) {
		g_test_message("row %u", cpu);
		g_assert_cmpint(g_array_index(cores->pus, LrPu, cpu).powersave, ==,
				rows[cpu].powersave);
		if (rows[cpu].governor != NULL)
			remove_governor(folder, cpu);
	}
	g_assert_cmpint(g_rmdir(folder), ==, 0);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/cpufreq/only-powersave-counts", only_powersave_counts);
	return g_test_run();
}
