/* SPDX-License-Identifier: GPL-3.0-only */
#include "json-nic.h"

#include "json-text.h"

static void set_identity(JsonObject *object, const LrNic *nic)
{
	lr_json_set_text(object, "name", nic->ifname);
	lr_json_set_known_count(object, "ifindex", nic->ifindex);
	lr_json_set_text(object, "category", lr_category_name(nic->category));
	lr_json_set_text(object, "kind", nic->kind);
	lr_json_set_text(object, "driver", nic->driver);
	lr_json_set_text(object, "driver_version", nic->driver_version);
	lr_json_set_text(object, "firmware", nic->firmware);
	lr_json_set_text(object, "bus", nic->bus);
	lr_json_set_text(object, "product", nic->product);
	lr_json_set_text(object, "vendor", nic->vendor);
	lr_json_set_text(object, "product_id", nic->product_id);
	lr_json_set_text(object, "vendor_id", nic->vendor_id);
	lr_json_set_text(object, "mac", nic->mac);
	lr_json_set_text(object, "path", nic->path);
	lr_json_set_text(object, "bus_address", nic->bus_address);
	lr_json_set_known_number(object, "numa_node", nic->numa_node);
	lr_json_set_text(object, "master", nic->master);
	lr_json_set_text(object, "lower", nic->lower);
	lr_json_set_known_count(object, "lower_ifindex", nic->lower_ifindex);
	lr_json_set_text(object, "bond_mode", nic->bond_mode);
	lr_json_set_tristate(object, "bond_active", nic->bond_active);
}

static void set_link(JsonObject *object, const LrNic *nic)
{
	lr_json_set_known_count(object, "mtu_bytes", nic->mtu_bytes);
	json_object_set_boolean_member(object, "admin_up", nic->admin_up);
	lr_json_set_tristate(object, "carrier", nic->carrier);
	lr_json_set_known_count(object, "link_mbps", nic->link_mbps);
	lr_json_set_known_count(object, "advertised_mbps", nic->advertised_mbps);
	lr_json_set_known_count(object, "supported_mbps", nic->supported_mbps);
	lr_json_set_known_count(object, "partner_mbps", nic->partner_mbps);
	lr_json_set_text(object, "unknown_modes", nic->unknown_modes);
	lr_json_set_text(object, "duplex",
			 nic->duplex != LR_DUPLEX_UNKNOWN ? lr_duplex_name(nic->duplex) : NULL);
	lr_json_set_tristate(object, "autoneg", nic->autoneg);
	lr_json_set_text(object, "port", nic->port);
	lr_json_set_text(object, "offloads_off", nic->offloads_off);
}

/* Zero and less means unknown. */
static void set_rate(JsonObject *object, const char *name, double rate)
{
	lr_json_set_known_number(object, name, rate > 0 ? rate : -1);
}

static JsonArray *make_hops(const LrNic *nic)
{
	JsonArray *array = json_array_new();

	for (guint i = 0; nic->pcie_hops != NULL && i < nic->pcie_hops->len; i++) {
		const LrPcieHop *hop = nic->pcie_hops->pdata[i];
		JsonObject *object = json_object_new();

		lr_json_set_text(object, "address", hop->address);
		set_rate(object, "gts", hop->gts);
		set_rate(object, "max_gts", hop->max_gts);
		set_rate(object, "port_max_gts", hop->port_max_gts);
		lr_json_set_known_count(object, "width", hop->width);
		lr_json_set_known_count(object, "max_width", hop->max_width);
		lr_json_set_known_count(object, "port_max_width", hop->port_max_width);
		set_rate(object, "usable_mbps", hop->usable_mbps);
		json_array_add_object_element(array, object);
	}
	return array;
}

static void set_host_side(JsonObject *object, const LrNic *nic)
{
	lr_json_set_known_count(object, "below_mbps", nic->below_mbps);
	lr_json_set_text(object, "below_note", nic->below_note);
	json_object_set_array_member(object, "pcie_hops", make_hops(nic));
	set_rate(object, "pcie_mbps", nic->pcie_mbps);
	lr_json_set_known_count(object, "usb_mbps", nic->usb_mbps);
}

JsonObject *lr_json_nic_make(const LrNic *nic)
{
	JsonObject *object = json_object_new();

	set_identity(object, nic);
	set_link(object, nic);
	set_host_side(object, nic);
	json_object_set_boolean_member(object, "testable", nic->testable);
	lr_json_set_text(object, "reason", nic->reason);
	return object;
}
