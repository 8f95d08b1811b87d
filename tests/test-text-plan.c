/* SPDX-License-Identifier: GPL-3.0-only */
#include "text-plan.h"

#include <string.h>

#include "units.h"

static LrCores *four_cores(void)
{
	LrCores *cores = lr_cores_new();

	for (uint32_t cpu = 0; cpu < 4; cpu++) {
		LrPu pu = {
			.cpu = cpu, .core = cpu, .numa_node = -1, .allowed = true, .near = cpu < 2
		};

		g_array_append_val(cores->pus, pu);
	}
	return cores;
}

static char *render(const LrNic *nic, const LrRequest *request)
{
	g_autoptr(LrCores) cores = four_cores();
	g_autoptr(LrPlan) plan = lr_plan_make(nic, cores, request, 5201);
	GString *text = g_string_new(NULL);

	lr_text_plan_append(text, nic, cores, request, plan);
	return g_string_free(text, FALSE);
}

static void assert_has(const char *text, const char *words)
{
	if (strstr(text, words) == NULL)
		g_error("'%s' is not in:\n%s", words, text);
}

static void the_narrowest_hop_is_told_with_both_its_ends(void)
{
	g_autoptr(LrNic) nic = lr_nic_new("eth0");
	g_autoptr(LrRequest) request = lr_request_new();
	LrPcieHop *hop = g_new0(LrPcieHop, 1);
	g_autofree char *text = NULL;

	*hop = (LrPcieHop){ .address = g_strdup("0000:3b:00.0"),
			    .gts = 8,
			    .max_gts = 16,
			    .port_max_gts = 8,
			    .width = 8,
			    .max_width = 16,
			    .port_max_width = 8,
			    .usable_mbps = 63015 };
	nic->pcie_hops = g_ptr_array_new_with_free_func((GDestroyNotify)lr_pcie_hop_free);
	g_ptr_array_add(nic->pcie_hops, hop);
	nic->pcie_mbps = 63015;
	request->speed_mbps = 100000;
	text = render(nic, request);
	assert_has(
		text,
		"PCIe        63.02 Gb/s usable; narrowest at 0000:3b:00.0: 8 GT/s x8; its lower\n"
		"            end can do 16 GT/s x16, its upper 8 GT/s x8\n");
	assert_has(text, "Warning     the PCIe slot is narrower than the card");
}

static void a_usb_bus_is_told(void)
{
	g_autoptr(LrNic) nic = lr_nic_new("eth0");
	g_autoptr(LrRequest) request = lr_request_new();
	g_autofree char *text = NULL;

	nic->usb_mbps = 480;
	request->speed_mbps = 1000;
	text = render(nic, request);
	assert_has(text, "USB         480 Mb/s on the wire of the bus\n");
	assert_has(text, "Warning     the USB bus is slower than the adapter");
}

static void workers_have_a_line_each(void)
{
	g_autoptr(LrNic) nic = lr_nic_new("eth0");
	g_autoptr(LrRequest) request = lr_request_new();
	g_autofree char *text = NULL;

	request->speed_mbps = 100000;
	request->threads = 3;
	text = render(nic, request);
	assert_has(text, "       1       1       ?    5202\n"
			 "       2       2       ?    5203     far\n\n");
}

static void what_is_not_known_is_said(void)
{
	g_autoptr(LrNic) nic = lr_nic_new("eth0");
	g_autoptr(LrRequest) request = lr_request_new();
	g_autofree char *text = render(nic, request);

	assert_has(text, "Reference   speed unknown\n");
	assert_has(text, "Target      none given");
	g_assert_null(strstr(text, "Ceiling"));
	g_assert_null(strstr(text, "PCIe"));
	g_assert_null(strstr(text, "USB"));
}

static void targets_and_time_are_told(void)
{
	g_autoptr(LrNic) nic = lr_nic_new("eth0");
	g_autoptr(LrRequest) request = lr_request_new();
	g_autofree char *text = NULL;

	request->runs = 4;
	request->duration_ns = 900 * LR_NS_PER_SECOND;
	request->direction = LR_BIDIRECTIONAL;
	g_ptr_array_add(request->targets, lr_target_new("192.0.2.1", 6000));
	text = render(nic, request);
	assert_has(text, "Target      192.0.2.1, ports 6000 to 6001\n");
	assert_has(text, "Runs        4 of 15 min, 1 h in all; both send at once\n");
	assert_has(text, "5201     sends\n");
	assert_has(text, "5202     receives\n");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/text-plan/the-narrowest-hop-is-told-with-both-its-ends",
			the_narrowest_hop_is_told_with_both_its_ends);
	g_test_add_func("/text-plan/a-usb-bus-is-told", a_usb_bus_is_told);
	g_test_add_func("/text-plan/workers-have-a-line-each", workers_have_a_line_each);
	g_test_add_func("/text-plan/what-is-not-known-is-said", what_is_not_known_is_said);
	g_test_add_func("/text-plan/targets-and-time-are-told", targets_and_time_are_told);
	return g_test_run();
}
