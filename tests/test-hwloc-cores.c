/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "hwloc-cores.h"

#include <glib/gstdio.h>
#include <sched.h>
#include <string.h>

#include "error.h"

/* "0-3,8" of the PUs for which the field at this offset is true. */
static char *list_pus(const LrCores *cores, size_t field)
{
	GString *list = g_string_new(NULL);
	int64_t first = -1, last = -2;

	for (guint i = 0; i <= cores->pus->len; i++) {
		const LrPu *pu = i < cores->pus->len ? &g_array_index(cores->pus, LrPu, i) : NULL;

		if (pu != NULL && !G_STRUCT_MEMBER(bool, pu, field))
			continue;
		if (pu != NULL && pu->cpu == last + 1) {
			last = pu->cpu;
			continue;
		}
		if (last >= 0)
			g_string_append_printf(
				list, list->len > 0 ? ",%" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
				first);
		if (last > first)
			g_string_append_printf(list, "-%" G_GINT64_FORMAT, last);
		first = last = pu != NULL ? (int64_t)pu->cpu : -1;
	}
	return g_string_free(list, FALSE);
}

static void use_topology(const char *xml_file, const char *synthetic)
{
	g_unsetenv("HWLOC_XMLFILE");
	g_unsetenv("HWLOC_SYNTHETIC");
	g_unsetenv("HWLOC_THISSYSTEM");
	if (xml_file != NULL)
		g_setenv("HWLOC_XMLFILE", xml_file, TRUE);
	if (synthetic != NULL)
		g_setenv("HWLOC_SYNTHETIC", synthetic, TRUE);
}

static LrCores *load_cores(const char *ifname, int numa_node)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(LrNic) nic = lr_nic_new(ifname);
	LrCores *cores;

	nic->numa_node = numa_node;
	cores = lr_hwloc_cores_load(nic, &error);
	g_assert_no_error(error);
	return cores;
}

typedef struct {
	const char *name;
	const char *topology;
	const char *ifname;
	int numa_node; /* as the interface says */
	int near_node;
	guint n_pus;
	const char *near; /* PUs next to it */
	const char *allowed; /* PUs that may be used */
	const char *note; /* NULL where some PU is near */
	const char *bus_address;
} Place;

static void assert_place(const Place *row, const char *folder)
{
	g_autofree char *file = g_build_filename(folder, row->topology, NULL);
	g_autoptr(LrCores) cores = NULL;
	g_autofree char *near = NULL, *allowed = NULL;

	g_test_message("row '%s'", row->name);
	use_topology(file, NULL);
	cores = load_cores(row->ifname, row->numa_node);
	near = list_pus(cores, offsetof(LrPu, near));
	allowed = list_pus(cores, offsetof(LrPu, allowed));
	g_assert_cmpuint(cores->pus->len, ==, row->n_pus);
	g_assert_cmpint(cores->near_node, ==, row->near_node);
	g_assert_cmpstr(near, ==, row->near);
	g_assert_cmpstr(allowed, ==, row->allowed);
	g_assert_cmpstr(cores->near_note, ==, row->note);
	g_assert_cmpstr(cores->bus_address, ==, row->bus_address);
	g_assert_true(cores->elsewhere);
}

/* Read off the files with lstopo, not dumped from the program. */
static void each_recorded_machine_tells_its_near_cores(void)
{
	static const Place rows[] = {
		{ "first-node", "192em64t-24n8c2t.xml", "eth0", -1, 0, 384, "0-7,192-199", "0-383",
		  NULL, "0000:01:00.0" },
		{ "fifth-of-24-nodes", "192em64t-24n8c2t.xml", "eth2", -1, 4, 384, "32-39,224-231",
		  "0-383", NULL, "0002:03:00.0" },
		{ "infiniband", "192em64t-24n8c2t.xml", "ib0", -1, 6, 384, "48-55,240-247", "0-383",
		  NULL, "0003:01:00.0" },
		{ "unknown-interface", "192em64t-24n8c2t.xml", "eth9", -1, -1, 384, "", "0-383",
		  "the topology does not know eth9", NULL },
		{ "second-package", "32em64t-2n8c2t-pci-wholeio.xml", "eth0", -1, 1, 32,
		  "8-15,24-31", "0-31", NULL, "0000:81:00.0" },
		{ "near-miss-of-a-name", "32em64t-2n8c2t-pci-wholeio.xml", "eth", -1, -1, 32, "",
		  "0-31", "the topology does not know eth", NULL },
		{ "group-of-packages", "96em64t-4n4d3ca2co-pci.xml", "eth2", -1, 1, 96, "24-47",
		  "0-95", NULL, "0000:32:00.0" },
		{ "last-group", "96em64t-4n4d3ca2co-pci.xml", "eth7", -1, 3, 96, "72-95", "0-95",
		  NULL, "0000:92:00.1" },
		{ "behind-five-bridges", "16intel64-manyVFs.xml", "eth6", -1, 1, 16, "8-15", "0-15",
		  NULL, "0000:88:00.0" },
		{ "restricted-cpuset", "16amd64-8n2c-cpusets.xml", "eth0", -1, -1, 10, "",
		  "0-3,5-6,12-15", "the topology does not know eth0", NULL },
		{ "restricted-cpuset-by-node", "16amd64-8n2c-cpusets.xml", "eth0", 6, 6, 10,
		  "12-13", "0-3,5-6,12-15", NULL, NULL },
		{ "hybrid", "fakecpukinds.xml", "eth0", -1, -1, 4, "", "0-3",
		  "the topology does not know eth0", NULL },
	};
	g_autofree char *folder = g_build_filename(g_getenv("LR_SHARED"), "topologies", NULL);

	if (!g_file_test(folder, G_FILE_TEST_IS_DIR)) {
		g_test_skip("the recorded topologies are not here: LR_SHARED names their folder");
		return;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		assert_place(&rows[i], folder);
}

/* The file has nodes 0 (PU 0, 1), 1 (PU 2, and 3 which the cpuset leaves out) and 2 (memory only);
 * right0 is next to node 1, usb0 at the root. */
static void a_place_that_says_nothing_gives_way_to_the_node(void)
{
	static const Place rows[] = {
		{ "device-by-topology", "odd-places.xml", "right0", -1, 1, 4, "2-3", "0-2", NULL,
		  "0001:01:00.0" },
		{ "topology-before-node", "odd-places.xml", "right0", 0, 1, 4, "2-3", "0-2", NULL,
		  "0001:01:00.0" },
		{ "not-a-network-device", "odd-places.xml", "right1", -1, -1, 4, "", "0-2",
		  "the topology does not know right1", NULL },
		{ "device-at-the-root", "odd-places.xml", "usb0", -1, -1, 4, "", "0-2",
		  "the topology has usb0 next to every core alike", NULL },
		{ "device-at-the-root-with-node", "odd-places.xml", "usb0", 1, 1, 4, "2-3", "0-2",
		  NULL, NULL },
		{ "node-without-cores", "odd-places.xml", "eth0", 2, 2, 4, "", "0-2",
		  "NUMA node 2 of eth0 has no core", NULL },
		{ "no-such-node", "odd-places.xml", "eth0", 12, 12, 4, "", "0-2",
		  "NUMA node 12 of eth0 has no core", NULL },
	};
	g_autofree char *folder = g_test_build_filename(G_TEST_DIST, "data", "topologies", NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		assert_place(&rows[i], folder);
}

static void a_vlan_is_where_its_lower_interface_is(void)
{
	g_autofree char *file =
		g_test_build_filename(G_TEST_DIST, "data", "topologies", "odd-places.xml", NULL);
	g_autoptr(LrNic) nic = lr_nic_new("right0.100");
	g_autoptr(LrCores) cores = NULL;

	use_topology(file, NULL);
	nic->lower = g_strdup("right0");
	cores = lr_hwloc_cores_load(nic, NULL);
	g_assert_nonnull(cores);
	g_assert_cmpint(cores->near_node, ==, 1);
	g_assert_null(cores->near_note);
}

static void the_narrowest_link_above_the_card_is_its_slot(void)
{
	g_autofree char *file =
		g_test_build_filename(G_TEST_DIST, "data", "topologies", "odd-places.xml", NULL);
	g_autoptr(LrCores) slot = NULL, behind_a_switch = NULL, unknown = NULL;

	use_topology(file, NULL);
	slot = load_cores("right0", -1);
	behind_a_switch = load_cores("right2", -1);
	unknown = load_cores("usb0", -1);
	g_assert_cmpfloat_with_epsilon(slot->slot_mbps, 63015, 1);
	g_assert_cmpfloat_with_epsilon(behind_a_switch->slot_mbps, 15754, 1);
	g_assert_cmpfloat(unknown->slot_mbps, ==, 0);
}

static void node_3_of_34_is_not_13_30_or_33(void)
{
	g_autoptr(LrCores) cores = NULL;
	g_autofree char *near = NULL;

	use_topology(NULL, "numa:34 core:2 pu:1");
	cores = load_cores("eth0", 3);
	near = list_pus(cores, offsetof(LrPu, near));
	g_assert_cmpstr(near, ==, "6-7");
	g_assert_cmpint(cores->near_node, ==, 3);
	g_assert_null(cores->near_note);
}

static void siblings_share_a_core_and_kinds_have_a_rank(void)
{
	static const struct {
		uint32_t core;
		int efficiency;
	} expected[] = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 1, 2 } };
	g_autofree char *file =
		g_build_filename(g_getenv("LR_SHARED"), "topologies", "fakecpukinds.xml", NULL);
	g_autoptr(LrCores) cores = NULL;

	if (!g_file_test(file, G_FILE_TEST_EXISTS)) {
		g_test_skip("the recorded topologies are not here: LR_SHARED names their folder");
		return;
	}
	use_topology(file, NULL);
	cores = load_cores("eth0", -1);
	g_assert_cmpuint(cores->pus->len, ==, G_N_ELEMENTS(expected));
	for (guint i = 0; i < cores->pus->len; i++) {
		const LrPu *pu = &g_array_index(cores->pus, LrPu, i);

		g_assert_cmpuint(pu->core, ==, expected[i].core);
		g_assert_cmpint(pu->efficiency, ==, expected[i].efficiency);
	}
}

static void a_topology_that_cannot_be_read_is_an_error(void)
{
	static const struct {
		const char *xml_file, *synthetic, *says;
	} rows[] = {
		{ "/nonexistent.xml", NULL, "HWLOC_XMLFILE=/nonexistent.xml" },
		{ "/dev/null", NULL, "HWLOC_XMLFILE=/dev/null" },
		{ NULL, "nonsense", "HWLOC_SYNTHETIC=nonsense" },
	};

	/* hwloc itself complains on standard error about a description it cannot read. */
	g_setenv("HWLOC_HIDE_ERRORS", "2", TRUE);
	for (size_t i = 0; i < 3 * G_N_ELEMENTS(rows); i++) {
		static const char *const this_system[] = { NULL, "0", "1" };
		const size_t row = i % G_N_ELEMENTS(rows), variant = i / G_N_ELEMENTS(rows);
		g_autoptr(GError) error = NULL;
		g_autoptr(LrNic) nic = lr_nic_new("eth0");

		use_topology(rows[row].xml_file, rows[row].synthetic);
		if (this_system[variant] != NULL)
			g_setenv("HWLOC_THISSYSTEM", this_system[variant], TRUE);
		g_assert_null(lr_hwloc_cores_load(nic, &error));
		g_assert_error(error, LR_ERROR, LR_ERROR_INVALID);
		g_assert_nonnull(strstr(error->message, rows[row].says));
	}
}

static void this_machine_is_seen_through_the_affinity_mask(void)
{
	cpu_set_t all, one;
	guint last = 0;
	g_autoptr(LrCores) cores = NULL;
	g_autofree char *allowed = NULL, *expected = NULL;

	g_assert_cmpint(sched_getaffinity(0, sizeof(all), &all), ==, 0);
	for (guint cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (CPU_ISSET(cpu, &all))
			last = cpu;
	}
	CPU_ZERO(&one);
	CPU_SET(last, &one);
	g_assert_cmpint(sched_setaffinity(0, sizeof(one), &one), ==, 0);
	use_topology(NULL, NULL);
	cores = load_cores("no-such-interface", -1);
	g_assert_cmpint(sched_setaffinity(0, sizeof(all), &all), ==, 0);

	expected = g_strdup_printf("%u", last);
	allowed = list_pus(cores, offsetof(LrPu, allowed));
	g_assert_cmpstr(allowed, ==, expected);
	g_assert_false(cores->elsewhere);
	g_assert_cmpint(cores->pus->len, >=, CPU_COUNT(&all));
}

static void the_environment_says_whose_topology_it_is(void)
{
	use_topology(NULL, NULL);
	g_assert_false(lr_hwloc_cores_elsewhere());
	use_topology("/some/machine.xml", NULL);
	g_assert_true(lr_hwloc_cores_elsewhere());
	g_setenv("HWLOC_THISSYSTEM", "0", TRUE);
	g_assert_true(lr_hwloc_cores_elsewhere());
	g_setenv("HWLOC_THISSYSTEM", "1", TRUE);
	g_assert_false(lr_hwloc_cores_elsewhere());
	use_topology("", NULL);
	g_assert_false(lr_hwloc_cores_elsewhere());
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/hwloc-cores/each-recorded-machine-tells-its-near-cores",
			each_recorded_machine_tells_its_near_cores);
	g_test_add_func("/hwloc-cores/a-place-that-says-nothing-gives-way-to-the-node",
			a_place_that_says_nothing_gives_way_to_the_node);
	g_test_add_func("/hwloc-cores/a-vlan-is-where-its-lower-interface-is",
			a_vlan_is_where_its_lower_interface_is);
	g_test_add_func("/hwloc-cores/the-narrowest-link-above-the-card-is-its-slot",
			the_narrowest_link_above_the_card_is_its_slot);
	g_test_add_func("/hwloc-cores/node-3-of-34-is-not-13-30-or-33",
			node_3_of_34_is_not_13_30_or_33);
	g_test_add_func("/hwloc-cores/siblings-share-a-core-and-kinds-have-a-rank",
			siblings_share_a_core_and_kinds_have_a_rank);
	g_test_add_func("/hwloc-cores/a-topology-that-cannot-be-read-is-an-error",
			a_topology_that_cannot_be_read_is_an_error);
	g_test_add_func("/hwloc-cores/this-machine-is-seen-through-the-affinity-mask",
			this_machine_is_seen_through_the_affinity_mask);
	g_test_add_func("/hwloc-cores/the-environment-says-whose-topology-it-is",
			the_environment_says_whose_topology_it_is);
	return g_test_run();
}
