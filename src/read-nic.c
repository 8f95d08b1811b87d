/* SPDX-License-Identifier: GPL-3.0-only */
#include "read-nic.h"

#include "json-take.h"

#define COUNT(object, name) ((uint32_t)lr_json_take_count(object, name, G_MAXUINT32, damage))
#define TEXT(object, name)  lr_json_take_text(object, name, damage)

static const char *category_word(guint value)
{
	return lr_category_name(value);
}

static const char *duplex_word(guint value)
{
	return lr_duplex_name(value);
}

static void read_identity(LrNic *nic, JsonObject *object, GError **damage)
{
	nic->ifindex = COUNT(object, "ifindex");
	nic->category = lr_json_take_word(object, "category", category_word, LR_N_CATEGORIES,
					  LR_CATEGORY_OTHER, damage);
	nic->driver = TEXT(object, "driver");
	nic->driver_version = TEXT(object, "driver_version");
	nic->firmware = TEXT(object, "firmware");
	nic->bus = TEXT(object, "bus");
	nic->product = TEXT(object, "product");
	nic->vendor = TEXT(object, "vendor");
	nic->product_id = TEXT(object, "product_id");
	nic->vendor_id = TEXT(object, "vendor_id");
	nic->mac = TEXT(object, "mac");
	nic->path = TEXT(object, "path");
	nic->bus_address = TEXT(object, "bus_address");
	nic->numa_node = (int)lr_json_take_integer(object, "numa_node", -1, damage);
	nic->master = TEXT(object, "master");
	nic->lower = TEXT(object, "lower");
	nic->lower_ifindex = COUNT(object, "lower_ifindex");
	nic->bond_mode = TEXT(object, "bond_mode");
	nic->bond_active = lr_json_take_tristate(object, "bond_active", damage);
}

static void read_link(LrNic *nic, JsonObject *object, GError **damage)
{
	nic->mtu_bytes = COUNT(object, "mtu_bytes");
	nic->admin_up = lr_json_take_bool(object, "admin_up", damage);
	nic->carrier = lr_json_take_tristate(object, "carrier", damage);
	nic->link_mbps = COUNT(object, "link_mbps");
	nic->advertised_mbps = COUNT(object, "advertised_mbps");
	nic->supported_mbps = COUNT(object, "supported_mbps");
	nic->partner_mbps = COUNT(object, "partner_mbps");
	nic->unknown_modes = TEXT(object, "unknown_modes");
	nic->duplex = lr_json_take_word(object, "duplex", duplex_word, LR_DUPLEX_FULL + 1,
					LR_DUPLEX_UNKNOWN, damage);
	nic->autoneg = lr_json_take_tristate(object, "autoneg", damage);
	nic->port = TEXT(object, "port");
	nic->offloads_off = TEXT(object, "offloads_off");
}

static LrPcieHop *read_hop(JsonObject *object, GError **damage)
{
	LrPcieHop *hop = g_new0(LrPcieHop, 1);

	hop->address = TEXT(object, "address");
	hop->gts = lr_json_take_number(object, "gts", 0, damage);
	hop->max_gts = lr_json_take_number(object, "max_gts", 0, damage);
	hop->port_max_gts = lr_json_take_number(object, "port_max_gts", 0, damage);
	hop->width = COUNT(object, "width");
	hop->max_width = COUNT(object, "max_width");
	hop->port_max_width = COUNT(object, "port_max_width");
	hop->usable_mbps = lr_json_take_number(object, "usable_mbps", 0, damage);
	return hop;
}

static void read_host_side(LrNic *nic, JsonObject *object, GError **damage)
{
	guint n = lr_json_take_length(object, "pcie_hops", damage);

	nic->below_mbps = COUNT(object, "below_mbps");
	nic->below_note = TEXT(object, "below_note");
	if (n > 0)
		nic->pcie_hops = g_ptr_array_new_with_free_func((GDestroyNotify)lr_pcie_hop_free);
	for (guint i = 0; i < n; i++)
		g_ptr_array_add(
			nic->pcie_hops,
			read_hop(lr_json_take_element(object, "pcie_hops", i, damage), damage));
	nic->pcie_mbps = lr_json_take_number(object, "pcie_mbps", 0, damage);
	nic->usb_mbps = COUNT(object, "usb_mbps");
}

LrNic *lr_read_nic(JsonObject *object, GError **damage)
{
	g_autofree char *name = TEXT(object, "name");
	g_autofree char *kind = TEXT(object, "kind");
	LrNic *nic = lr_nic_new(name != NULL ? name : "unknown");

	if (kind != NULL)
		lr_nic_set(&nic->kind, kind);
	read_identity(nic, object, damage);
	read_link(nic, object, damage);
	read_host_side(nic, object, damage);
	nic->testable = lr_json_take_bool(object, "testable", damage);
	nic->reason = TEXT(object, "reason");
	return nic;
}
