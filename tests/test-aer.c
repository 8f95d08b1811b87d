/* SPDX-License-Identifier: GPL-3.0-only */
#include "aer.h"

#include "sysfs-bench.h"

#define CARD "/bus/pci/devices/0000:3b:00.0"

static LrNic *card(void)
{
	LrNic *nic = lr_nic_new("enp59s0");

	nic->bus_address = g_strdup("0000:3b:00.0");
	return nic;
}

static void totals_of_all_three_classes_are_read(void)
{
	UMockdevTestbed *testbed = umockdev_testbed_new();
	g_autoptr(LrNic) nic = card();
	g_autoptr(LrSurvey) survey = lr_survey_new();

	lr_bench_put(testbed, CARD "/aer_dev_correctable",
		     "RxErr 0\nBadTLP 3\nBadDLLP 9\nTOTAL_ERR_COR 12\n");
	lr_bench_put(testbed, CARD "/aer_dev_nonfatal", "DLP 2\nTOTAL_ERR_NONFATAL 2\n");
	lr_bench_put(testbed, CARD "/aer_dev_fatal", "Undefined 0\nDLP 1\nTOTAL_ERR_FATAL 1\n");
	lr_aer_survey(nic, survey);
	g_assert_cmpuint(survey->aer_correctable, ==, 12);
	g_assert_cmpuint(survey->aer_uncorrectable, ==, 3);
	g_object_unref(testbed);
}

static void a_kernel_without_the_counts_gives_none(void)
{
	UMockdevTestbed *testbed = umockdev_testbed_new();
	g_autoptr(LrNic) nic = card();
	g_autoptr(LrSurvey) survey = lr_survey_new();

	lr_bench_put(testbed, CARD "/aer_dev_fatal", "TOTAL_ERR_FATAL\n");
	lr_aer_survey(nic, survey);
	g_assert_cmpuint(survey->aer_correctable, ==, 0);
	g_assert_cmpuint(survey->aer_uncorrectable, ==, 0);
	g_object_unref(testbed);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/aer/totals-of-all-three-classes-are-read",
			totals_of_all_three_classes_are_read);
	g_test_add_func("/aer/a-kernel-without-the-counts-gives-none",
			a_kernel_without_the_counts_gives_none);
	return g_test_run();
}
