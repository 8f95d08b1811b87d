/* SPDX-License-Identifier: GPL-3.0-only */
#include "kernel-log.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "units.h"

static LrNic *make_nic(void)
{
	LrNic *nic = lr_nic_new("eth1");

	nic->bus_address = g_strdup("0000:3b:00.0");
	return nic;
}

/* Records as read() of /dev/kmsg gives them, one each; 60 s after boot is when the run began. */
static void what_names_the_device_since_the_run_began_is_kept(void)
{
	static const struct {
		const char *name, *record;
		const char *line; /* NULL: not kept */
	} rows[] = {
		{ "by interface", "6,812,61000000,-;ixgbe 0000:3b:00.1 eth1: NIC Link is Down\n",
		  "ixgbe 0000:3b:00.1 eth1: NIC Link is Down" },
		{ "by PCI function",
		  "3,813,61000000,-;i40e 0000:3b:00.0: TX driver issue detected\n SUBSYSTEM=pci\n "
		  "DEVICE=+pci:0000:3b:00.0\n",
		  "i40e 0000:3b:00.0: TX driver issue detected" },
		{ "with flags that later kernels added",
		  "6,814,61000000,-,caller=T123;eth1: renamed\n", "eth1: renamed" },
		{ "a text with a semicolon", "6,815,61000000,-;eth1: a; b\n", "eth1: a; b" },
		{ "before the run", "6,816,59999999,-;eth1: NIC Link is Up\n", NULL },
		{ "another interface", "6,817,61000000,-;eth10: NIC Link is Down\n", NULL },
		{ "a longer name", "6,818,61000000,-;veth1: NIC Link is Down\n", NULL },
		{ "only in what follows the text", "6,819,61000000,-;usb 1-1: reset\n eth1\n",
		  NULL },
		{ "no text", "6,820,61000000,-", NULL },
		{ "no time", "6,821;eth1: x\n", NULL },
		{ "nothing", "", NULL },
	};
	g_autoptr(LrNic) nic = make_nic();

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrSurvey) survey = lr_survey_new();

		lr_kernel_log_read(rows[i].record, nic, 60 * LR_NS_PER_SECOND, survey);
		g_test_message("row '%s'", rows[i].name);
		g_assert_cmpuint(survey->kernel_lines->len, ==, rows[i].line != NULL);
		if (rows[i].line != NULL)
			g_assert_cmpstr(survey->kernel_lines->pdata[0], ==, rows[i].line);
	}
}

static void the_newest_lines_stay(void)
{
	g_autoptr(LrNic) nic = make_nic();
	g_autoptr(LrSurvey) survey = lr_survey_new();

	for (guint i = 0; i < 40; i++) {
		g_autofree char *record = g_strdup_printf("6,%u,70000000,-;eth1: line %u\n", i, i);

		lr_kernel_log_read(record, nic, 0, survey);
	}
	g_assert_cmpuint(survey->kernel_lines->len, ==, 5);
	g_assert_cmpstr(survey->kernel_lines->pdata[0], ==, "eth1: line 35");
	g_assert_cmpstr(survey->kernel_lines->pdata[4], ==, "eth1: line 39");
}

static void the_kernel_of_this_machine_is_heard(void)
{
	g_autofree char *ifname = g_strdup_printf("lr%u", (unsigned)getpid());
	g_autofree char *text = g_strdup_printf("<6>linerate test: %s: link is a test\n", ifname);
	g_autoptr(LrNic) nic = lr_nic_new(ifname);
	g_autoptr(LrSurvey) survey = lr_survey_new();
	int64_t before_ns = g_get_monotonic_time() * 1000;
	FILE *log = fopen("/dev/kmsg", "w");

	if (log == NULL || fputs(text, log) == EOF || fclose(log) == EOF) {
		g_test_skip("this user may not write to the kernel's log");
		return;
	}
	lr_kernel_log_survey(nic, before_ns - LR_NS_PER_SECOND, survey);
	g_assert_cmpuint(survey->kernel_lines->len, ==, 1);
	g_assert_nonnull(strstr(survey->kernel_lines->pdata[0], "link is a test"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/kernel-log/what-names-the-device-since-the-run-began-is-kept",
			what_names_the_device_since_the_run_began_is_kept);
	g_test_add_func("/kernel-log/the-newest-lines-stay", the_newest_lines_stay);
	g_test_add_func("/kernel-log/the-kernel-of-this-machine-is-heard",
			the_kernel_of_this_machine_is_heard);
	return g_test_run();
}
