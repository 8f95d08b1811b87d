/* SPDX-License-Identifier: GPL-3.0-only */
#include "udev-nics.h"

#include <string.h>

#include "bench.h"
#include "error.h"
#include "pcie.h"

static void assert_kind(const Bench *bench, const char *ifname, const char *category,
			const char *kind, const char *bus)
{
	g_autoptr(LrNic) nic = bench_get(bench, ifname);

	g_test_message("%s", ifname);
	g_assert_cmpstr(lr_category_name(nic->category), ==, category);
	g_assert_cmpstr(nic->kind, ==, kind);
	g_assert_cmpstr(nic->bus, ==, bus);
}

static void assert_reason(const Bench *bench, const char *ifname, const char *reason)
{
	g_autoptr(LrNic) nic = bench_get(bench, ifname);

	g_test_message("%s", ifname);
	g_assert_cmpstr(nic->reason, ==, reason);
	g_assert_true(nic->testable == (reason == NULL));
}

static void two_ports_on_one_function_keep_their_ids(void)
{
	g_autoptr(Bench) bench = bench_new();
	const char *card =
		bench_add_pci(bench, NULL, "0000:04:00.0", "0280", "15B3:1003", "mlx4_core");

	bench_add_nic(bench, card, "ens1");
	bench_add_nic(bench, card, "ens1d1");
	bench_set_property_at(bench, card, "ID_MODEL_FROM_DATABASE", "MT27500 [ConnectX-3]");
	for (guint i = 0; i < 2; i++) {
		g_autoptr(LrNic) nic = bench_get(bench, i == 0 ? "ens1" : "ens1d1");

		g_assert_cmpstr(lr_category_name(nic->category), ==, "NETWORK");
		g_assert_cmpstr(nic->bus, ==, "pci");
		g_assert_cmpstr(nic->driver, ==, "mlx4_core");
		g_assert_cmpstr(nic->vendor_id, ==, "0x15b3");
		g_assert_cmpstr(nic->product_id, ==, "0x1003");
		g_assert_cmpstr(nic->product, ==, "MT27500 [ConnectX-3]");
		g_assert_cmpstr(nic->path, ==, card);
		g_assert_cmpstr(nic->bus_address, ==, "0000:04:00.0");
	}
}

static void cards_without_pci_are_cards(void)
{
	static const struct {
		const char *subsystem, *name, *driver;
	} rows[] = {
		{ "vio", "vio/30000002", "ibmveth" },
		{ "ccwgroup", "qeth/0.0.0600", "qeth" },
		{ "vmbus", "vmbus/3a5c", "hv_netvsc" },
		{ "xen", "vif-0", "vif" },
		{ "virtio", "platform/a003e00.virtio_mmio/virtio1", "virtio_net" },
		{ "platform", "platform/soc/fd580000.ethernet", "bcmgenet" },
		{ "fsl-mc", "platform/soc/80c000000.fsl-mc/dprc.1/dpni.0", "fsl_dpaa2_eth" },
		{ "thunderbolt", "pci0000:00/0000:00:0d.2/domain0/0-0/0-1/0-1.0",
		  "thunderbolt-net" },
	};
	g_autoptr(Bench) bench = bench_new();

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *ifname = g_strdup_printf("card%u", i);

		bench_add_nic(bench,
			      bench_add_device(bench, NULL, rows[i].subsystem, rows[i].name,
					       rows[i].driver),
			      ifname);
	}
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *ifname = g_strdup_printf("card%u", i);
		g_autoptr(LrNic) nic = bench_get(bench, ifname);

		g_assert_cmpstr(lr_category_name(nic->category), ==, "NETWORK");
		g_assert_cmpstr(nic->kind, ==, "physical");
		g_assert_cmpstr(nic->bus, ==, rows[i].subsystem);
		g_assert_cmpstr(nic->driver, ==, rows[i].driver);
		g_assert_true(nic->testable);
	}
}

static void the_name_says_nothing(void)
{
	g_autoptr(Bench) bench = bench_new();

	bench_add_pci_nic(bench, "wlan0", "0000:01:00.0", "8086:1572", "i40e");
	bench_add_pci_nic(bench, "eth1", "0000:02:00.0", "14E4:4359", "wl");
	bench_set_property(bench, "eth1", "DEVTYPE", "wlan");
	bench_add_pci_nic(bench, "eth2", "0000:03:00.0", "8086:24fd", "iwlwifi");
	bench_link(bench, "eth2", "phy80211", "../../ieee80211/phy0");
	bench_add_pci_nic(bench, "usb0", "0000:04:00.0", "17cb:0306", "mhi-pci-generic");
	bench_set_property(bench, "usb0", "DEVTYPE", "wwan");
	bench_add_pci_nic(bench, "eth3", "0000:05:00.0", "15B3:1017", "mlx5_core");
	bench_set(bench, "eth3", "type", "32");
	bench_add_pci_nic(bench, "eth4", "0000:06:00.0", "c0fe:beef", "kvaser_pciefd");
	bench_set(bench, "eth4", "type", "280");
	bench_add_pci_nic(bench, "can0", "0000:07:00.0", "8086:1533", "igb");
	bench_add_pci_nic(bench, "bond0", "0000:08:00.0", "8086:1533", "igb");
	bench_add_nic(bench, NULL, "eth5");
	bench_set(bench, "eth5", "type", "772");
	assert_kind(bench, "wlan0", "NETWORK", "physical", "pci");
	assert_kind(bench, "eth1", "WIRELESS", "physical", "pci");
	assert_kind(bench, "eth2", "WIRELESS", "physical", "pci");
	assert_kind(bench, "usb0", "WWAN", "physical", "pci");
	assert_kind(bench, "eth3", "INFINIBAND", "ipoib", "pci");
	assert_kind(bench, "eth4", "CAN", "physical", "pci");
	assert_kind(bench, "can0", "NETWORK", "physical", "pci");
	assert_kind(bench, "bond0", "NETWORK", "physical", "pci");
	assert_kind(bench, "eth5", "LOOPBACK", "loopback", NULL);
}

static void a_recording_without_attributes_is_told_by_properties(void)
{
	static const struct {
		const char *ifname, *driver, *class, *ids, *key, *value, *category;
	} rows[] = {
		{ "eth0", "mlx4_core", "0280", "15b3:1003", "ID_NET_NAME_PATH", "ibp5s0",
		  "INFINIBAND" },
		{ "eth1", "mlx4_core", "0280", "15b3:1003", "ID_NET_NAME_PATH", "enp6s0",
		  "NETWORK" },
		{ "eth2", "mlx5_core", "0207", "15b3:101b", "ID_BUS", "pci", "INFINIBAND" },
		{ "eth3", "wl", "0200", "14e4:4727", "ID_NET_NAME_PATH", "wlp3s0", "WIRELESS" },
		{ "eth4", "rt2860", "0280", "1814:3290", "ID_BUS", "pci", "WIRELESS" },
		{ "eth5", "iosm", "0d40", "8086:7560", "ID_BUS", "pci", "WWAN" },
		{ "eth6", "xxx", "0d40", "8086:7561", "ID_NET_NAME_MAC", "wwx001122", "WWAN" },
		{ "eth7", "kvaser_pciefd", "0280", "1a07:000d", "ID_BUS", "pci", "CAN" },
	};
	g_autoptr(Bench) bench = bench_new();

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *address = g_strdup_printf("0000:%02x:00.0", i + 1);

		bench_add_nic(bench,
			      bench_add_pci(bench, NULL, address, rows[i].class, rows[i].ids,
					    rows[i].driver),
			      rows[i].ifname);
		bench_set(bench, rows[i].ifname, "type", NULL);
		bench_set_property(bench, rows[i].ifname, rows[i].key, rows[i].value);
	}
	bench_add_nic(bench, NULL, "lo");
	bench_set(bench, "lo", "type", NULL);
	bench_set_property(bench, "lo", "IFINDEX", "1");
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrNic) nic = bench_get(bench, rows[i].ifname);

		g_test_message("%s", rows[i].ifname);
		g_assert_cmpstr(lr_category_name(nic->category), ==, rows[i].category);
	}
	assert_kind(bench, "lo", "LOOPBACK", "loopback", NULL);
}

static void below_virtual_is_virtual(void)
{
	static const struct {
		const char *ifname, *devtype, *file, *kind;
	} rows[] = {
		{ "virbr0", "bridge", "bridge", "bridge" },
		{ "docker0", "bridge", "bridge", "bridge" },
		{ "vmnet1", NULL, NULL, "virtual" },
		{ "eth0.100", "vlan", NULL, "vlan" },
		{ "mv0", "macvlan", NULL, "macvlan" },
		{ "wg0", "wireguard", NULL, "wireguard" },
		{ "tap0", NULL, "tun_flags", "tun" },
		{ "bond0", "bond", "bonding", "bond" },
		{ "ip6vti0", "IP6_VTI", NULL, "ip6-vti" },
	};
	g_autoptr(Bench) bench = bench_new();

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		bench_add_nic(bench, NULL, rows[i].ifname);
		if (rows[i].devtype != NULL)
			bench_set_property(bench, rows[i].ifname, "DEVTYPE", rows[i].devtype);
		if (rows[i].file != NULL)
			bench_set(bench, rows[i].ifname, rows[i].file, "");
	}
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		assert_kind(bench, rows[i].ifname, "VIRTUAL_NETWORK", rows[i].kind, NULL);
		assert_reason(bench, rows[i].ifname, "virtual: test it with --allow-virtual");
	}
}

static void a_named_virtual_interface_may_be_tested(void)
{
	const char *const allowed[] = { "veth7", "slave7", NULL };
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(LrNic) veth = NULL, other = NULL, slave = NULL;

	bench_add_nic(bench, NULL, "veth7");
	bench_add_nic(bench, NULL, "veth8");
	bench_add_nic(bench, NULL, "slave7");
	bench_set(bench, "slave7", "brport", "");
	bench_enslave(bench, "slave7", "br7");
	veth = lr_udev_nics_get("veth7", allowed, NULL);
	other = lr_udev_nics_get("veth8", allowed, NULL);
	slave = lr_udev_nics_get("slave7", allowed, NULL);
	g_assert_true(veth->testable);
	g_assert_false(other->testable);
	g_assert_false(slave->testable);
}

static void the_service_processors_card_is_no_card(void)
{
	static const struct {
		const char *ids, *class, *product;
	} rows[] = {
		{ "046b:ffb0", "0202ff", "Virtual Ethernet" },
		{ "413c:a102", "020600", "iDRAC Virtual NIC USB Device" },
		{ "04b3:4010", "0202ff", "RNDIS/Ethernet Gadget" },
		{ "17ef:b000", "020600", "XClarity Controller" },
		{ "03f0:9999", "020600", "iLO Virtual NIC" },
	};
	g_autoptr(Bench) bench = bench_new();
	const char *host =
		bench_add_pci(bench, NULL, "0000:00:14.0", "0c03", "8086:a12f", "xhci_hcd");
	const char *hub;

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *ifname = g_strdup_printf("usb%u", i);
		g_autofree char *port = g_strdup_printf("1-%u", i + 1);

		bench_add_nic(bench,
			      bench_add_usb(bench, host, port, rows[i].ids, rows[i].class,
					    "cdc_ether", rows[i].product),
			      ifname);
		assert_kind(bench, ifname, "BMC_NETWORK", "physical", "usb");
		assert_reason(bench, ifname, "service processor's network card");
	}
	hub = bench_add_usb(bench, host, "1-9", "1d6b:0107", "090000", "hub", "Virtual Hub");
	hub = g_strndup(hub, strlen(hub) - strlen("/1-9:1.0"));
	bench_add_nic(bench,
		      bench_add_usb(bench, hub, "1-9.1", "0525:a4a2", "0202ff", "rndis_host",
				    "Ethernet Gadget"),
		      "usb9");
	assert_kind(bench, "usb9", "BMC_NETWORK", "physical", "usb");
	g_free((char *)hub);
}

static void a_usb_adapter_is_a_card_and_a_telephone_is_not(void)
{
	g_autoptr(Bench) bench = bench_new();
	const char *host =
		bench_add_pci(bench, NULL, "0000:00:14.0", "0c03", "8086:a12f", "xhci_hcd");

	bench_add_nic(bench,
		      bench_add_usb(bench, host, "2-1", "0bda:8153", "ffff00", "r8152",
				    "USB 10/100/1000 LAN"),
		      "eth0");
	bench_set_at(bench, "/devices/pci0000:00/0000:00:14.0/2-1", "speed", "480");
	bench_add_nic(
		bench,
		bench_add_usb(bench, host, "2-2", "18d1:4eeb", "e00103", "rndis_host", "Pixel 8"),
		"usb0");
	bench_add_nic(bench,
		      bench_add_usb(bench, host, "2-3", "05ac:12a8", "fffd01", "ipheth", "iPhone"),
		      "eth1");
	bench_add_nic(
		bench,
		bench_add_usb(bench, host, "2-4", "1199:9091", "ffffff", "qmi_wwan", "EM7411"),
		"wwan0");
	assert_kind(bench, "eth0", "NETWORK", "physical", "usb");
	assert_kind(bench, "usb0", "OTHER", "tether", "usb");
	assert_kind(bench, "eth1", "OTHER", "tether", "usb");
	assert_kind(bench, "wwan0", "WWAN", "physical", "usb");
	{
		g_autoptr(LrNic) nic = bench_get(bench, "eth0");

		g_assert_cmpstr(nic->vendor_id, ==, "0x0bda");
		g_assert_cmpstr(nic->product_id, ==, "0x8153");
		g_assert_cmpstr(nic->product, ==, "USB 10/100/1000 LAN");
		g_assert_cmpuint(nic->usb_mbps, ==, 480);
		g_assert_null(nic->pcie_hops);
	}
}

static void functions_and_representors_are_told_apart(void)
{
	g_autoptr(Bench) bench = bench_new();
	const char *card =
		bench_add_pci(bench, NULL, "0000:3b:00.0", "0200", "15B3:1017", "mlx5_core");

	bench_add_nic(bench, card, "ens1f0");
	bench_set(bench, "ens1f0", "phys_port_name", "p0");
	bench_set(bench, "ens1f0", "phys_switch_id", "a4b1c2");
	bench_add_nic(bench, card, "ens1f0r3");
	bench_set(bench, "ens1f0r3", "phys_port_name", "pf0vf3");
	bench_set(bench, "ens1f0r3", "phys_switch_id", "a4b1c2");
	bench_add_nic(bench, card, "pf0hpf");
	bench_set(bench, "pf0hpf", "phys_port_name", "c1pf0vf0");
	bench_set(bench, "pf0hpf", "phys_switch_id", "a4b1c2");
	bench_add_nic(bench, card, "plain");
	bench_set(bench, "plain", "phys_port_name", "pf0vf3");
	bench_add_nic(bench, card, "ens1f0r4");
	bench_set(bench, "ens1f0r4", "phys_port_name", "pf0vf4");
	bench_set(bench, "ens1f0r4", "phys_switch_id", "a4b1c2");
	bench_add_vf(bench, "ens1f0v3", "0000:3b:00.5", "ens1f0");
	bench_add_nic(bench,
		      bench_add_device(bench, card, "auxiliary", "mlx5_core.sf.4", "mlx5_core.sf"),
		      "ens1f0s4");
	assert_kind(bench, "ens1f0", "NETWORK", "physical", "pci");
	assert_kind(bench, "ens1f0r3", "NETWORK", "representor", "pci");
	assert_kind(bench, "pf0hpf", "NETWORK", "representor", "pci");
	assert_kind(bench, "plain", "NETWORK", "physical", "pci");
	assert_kind(bench, "ens1f0v3", "NETWORK", "virtual-function", "pci");
	assert_kind(bench, "ens1f0s4", "NETWORK", "subfunction", "pci");
	assert_reason(bench, "ens1f0", NULL);
	assert_reason(bench, "ens1f0r3", "representor: test the card's own port");
	assert_reason(bench, "ens1f0v3", "virtual function of ens1f0: test ens1f0");
}

static void a_virtual_function_names_its_card(void)
{
	g_autoptr(Bench) bench = bench_new();

	bench_add_pci_nic(bench, "ens2f1", "0000:5e:00.1", "8086:1572", "i40e");
	bench_add_vf(bench, "ens2f1v0", "0000:5e:0a.0", "ens2f1");
	assert_reason(bench, "ens2f1v0", "virtual function of ens2f1: test ens2f1");
	{
		g_autoptr(LrNic) nic = bench_get(bench, "ens2f1v0");

		g_assert_cmpstr(nic->lower, ==, "ens2f1");
	}
}

static void a_virtual_function_of_a_card_without_interface_names_none(void)
{
	g_autoptr(Bench) bench = bench_new();
	const char *card =
		bench_add_pci(bench, NULL, "0000:5e:00.0", "0200", "8086:1572", "vfio-pci");

	bench_add_pci_nic(bench, "ens2v0", "0000:5e:0a.0", "8086:154c", "iavf");
	bench_link_at(bench, "/devices/pci0000:5e/0000:5e:0a.0", "physfn", "../0000:5e:00.0");
	g_assert_nonnull(card);
	assert_kind(bench, "ens2v0", "NETWORK", "virtual-function", "pci");
	assert_reason(bench, "ens2v0", "virtual function: test the card's own port");
}

static void the_function_under_netvsc_belongs_to_it(void)
{
	g_autoptr(Bench) bench = bench_new();
	const char *card = bench_add_device(bench, NULL, "vmbus", "vmbus/3a5c", "hv_netvsc");

	bench_add_nic(bench, card, "eth0");
	bench_add_pci_nic(bench, "enP2s1", "0002:00:02.0", "15B3:1016", "mlx5_core");
	bench_enslave(bench, "enP2s1", "eth0");
	bench_add_nic(bench, card, "eth1");
	bench_add_pci_nic(bench, "enP3s1", "0003:00:02.0", "15B3:1016", "mlx5_core");
	bench_set(bench, "eth1", "address", "00:0d:3a:00:00:01");
	bench_set(bench, "enP3s1", "address", "00:0d:3a:00:00:01");
	assert_kind(bench, "eth0", "NETWORK", "physical", "vmbus");
	assert_kind(bench, "enP2s1", "NETWORK", "netvsc-lower", "pci");
	assert_kind(bench, "enP3s1", "NETWORK", "netvsc-lower", "pci");
	assert_reason(bench, "eth0", NULL);
	assert_reason(bench, "enP2s1", "data path of eth0: test eth0");
	assert_reason(bench, "enP3s1", "data path of eth1: test eth1");
}

static void add_bond(Bench *bench, const char *mode, const char *first_state,
		     const char *second_state)
{
	static const char *const members[] = { "eth0", "eth1" };
	const char *const states[] = { first_state, second_state };

	bench_add_pci_nic(bench, "eth0", "0000:01:00.0", "8086:1572", "i40e");
	bench_add_pci_nic(bench, "eth1", "0000:01:00.1", "8086:1572", "i40e");
	bench_add_nic(bench, NULL, "bond0");
	bench_set_property(bench, "bond0", "DEVTYPE", "bond");
	bench_set(bench, "bond0", "bonding/mode", mode);
	for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
		bench_enslave(bench, members[i], "bond0");
		bench_set(bench, members[i], "bonding_slave/state", states[i]);
		bench_set(bench, members[i], "speed", i == 0 ? "10000" : "25000");
	}
}

static void a_bond_carries_what_its_mode_allows(void)
{
	static const struct {
		const char *mode, *first, *second;
		guint mbps;
		const char *note;
	} rows[] = {
		{ "802.3ad 4", "active", "active", 35000, "802.3ad, active: eth0, eth1" },
		{ "802.3ad 4", "active", "backup", 10000, "802.3ad, active: eth0" },
		{ "balance-rr 0", "active", "active", 35000, "balance-rr, active: eth0, eth1" },
		{ "active-backup 1", "backup", "active", 25000, "active-backup, active: eth1" },
		{ "broadcast 3", "active", "active", 10000, "broadcast, active: eth0, eth1" },
		{ "802.3ad 4", "backup", "backup", 0, "802.3ad, no active member" },
	};

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(Bench) bench = bench_new();
		g_autoptr(LrNic) bond = NULL;

		add_bond(bench, rows[i].mode, rows[i].first, rows[i].second);
		bond = bench_get(bench, "bond0");
		g_assert_cmpuint(bond->below_mbps, ==, rows[i].mbps);
		g_assert_cmpstr(bond->below_note, ==, rows[i].note);
		assert_kind(bench, "eth0", "NETWORK", "bond-member", "pci");
		assert_reason(bench, "eth0", "member of bond0: test bond0");
	}
}

static void a_bond_is_one_without_its_folder_too(void)
{
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(LrNic) bond = NULL;

	bench_add_pci_nic(bench, "eth0", "0000:01:00.0", "8086:1572", "i40e");
	bench_set(bench, "eth0", "speed", "10000");
	bench_add_nic(bench, NULL, "bond0");
	bench_set_property(bench, "bond0", "DEVTYPE", "bond");
	bench_enslave(bench, "eth0", "bond0");
	assert_kind(bench, "eth0", "NETWORK", "bond-member", "pci");
	bond = bench_get(bench, "bond0");
	g_assert_cmpuint(bond->below_mbps, ==, 10000);
	g_assert_cmpstr(bond->below_note, ==, "unknown mode, active: eth0");
}

static void who_belongs_to_another_is_not_tested(void)
{
	g_autoptr(Bench) bench = bench_new();
	static const char *const members[] = { "eth0", "eth1", "eth2", "eth3" };

	for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
		g_autofree char *address = g_strdup_printf("0000:01:00.%u", i);

		bench_add_pci_nic(bench, members[i], address, "8086:1572", "i40e");
	}
	bench_add_nic(bench, NULL, "br0");
	bench_set(bench, "br0", "bridge", "");
	bench_enslave(bench, "eth0", "br0");
	bench_set(bench, "eth0", "brport", "");
	bench_add_nic(bench, NULL, "team0");
	bench_set_property(bench, "team0", "DEVTYPE", "team");
	bench_enslave(bench, "eth1", "team0");
	bench_add_nic(bench, NULL, "ovs-system");
	bench_enslave(bench, "eth2", "ovs-system");
	bench_add_nic(bench, NULL, "red");
	bench_set_property(bench, "red", "DEVTYPE", "vrf");
	bench_enslave(bench, "eth3", "red");
	assert_kind(bench, "eth0", "NETWORK", "bridge-port", "pci");
	assert_reason(bench, "eth0", "port of bridge br0: test br0");
	assert_reason(bench, "eth1", "member of team0: test team0");
	assert_reason(bench, "eth2", "member of ovs-system: test ovs-system");
	assert_kind(bench, "eth3", "NETWORK", "physical", "pci");
	assert_reason(bench, "eth3", NULL);
}

static void what_stands_on_another_is_limited_by_it(void)
{
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(LrNic) vlan = NULL, port = NULL, stacked = NULL;
	const char *mdio =
		bench_add_device(bench, "/devices/platform", "mdio_bus", "mdio:1f", "mt7530");

	bench_add_pci_nic(bench, "eth0", "0000:01:00.0", "8086:1572", "i40e");
	bench_set(bench, "eth0", "speed", "2500");
	bench_add_nic(bench, NULL, "eth0.7");
	bench_set_property(bench, "eth0.7", "DEVTYPE", "vlan");
	bench_stand_on(bench, "eth0.7", "eth0");
	bench_add_nic(bench, NULL, "mv0");
	bench_set_property(bench, "mv0", "DEVTYPE", "macvlan");
	bench_stand_on(bench, "mv0", "eth0.7");
	bench_add_nic(bench, mdio, "lan1");
	bench_set_property(bench, "lan1", "DEVTYPE", "dsa");
	bench_set(bench, "lan1", "phys_switch_id", "00000000");
	bench_set(bench, "lan1", "phys_port_name", "p1");
	bench_set(bench, "lan1", "speed", "10000");
	bench_stand_on(bench, "lan1", "eth0");
	bench_set(bench, "eth0", "dsa/tagging", "mtk");
	vlan = bench_get(bench, "eth0.7");
	stacked = bench_get(bench, "mv0");
	port = bench_get(bench, "lan1");
	g_assert_cmpstr(vlan->lower, ==, "eth0");
	g_assert_cmpuint(vlan->below_mbps, ==, 2500);
	g_assert_cmpstr(stacked->lower, ==, "eth0.7");
	g_assert_cmpuint(stacked->below_mbps, ==, 2500);
	g_assert_cmpstr(port->kind, ==, "dsa-port");
	g_assert_cmpstr(lr_category_name(port->category), ==, "NETWORK");
	g_assert_cmpuint(port->below_mbps, ==, 2500);
	g_assert_cmpstr(port->below_note, ==, "all ports of the switch share eth0");
	g_assert_true(port->testable);
	assert_kind(bench, "eth0", "NETWORK", "dsa-conduit", "pci");
	assert_reason(bench, "eth0", "carries the ports of a switch: test those");
}

static void no_value_of_an_unknown_speed_is_a_number(void)
{
	static const struct {
		const char *value;
		guint mbps;
	} rows[] = {
		{ NULL, 0 },	     { "", 0 },
		{ "0", 0 },	     { "-1", 0 },
		{ "65535", 0 },	     { "2147483647", 0 },
		{ "4294967295", 0 }, { "unknown", 0 },
		{ "10000x", 0 },     { "10", 10 },
		{ "2500", 2500 },    { "10000", 10000 },
		{ "65536", 65536 },  { "800000", 800000 },
	};
	g_autoptr(Bench) bench = bench_new();

	bench_add_pci_nic(bench, "eth0", "0000:01:00.0", "8086:1572", "i40e");
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrNic) nic = NULL;

		g_test_message("speed '%s'", rows[i].value);
		bench_set(bench, "eth0", "speed", rows[i].value);
		nic = bench_get(bench, "eth0");
		g_assert_cmpuint(nic->link_mbps, ==, rows[i].mbps);
		g_assert_true(nic->testable);
	}
}

static void what_a_device_says_is_one_clean_line(void)
{
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(LrNic) nic = NULL;

	bench_add_pci_nic(bench, "eth0", "0000:01:00.0", "8086:1572", "i40e");
	bench_set_property_at(bench, "/devices/pci0000:01/0000:01:00.0", "ID_MODEL_FROM_DATABASE",
			      "bad\xff byte\\x0aand\\x20more");
	bench_set_property_at(bench, "/devices/pci0000:01/0000:01:00.0", "ID_VENDOR_FROM_DATABASE",
			      "  # not: a comment  ");
	nic = bench_get(bench, "eth0");
	g_assert_cmpstr(nic->product, ==, "bad\xef\xbf\xbd byte and more");
	g_assert_cmpstr(nic->vendor, ==, "# not: a comment");
}

static void one_odd_device_does_not_spoil_the_list(void)
{
	static const char *const attributes[] = { "ifindex",	    "iflink",	     "type",
						  "address",	    "mtu",	     "flags",
						  "carrier",	    "speed",	     "duplex",
						  "dev_id",	    "tun_flags",     "bonding/mode",
						  "phys_port_name", "phys_switch_id" };
	static const char *const garbage[] = {
		"", "-7", "99999999999999999999", "\xff\xfe nonsense \x01", "0x", "%s%n%d"
	};
	g_autoptr(Bench) bench = bench_new();
	const char *card = bench_add_pci(bench, NULL, "0000:02:00.0", "0200", "nonsense", "%s");

	bench_add_pci_nic(bench, "eth0", "0000:01:00.0", "8086:1572", "i40e");
	bench_add_nic(bench, card, "eth1");
	bench_add_nic(bench, NULL, "eth2");
	bench_set_property_at(bench, card, "PCI_CLASS", "xyz");
	bench_set_property(bench, "eth1", "DEVTYPE", "\xff \\xzz");
	for (size_t i = 0; i < G_N_ELEMENTS(garbage); i++) {
		g_autoptr(GPtrArray) nics = NULL;

		for (size_t j = 0; j < G_N_ELEMENTS(attributes); j++) {
			bench_set(bench, "eth1", attributes[j], garbage[i]);
			bench_set(bench, "eth2", attributes[j], garbage[i]);
		}
		bench_set_at(bench, card, "numa_node", garbage[i]);
		bench_set_at(bench, card, "current_link_speed", garbage[i]);
		bench_set_at(bench, card, "current_link_width", garbage[i]);
		nics = bench_list(bench);
		g_assert_cmpuint(nics->len, ==, 3);
		for (guint j = 0; j < nics->len; j++) {
			const LrNic *nic = g_ptr_array_index(nics, j);

			g_assert_cmpuint(nic->mtu_bytes, <=, 1500);
			g_assert_cmpuint(nic->link_mbps, ==, 0);
			g_assert_cmpint(nic->numa_node, ==, -1);
			g_assert_cmpfloat(nic->pcie_mbps, ==, 0);
		}
	}
	assert_kind(bench, "eth0", "NETWORK", "physical", "pci");
}

static void odd_names_are_listed_and_never_tested(void)
{
	static const struct {
		const char *ifname, *told;
		gboolean testable;
	} rows[] = {
		{ "$(id)", "$(id)", FALSE },	  { "a;b", "a;b", FALSE },
		{ "{x}", "{x}", FALSE },	  { "-h", "-h", FALSE },
		{ "eth0.100", "eth0.100", TRUE }, { "eth0@1", "eth0@1", TRUE },
		{ "a\\b", "a\\x5cb", FALSE },	  { "caf\xc3\xa9", "caf\xc3\xa9", FALSE },
		{ "wan!0", "wan!0", FALSE },	  { "a-b_c.d@e", "a-b_c.d@e", TRUE },
	};
	g_autoptr(Bench) bench = bench_new();

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *address = g_strdup_printf("0000:%02x:00.0", i + 1);

		bench_add_pci_nic(bench, rows[i].ifname, address, "8086:1572", "i40e");
	}
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrNic) nic = bench_get(bench, rows[i].told);

		g_test_message("%s", rows[i].told);
		g_assert_cmpint(nic->testable, ==, rows[i].testable);
	}
}

static void names_come_as_people_count(void)
{
	static const char *const order[] = { "eth0", "eth1", "eth2", "eth10", "lo" };
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(GPtrArray) nics = NULL;

	for (guint i = G_N_ELEMENTS(order); i > 0; i--)
		bench_add_nic(bench, NULL, order[i - 1]);
	/* A file that the bonding driver puts beside the interfaces. */
	bench_set_at(bench, "/class/net", "bonding_masters", "bond0");
	nics = bench_list(bench);
	g_assert_cmpuint(nics->len, ==, G_N_ELEMENTS(order));
	for (guint i = 0; i < nics->len; i++) {
		const LrNic *nic = g_ptr_array_index(nics, i);

		g_assert_cmpstr(nic->ifname, ==, order[i]);
	}
}

static void an_interface_that_is_not_there_is_named(void)
{
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(GError) error = NULL;

	bench_add_nic(bench, NULL, "eth0");
	g_assert_null(lr_udev_nics_get("eth7", NULL, &error));
	g_assert_error(error, LR_ERROR, LR_ERROR_NOT_FOUND);
	g_assert_cmpstr(error->message, ==,
			"there is no network interface 'eth7': see 'linerate devices'");
}

static void a_renamed_interface_goes_by_its_new_name(void)
{
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(LrNic) nic = NULL;

	bench_add_pci_nic(bench, "lan0", "0000:01:00.0", "8086:1572", "i40e");
	bench_set_property(bench, "lan0", "INTERFACE", "eth0");
	bench_set_property(bench, "lan0", "ID_NET_NAME_PATH", "enp1s0");
	nic = bench_get(bench, "lan0");
	g_assert_cmpstr(nic->ifname, ==, "lan0");
	g_assert_cmpstr(lr_category_name(nic->category), ==, "NETWORK");
}

static void the_numa_node_is_that_of_the_card(void)
{
	g_autoptr(Bench) bench = bench_new();
	const char *host =
		bench_add_pci(bench, NULL, "0000:80:14.0", "0c03", "8086:a12f", "xhci_hcd");
	g_autoptr(LrNic) pci = NULL, usb = NULL, none = NULL;

	bench_add_pci_nic(bench, "eth0", "0000:3b:00.0", "8086:1572", "i40e");
	bench_set_at(bench, "/devices/pci0000:3b/0000:3b:00.0", "numa_node", "3");
	bench_set_at(bench, host, "numa_node", "1");
	bench_add_nic(bench,
		      bench_add_usb(bench, host, "2-1", "0bda:8153", "ffff00", "r8152", "LAN"),
		      "eth1");
	bench_add_pci_nic(bench, "eth2", "0000:01:00.0", "8086:1572", "i40e");
	bench_set_at(bench, "/devices/pci0000:01/0000:01:00.0", "numa_node", "-1");
	pci = bench_get(bench, "eth0");
	usb = bench_get(bench, "eth1");
	none = bench_get(bench, "eth2");
	g_assert_cmpint(pci->numa_node, ==, 3);
	g_assert_cmpint(usb->numa_node, ==, 1);
	g_assert_cmpint(none->numa_node, ==, -1);
}

static void set_link(Bench *bench, const char *path, const char *speed, const char *width,
		     const char *max_speed, const char *max_width)
{
	bench_set_at(bench, path, "current_link_speed", speed);
	bench_set_at(bench, path, "current_link_width", width);
	bench_set_at(bench, path, "max_link_speed", max_speed);
	bench_set_at(bench, path, "max_link_width", max_width);
}

/* A 100 Gb/s card at full width below a switch whose own link runs at x8 of generation 3. */
static void the_narrowest_hop_limits_the_card(void)
{
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(LrNic) nic = NULL, vf = NULL;
	const LrPcieHop *hop;
	const char *root =
		bench_add_pci(bench, NULL, "0000:00:01.0", "0604", "8086:2030", "pcieport");
	const char *up =
		bench_add_pci(bench, root, "0000:01:00.0", "0604", "10b5:8747", "pcieport");
	const char *down =
		bench_add_pci(bench, up, "0000:02:08.0", "0604", "10b5:8747", "pcieport");
	const char *card =
		bench_add_pci(bench, down, "0000:03:00.0", "0200", "15b3:1017", "mlx5_core");

	set_link(bench, root, "8.0 GT/s PCIe", "8", "16.0 GT/s PCIe", "8");
	set_link(bench, up, "8.0 GT/s PCIe", "8", "8.0 GT/s PCIe", "16");
	set_link(bench, down, "16.0 GT/s PCIe", "16", "16.0 GT/s PCIe", "16");
	set_link(bench, card, "16.0 GT/s PCIe", "16", "32.0 GT/s PCIe", "16");
	bench_add_nic(bench, card, "ens1");
	bench_add_vf(bench, "ens1v0", "0000:03:00.2", "ens1");
	nic = bench_get(bench, "ens1");
	vf = bench_get(bench, "ens1v0");
	g_assert_cmpuint(nic->pcie_hops->len, ==, 2);
	hop = nic->pcie_hops->pdata[0];
	g_assert_cmpstr(hop->address, ==, "0000:03:00.0");
	g_assert_cmpfloat(hop->max_gts, ==, 32);
	g_assert_cmpfloat(hop->port_max_gts, ==, 16);
	hop = lr_nic_narrowest_hop(nic);
	g_assert_cmpstr(hop->address, ==, "0000:01:00.0");
	g_assert_cmpuint(hop->width, ==, 8);
	g_assert_cmpuint(hop->max_width, ==, 16);
	g_assert_cmpuint(hop->port_max_width, ==, 8);
	g_assert_cmpfloat_with_epsilon(nic->pcie_mbps, 63015, 1);
	g_assert_cmpfloat(vf->pcie_mbps, ==, nic->pcie_mbps);
}

static void a_link_that_says_nothing_limits_nothing(void)
{
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(LrNic) chipset = NULL, off = NULL, tunnelled = NULL;
	const char *root =
		bench_add_pci(bench, NULL, "0000:00:1c.0", "0604", "8086:2030", "pcieport");
	const char *card = bench_add_pci(bench, root, "0000:01:00.0", "0200", "8086:1572", "i40e");
	const char *port =
		bench_add_pci(bench, NULL, "0000:00:07.0", "0604", "8086:9a23", "pcieport");
	const char *box =
		bench_add_pci(bench, port, "0000:02:00.0", "0200", "1d6a:07b1", "atlantic");

	bench_add_pci_nic(bench, "eno1", "0000:00:1f.6", "8086:15bc", "e1000e");
	set_link(bench, "/devices/pci0000:00/0000:00:1f.6", "Unknown", "0", "Unknown", "255");
	set_link(bench, card, "Unknown", "63", "Unknown", "255");
	bench_add_nic(bench, card, "ens1");
	set_link(bench, box, "2.5 GT/s PCIe", "4", "8.0 GT/s PCIe", "4");
	bench_set_at(bench, box, "removable", "removable");
	bench_add_nic(bench, box, "thunder0");
	chipset = bench_get(bench, "eno1");
	off = bench_get(bench, "ens1");
	tunnelled = bench_get(bench, "thunder0");
	g_assert_null(chipset->pcie_hops);
	g_assert_cmpfloat(off->pcie_mbps, ==, 0);
	g_assert_cmpuint(tunnelled->pcie_hops->len, ==, 1);
	g_assert_cmpfloat(tunnelled->pcie_mbps, ==, 0);
}

static void each_generation_has_its_encoding(void)
{
	static const struct {
		double gts;
		guint width;
		double mbps;
	} rows[] = {
		{ 2.5, 1, 2000 },     { 5, 4, 16000 },	  { 8, 8, 63015.4 }, { 16, 16, 252061.5 },
		{ 32, 16, 504123.1 }, { 64, 16, 968000 }, { 7, 16, 0 },	     { 0, 16, 0 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		g_assert_cmpfloat_with_epsilon(lr_pcie_usable_mbps(rows[i].gts, rows[i].width),
					       rows[i].mbps, 0.1);
}

static void functions_without_interface_say_why(void)
{
	static const struct {
		const char *address, *class, *driver, *reason;
	} rows[] = {
		{ "0000:02:00.0", "0200", NULL, "no driver bound" },
		{ "0000:03:00.0", "0207", "mlx5_core", "InfiniBand, no interface" },
		{ "0000:04:00.0", "0200", "vfio-pci",
		  "set aside by vfio-pci for a virtual machine or a user program" },
		{ "0000:05:00.0", "0200", "i40e",
		  "driver i40e, but no interface in this network namespace" },
	};
	g_autoptr(Bench) bench = bench_new();
	g_autoptr(GPtrArray) nics = NULL, functions = NULL;

	bench_add_pci_nic(bench, "eth0", "0000:01:00.0", "8086:1572", "i40e");
	bench_add_pci(bench, NULL, "0000:00:1f.2", "0106", "8086:a102", "ahci");
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		bench_add_pci(bench, NULL, rows[i].address, rows[i].class, "15b3:101b",
			      rows[i].driver);
	nics = bench_list(bench);
	functions = lr_udev_nics_list_functions(nics, NULL);
	g_assert_cmpuint(functions->len, ==, G_N_ELEMENTS(rows));
	for (guint i = 0; i < functions->len; i++) {
		const LrPciFunction *function = g_ptr_array_index(functions, i);

		g_assert_cmpstr(function->address, ==, rows[i].address);
		g_assert_cmpstr(function->reason, ==, rows[i].reason);
	}
}

#define CLAIM(path, function) g_test_add_func("/udev-nics/" path, function)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	CLAIM("two-ports-on-one-function-keep-their-ids", two_ports_on_one_function_keep_their_ids);
	CLAIM("cards-without-pci-are-cards", cards_without_pci_are_cards);
	CLAIM("the-name-says-nothing", the_name_says_nothing);
	CLAIM("a-recording-without-attributes-is-told-by-properties",
	      a_recording_without_attributes_is_told_by_properties);
	CLAIM("below-virtual-is-virtual", below_virtual_is_virtual);
	CLAIM("a-named-virtual-interface-may-be-tested", a_named_virtual_interface_may_be_tested);
	CLAIM("the-service-processors-card-is-no-card", the_service_processors_card_is_no_card);
	CLAIM("a-usb-adapter-is-a-card-and-a-telephone-is-not",
	      a_usb_adapter_is_a_card_and_a_telephone_is_not);
	CLAIM("functions-and-representors-are-told-apart",
	      functions_and_representors_are_told_apart);
	CLAIM("a-virtual-function-names-its-card", a_virtual_function_names_its_card);
	CLAIM("a-virtual-function-of-a-card-without-interface-names-none",
	      a_virtual_function_of_a_card_without_interface_names_none);
	CLAIM("the-function-under-netvsc-belongs-to-it", the_function_under_netvsc_belongs_to_it);
	CLAIM("a-bond-carries-what-its-mode-allows", a_bond_carries_what_its_mode_allows);
	CLAIM("a-bond-is-one-without-its-folder-too", a_bond_is_one_without_its_folder_too);
	CLAIM("who-belongs-to-another-is-not-tested", who_belongs_to_another_is_not_tested);
	CLAIM("what-stands-on-another-is-limited-by-it", what_stands_on_another_is_limited_by_it);
	CLAIM("no-value-of-an-unknown-speed-is-a-number", no_value_of_an_unknown_speed_is_a_number);
	CLAIM("what-a-device-says-is-one-clean-line", what_a_device_says_is_one_clean_line);
	CLAIM("one-odd-device-does-not-spoil-the-list", one_odd_device_does_not_spoil_the_list);
	CLAIM("odd-names-are-listed-and-never-tested", odd_names_are_listed_and_never_tested);
	CLAIM("names-come-as-people-count", names_come_as_people_count);
	CLAIM("an-interface-that-is-not-there-is-named", an_interface_that_is_not_there_is_named);
	CLAIM("a-renamed-interface-goes-by-its-new-name", a_renamed_interface_goes_by_its_new_name);
	CLAIM("the-numa-node-is-that-of-the-card", the_numa_node_is_that_of_the_card);
	CLAIM("the-narrowest-hop-limits-the-card", the_narrowest_hop_limits_the_card);
	CLAIM("a-link-that-says-nothing-limits-nothing", a_link_that_says_nothing_limits_nothing);
	CLAIM("each-generation-has-its-encoding", each_generation_has_its_encoding);
	CLAIM("functions-without-interface-say-why", functions_without_interface_say_why);
	return g_test_run();
}
