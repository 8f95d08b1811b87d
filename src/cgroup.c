/* SPDX-License-Identifier: GPL-3.0-only */
#include "cgroup.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "sysfs.h"

/* Where the two versions are mounted: beside one another, or alone. The second name of the cpu
 * controller often leads to the same place as the first. */
static const char *const unified_roots[] = { "/sys/fs/cgroup/unified", "/sys/fs/cgroup", NULL };
static const char *const cpu_roots[] = { "/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct", NULL };

static int64_t number_after(const char *text, const char *key)
{
	const char *at = text != NULL ? strstr(text, key) : NULL;

	return at != NULL ? g_ascii_strtoll(at + strlen(key), NULL, 10) : 0;
}

static void note_quota(LrSurvey *survey, double quota_us, double period_us)
{
	double percent = quota_us > 0 && period_us > 0 ? 100 * quota_us / period_us : 0;

	if (percent > 0 && (survey->quota_percent == 0 || percent < survey->quota_percent))
		survey->quota_percent = percent;
}

/* cpu.max: "20000 100000" or "max 100000". */
static void read_unified(const char *folder, LrSurvey *survey)
{
	g_autofree char *max = lr_sysfs_line_dup(folder, "cpu.max");
	g_autofree char *stat = lr_sysfs_line_dup(folder, "cpu.stat");
	double quota_us, period_us;

	if (max != NULL && sscanf(max, "%lf %lf", &quota_us, &period_us) == 2)
		note_quota(survey, quota_us, period_us);
	survey->throttled_ns += number_after(stat, "throttled_usec ") * 1000;
}

static void read_cpu_group(const char *folder, LrSurvey *survey)
{
	g_autofree char *stat = lr_sysfs_line_dup(folder, "cpu.stat");
	int64_t quota_us, period_us;

	if (lr_sysfs_number_get(folder, "cpu.cfs_quota_us", &quota_us) &&
	    lr_sysfs_number_get(folder, "cpu.cfs_period_us", &period_us))
		note_quota(survey, (double)quota_us, (double)period_us);
	survey->throttled_ns += number_after(stat, "throttled_time ");
}

/* The first that is there; NULL for none. */
static const char *mounted(const char *const *roots)
{
	while (*roots != NULL && !g_file_test(*roots, G_FILE_TEST_IS_DIR))
		roots++;
	return *roots;
}

/* From the group up to the root of the hierarchy. */
static void climb(const char *const *roots, const char *group,
		  void (*read_group)(const char *folder, LrSurvey *survey), LrSurvey *survey)
{
	g_autofree char *at = g_strdup(group);
	const char *root = mounted(roots);

	while (root != NULL && strlen(at) > 1) {
		g_autofree char *folder = g_strconcat(root, at, NULL);
		char *slash = strrchr(at, '/');

		read_group(folder, survey);
		*slash = '\0';
	}
	if (root != NULL)
		read_group(root, survey);
}

/* A line of /proc/self/cgroup: "0::/user.slice" or "4:cpu,cpuacct:/user.slice". */
static void read_line(const char *line, LrSurvey *survey)
{
	g_auto(GStrv) parts = g_strsplit(line, ":", 3);
	g_auto(GStrv) controllers = NULL;

	if (g_strv_length(parts) != 3 || parts[2][0] != '/')
		return;
	controllers = g_strsplit(parts[1], ",", -1);
	if (g_str_equal(parts[0], "0"))
		climb(unified_roots, parts[2], read_unified, survey);
	else if (g_strv_contains((const char *const *)controllers, "cpu"))
		climb(cpu_roots, parts[2], read_cpu_group, survey);
}

void lr_cgroup_read(const char *membership, LrSurvey *survey)
{
	g_auto(GStrv) lines = g_strsplit(membership, "\n", -1);

	for (guint i = 0; lines[i] != NULL; i++)
		read_line(lines[i], survey);
}

void lr_cgroup_survey(LrSurvey *survey)
{
	g_autofree char *text = NULL;

	if (g_file_get_contents("/proc/self/cgroup", &text, NULL, NULL))
		lr_cgroup_read(text, survey);
}
