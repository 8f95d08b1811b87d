/* SPDX-License-Identifier: GPL-3.0-only */
#include "kernel-log.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static LrNic *make_nic(void)
{
	LrNic *nic = lr_nic_new("eth1");

	nic->bus_address = g_strdup("0000:3b:00.0");
	return nic;
}

/* Records as read() of /dev/kmsg gives them, one each. */
static void what_names_the_device_is_kept(void)
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
		{ "a part of a line that others interrupted", "6,816,61000000,c;eth1: NIC Link\n",
		  "eth1: NIC Link" },
		{ "another interface", "6,817,61000000,-;eth10: NIC Link is Down\n", NULL },
		{ "a longer name", "6,818,61000000,-;veth1: NIC Link is Down\n", NULL },
		{ "only in what follows the text", "6,819,61000000,-;usb 1-1: reset\n eth1\n",
		  NULL },
		{ "no text", "6,820,61000000,-", NULL },
		{ "nothing", "", NULL },
	};
	g_autoptr(LrNic) nic = make_nic();

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrSurvey) survey = lr_survey_new();

		lr_kernel_log_read(rows[i].record, nic, survey);
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

		lr_kernel_log_read(record, nic, survey);
	}
	g_assert_cmpuint(survey->kernel_lines->len, ==, 5);
	g_assert_cmpstr(survey->kernel_lines->pdata[0], ==, "eth1: line 35");
	g_assert_cmpstr(survey->kernel_lines->pdata[4], ==, "eth1: line 39");
}

/* False where this user may not. */
static bool log_line(const char *ifname, const char *text)
{
	FILE *log = fopen("/dev/kmsg", "w");

	return log != NULL && fprintf(log, "<6>linerate test: %s: %s\n", ifname, text) > 0 &&
	       fclose(log) == 0;
}

static void the_kernel_of_this_machine_is_heard_from_then_on(void)
{
	g_autofree char *ifname = g_strdup_printf("lr%u", (unsigned)getpid());
	g_autoptr(LrNic) nic = lr_nic_new(ifname);
	g_autoptr(LrSurvey) first = lr_survey_new(), second = lr_survey_new();
	g_autoptr(LrKernelLog) log = NULL;

	if (!log_line(ifname, "before")) {
		g_test_skip("this user may not write to the kernel's log");
		return;
	}
	log = lr_kernel_log_new();
	log_line(ifname, "in the first half");
	lr_kernel_log_survey(log, nic, first);
	log_line(ifname, "in the second half");
	lr_kernel_log_survey(log, nic, second);
	g_assert_cmpuint(first->kernel_lines->len, ==, 1);
	g_assert_nonnull(strstr(first->kernel_lines->pdata[0], "first half"));
	g_assert_cmpuint(second->kernel_lines->len, ==, 1);
	g_assert_nonnull(strstr(second->kernel_lines->pdata[0], "second half"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/kernel-log/what-names-the-device-is-kept", what_names_the_device_is_kept);
	g_test_add_func("/kernel-log/the-newest-lines-stay", the_newest_lines_stay);
	g_test_add_func("/kernel-log/the-kernel-of-this-machine-is-heard-from-then-on",
			the_kernel_of_this_machine_is_heard_from_then_on);
	return g_test_run();
}
