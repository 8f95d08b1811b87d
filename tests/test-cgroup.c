/* SPDX-License-Identifier: GPL-3.0-only */
#include "cgroup.h"

#include "sysfs-bench.h"

typedef struct {
	const char *path, *text;
} File;

static const struct {
	const char *name;
	File files[5];
	const char *membership; /* as /proc/self/cgroup has it */
	double quota_percent;
	int64_t throttled_ns;
} rows[] = {
	{ "version 2, a quota of its own",
	  { { "/test.slice/cpu.max", "20000 100000\n" },
	    { "/test.slice/cpu.stat",
	      "usage_usec 9000\nuser_usec 1\nsystem_usec 1\nnr_periods 70\nnr_throttled 60\n"
	      "throttled_usec 5000\n" } },
	  "0::/test.slice\n",
	  20,
	  5000000 },
	{ "version 2, no quota",
	  { { "/test.slice/cpu.max", "max 100000\n" },
	    { "/test.slice/cpu.stat", "nr_throttled 0\nthrottled_usec 0\n" } },
	  "0::/test.slice\n",
	  0,
	  0 },
	{ "version 2, the tightest group on the way up counts",
	  { { "/machine.slice/cpu.max", "5000 50000\n" },
	    { "/machine.slice/cpu.stat", "throttled_usec 7000\n" },
	    { "/machine.slice/lab.scope/cpu.max", "300000 100000\n" },
	    { "/machine.slice/lab.scope/cpu.stat", "throttled_usec 2000\n" } },
	  "0::/machine.slice/lab.scope\n",
	  10,
	  9000000 },
	{ "version 2, another group's quota does not",
	  { { "/other.slice/cpu.max", "1000 100000\n" }, { "/lab.slice/cpu.max", "max 100000\n" } },
	  "0::/lab.slice\n",
	  0,
	  0 },
	{ "version 2 beside version 1",
	  { { "/unified/lab.slice/cpu.max", "40000 100000\n" } },
	  "4:memory:/lab\n0::/lab.slice\n",
	  40,
	  0 },
	{ "version 1",
	  { { "/cpu/lab/cpu.cfs_quota_us", "6000\n" },
	    { "/cpu/lab/cpu.cfs_period_us", "100000\n" },
	    { "/cpu/lab/cpu.stat", "nr_periods 3\nnr_throttled 2\nthrottled_time 123456\n" } },
	  "5:cpu:/lab\n4:memory:/\n",
	  6,
	  123456 },
	{ "version 1, under two names",
	  { { "/cpu/lab/cpu.stat", "throttled_time 500\n" },
	    { "/cpu,cpuacct/lab/cpu.stat", "throttled_time 500\n" } },
	  "5:cpu,cpuacct:/lab\n",
	  0,
	  500 },
	{ "version 1, mounted with another controller",
	  { { "/cpu,cpuacct/lab/cpu.cfs_quota_us", "50000\n" },
	    { "/cpu,cpuacct/lab/cpu.cfs_period_us", "100000\n" } },
	  "5:cpu,cpuacct:/lab\n",
	  50,
	  0 },
	{ "version 1, no quota",
	  { { "/cpu/lab/cpu.cfs_quota_us", "-1\n" }, { "/cpu/lab/cpu.cfs_period_us", "100000\n" } },
	  "5:cpu:/lab\n",
	  0,
	  0 },
	{ "a quota for another controller's group",
	  { { "/cpu/lab/cpu.cfs_quota_us", "6000\n" },
	    { "/cpu/lab/cpu.cfs_period_us", "100000\n" } },
	  "5:cpuset:/lab\n",
	  0,
	  0 },
	{ "nonsense",
	  { { "/lab/cpu.max", "soon\n" }, { "/lab/cpu.stat", "\n" } },
	  "0::/lab\n:\n5:cpu\n0::lab\n",
	  0,
	  0 },
};

static void the_tightest_quota_counts(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		UMockdevTestbed *testbed = umockdev_testbed_new();
		g_autoptr(LrSurvey) survey = lr_survey_new();

		for (const File *file = rows[i].files; file->path != NULL; file++) {
			g_autofree char *path = g_strconcat("/fs/cgroup", file->path, NULL);

			lr_bench_put(testbed, path, file->text);
		}
		lr_cgroup_read(rows[i].membership, survey);
		g_test_message("row '%s'", rows[i].name);
		g_assert_cmpfloat_with_epsilon(survey->quota_percent, rows[i].quota_percent, 1e-9);
		g_assert_cmpint(survey->throttled_ns, ==, rows[i].throttled_ns);
		g_object_unref(testbed);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/cgroup/the-tightest-quota-counts", the_tightest_quota_counts);
	return g_test_run();
}
