/* SPDX-License-Identifier: GPL-3.0-only */
#include "core-state.h"

#include "sysfs-bench.h"

#define CPU0 "/devices/system/cpu/cpu0"

static const LrPuSurvey *survey_cpu0(LrSurvey *survey)
{
	lr_survey_pu(survey, 0);
	lr_core_state_survey(survey);
	return lr_survey_find_pu(survey, 0);
}

static void frequency_governor_and_heat_are_read(void)
{
	UMockdevTestbed *testbed = umockdev_testbed_new();
	g_autoptr(LrSurvey) survey = lr_survey_new();
	const LrPuSurvey *pu;

	lr_bench_put(testbed, CPU0 "/cpufreq/scaling_governor", "powersave\n");
	lr_bench_put(testbed, CPU0 "/cpufreq/scaling_cur_freq", "1200000\n");
	lr_bench_put(testbed, CPU0 "/cpufreq/cpuinfo_max_freq", "3600000\n");
	lr_bench_put(testbed, CPU0 "/thermal_throttle/core_throttle_count", "5\n");
	lr_bench_put(testbed, CPU0 "/thermal_throttle/package_throttle_count", "70\n");
	pu = survey_cpu0(survey);
	g_assert_cmpstr(pu->governor, ==, "powersave");
	g_assert_cmpuint(pu->mhz, ==, 1200);
	g_assert_cmpuint(pu->max_mhz, ==, 3600);
	g_assert_cmpuint(pu->throttles, ==, 75);
	g_object_unref(testbed);
}

/* Virtual machines and ARM boards have neither. */
static void what_a_machine_does_not_have_is_unknown(void)
{
	UMockdevTestbed *testbed = umockdev_testbed_new();
	g_autoptr(LrSurvey) survey = lr_survey_new();
	const LrPuSurvey *pu;

	lr_bench_put(testbed, CPU0 "/cpufreq/scaling_cur_freq", "-1\n");
	pu = survey_cpu0(survey);
	g_assert_null(pu->governor);
	g_assert_cmpuint(pu->mhz, ==, 0);
	g_assert_cmpuint(pu->max_mhz, ==, 0);
	g_assert_cmpuint(pu->throttles, ==, 0);
	g_object_unref(testbed);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/core-state/frequency-governor-and-heat-are-read",
			frequency_governor_and_heat_are_read);
	g_test_add_func("/core-state/what-a-machine-does-not-have-is-unknown",
			what_a_machine_does_not_have_is_unknown);
	return g_test_run();
}
