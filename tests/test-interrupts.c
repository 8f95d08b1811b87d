/* SPDX-License-Identifier: GPL-3.0-only */
#include "interrupts.h"

#include "ethtool-survey.h"

/* As printed by 6.8 on a machine whose CPU 2 is offline. */
static const char table[] =
	"            CPU0       CPU1       CPU3       \n"
	"  24:          9          8          7  IR-PCI-MSI 512-edge      nvme0q0\n"
	" 145:         10          0         30  IR-PCI-MSIX-0000:3b:00.0    0-edge      "
	"eth1-TxRx-0\n"
	" 146:          0        500          0  IR-PCI-MSIX-0000:3b:00.0    1-edge      unnamed\n"
	" 147:          1          1          1  IR-PCI-MSI 1572864-edge      eth10-TxRx-0\n"
	" 148:          0          0         40  IR-PCI-MSI 1572865-edge      other\n"
	" NMI:         99         99         99   Non-maskable interrupts\n"
	" ERR:          3\n";

static void the_device_is_told_by_name_function_and_number(void)
{
	static const struct {
		const char *name, *ifname, *bus_address, *number;
		uint64_t counts[4]; /* of PU 0 to 3 */
	} rows[] = {
		{ "by name, not by that of eth10", "eth1", NULL, NULL, { 10, 0, 0, 30 } },
		{ "by PCI function", "eth9", "0000:3b:00.0", NULL, { 10, 500, 0, 30 } },
		{ "by number", "eth9", NULL, "148", { 0, 0, 0, 40 } },
		{ "by nothing", "eth9", NULL, NULL, { 0, 0, 0, 0 } },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrNic) nic = lr_nic_new(rows[i].ifname);
		g_autoptr(LrSurvey) survey = lr_survey_new();
		g_autoptr(GPtrArray) numbers = g_ptr_array_new();

		nic->bus_address = g_strdup(rows[i].bus_address);
		if (rows[i].number != NULL)
			g_ptr_array_add(numbers, (char *)rows[i].number);
		lr_interrupts_parse(table, nic, numbers, survey);
		g_test_message("row '%s'", rows[i].name);
		for (uint32_t cpu = 0; cpu < 4; cpu++) {
			const LrPuSurvey *pu = lr_survey_find_pu(survey, cpu);

			g_assert_cmpuint(pu != NULL ? pu->interrupts : 0, ==, rows[i].counts[cpu]);
		}
	}
}

static void a_damaged_table_gives_nothing(void)
{
	static const char *const tables[] = { "", "\n", "CPU0", "no columns\n 1: x", ":::\n:\n" };

	for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
		g_autoptr(LrNic) nic = lr_nic_new("eth1");
		g_autoptr(LrSurvey) survey = lr_survey_new();
		g_autoptr(GPtrArray) numbers = g_ptr_array_new();

		lr_interrupts_parse(tables[i], nic, numbers, survey);
		g_assert_cmpuint(survey->pus->len, ==, 0);
	}
}

static void statistics_that_tell_of_trouble_are_kept(void)
{
	static const char *const wanted[] = { "rx_discards",	      "rx_prio3_pause",
					      "port.rx_crc_errors",   "rx_out_of_buffer",
					      "tx_dropped",	      "rx_missed",
					      "rx_flow_control_xoff", "RxErr" };
	static const char *const others[] = { "rx_bytes", "tx_queue_0_packets", "ch3_poll", "" };

	for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++)
		g_assert_true(lr_ethtool_survey_wants(wanted[i]));
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		g_assert_false(lr_ethtool_survey_wants(others[i]));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/interrupts/the-device-is-told-by-name-function-and-number",
			the_device_is_told_by_name_function_and_number);
	g_test_add_func("/interrupts/a-damaged-table-gives-nothing", a_damaged_table_gives_nothing);
	g_test_add_func("/survey/statistics-that-tell-of-trouble-are-kept",
			statistics_that_tell_of_trouble_are_kept);
	return g_test_run();
}
