/* SPDX-License-Identifier: GPL-3.0-only */
#include "devices-json.h"

#include <json-glib/json-glib.h>

#include "listing.h"

/* What is not known is null, so that every object has the same members. */
static void add_text(JsonBuilder *builder, const char *name, const char *text)
{
	json_builder_set_member_name(builder, name);
	if (text != NULL)
		json_builder_add_string_value(builder, text);
	else
		json_builder_add_null_value(builder);
}

static void add_number(JsonBuilder *builder, const char *name, uint64_t number)
{
	json_builder_set_member_name(builder, name);
	if (number != 0)
		json_builder_add_int_value(builder, (gint64)number);
	else
		json_builder_add_null_value(builder);
}

static void add_rate(JsonBuilder *builder, const char *name, double rate)
{
	json_builder_set_member_name(builder, name);
	if (rate > 0)
		json_builder_add_double_value(builder, rate);
	else
		json_builder_add_null_value(builder);
}

static void add_tristate(JsonBuilder *builder, const char *name, LrTristate value)
{
	json_builder_set_member_name(builder, name);
	if (value == LR_UNKNOWN)
		json_builder_add_null_value(builder);
	else
		json_builder_add_boolean_value(builder, value == LR_YES);
}

static void add_hop(JsonBuilder *builder, const LrPcieHop *hop)
{
	json_builder_begin_object(builder);
	add_text(builder, "address", hop->address);
	add_rate(builder, "gts", hop->gts);
	add_rate(builder, "max_gts", hop->max_gts);
	add_number(builder, "width", hop->width);
	add_number(builder, "max_width", hop->max_width);
	add_rate(builder, "usable_mbps", hop->usable_mbps);
	json_builder_end_object(builder);
}

static void add_hops(JsonBuilder *builder, const LrNic *nic)
{
	const LrPcieHop *narrowest = lr_nic_narrowest_hop(nic);

	json_builder_set_member_name(builder, "pcie_hops");
	json_builder_begin_array(builder);
	for (guint i = 0; nic->pcie_hops != NULL && i < nic->pcie_hops->len; i++)
		add_hop(builder, g_ptr_array_index(nic->pcie_hops, i));
	json_builder_end_array(builder);
	add_text(builder, "pcie_narrowest", narrowest != NULL ? narrowest->address : NULL);
	add_rate(builder, "pcie_mbps", nic->pcie_mbps);
}

static void add_identity(JsonBuilder *builder, const LrNic *nic)
{
	add_text(builder, "category", lr_category_name(nic->category));
	add_text(builder, "kind", nic->kind);
	add_text(builder, "driver", nic->driver);
	add_text(builder, "bus", nic->bus);
	add_text(builder, "product", nic->product);
	add_text(builder, "vendor", nic->vendor);
	add_text(builder, "product_id", nic->product_id);
	add_text(builder, "vendor_id", nic->vendor_id);
	add_text(builder, "mac", nic->mac);
	add_text(builder, "path", nic->path);
	add_text(builder, "pci_address", nic->bus_address);
	add_text(builder, "master", nic->master);
	add_text(builder, "lower", nic->lower);
	json_builder_set_member_name(builder, "numa_node");
	if (nic->numa_node >= 0)
		json_builder_add_int_value(builder, nic->numa_node);
	else
		json_builder_add_null_value(builder);
}

static void add_link(JsonBuilder *builder, const LrNic *nic)
{
	const char *duplex = nic->duplex == LR_DUPLEX_UNKNOWN ? NULL : lr_duplex_name(nic->duplex);

	add_number(builder, "mtu", nic->mtu_bytes);
	json_builder_set_member_name(builder, "admin_up");
	json_builder_add_boolean_value(builder, nic->admin_up);
	add_tristate(builder, "carrier", nic->carrier);
	add_number(builder, "link_mbps", nic->link_mbps);
	add_number(builder, "advertised_mbps", nic->advertised_mbps);
	add_number(builder, "supported_mbps", nic->supported_mbps);
	add_number(builder, "partner_mbps", nic->partner_mbps);
	add_text(builder, "unknown_modes", nic->unknown_modes);
	add_text(builder, "duplex", duplex);
	add_tristate(builder, "autoneg", nic->autoneg);
	add_text(builder, "port", nic->port);
	add_text(builder, "bond_mode", nic->bond_mode);
	add_number(builder, "below_mbps", nic->below_mbps);
	add_text(builder, "below_note", nic->below_note);
	add_hops(builder, nic);
	add_number(builder, "usb_mbps", nic->usb_mbps);
}

static void add_listing(JsonBuilder *builder, const LrListing *listing)
{
	json_builder_begin_object(builder);
	add_text(builder, "interface", listing->nic->ifname);
	add_text(builder, "interface_slug", listing->slug);
	add_identity(builder, listing->nic);
	add_link(builder, listing->nic);
	add_number(builder, "reference_mbps", listing->reference_mbps);
	add_text(builder, "reference_source", lr_speed_source_name(listing->reference_source));
	json_builder_set_member_name(builder, "testable");
	json_builder_add_boolean_value(builder, listing->reason == NULL);
	add_text(builder, "reason", listing->reason);
	json_builder_end_object(builder);
}

static void add_function(JsonBuilder *builder, const LrPciFunction *function)
{
	json_builder_begin_object(builder);
	add_text(builder, "address", function->address);
	add_text(builder, "driver", function->driver);
	add_text(builder, "product", function->product);
	add_text(builder, "vendor", function->vendor);
	add_text(builder, "reason", function->reason);
	json_builder_end_object(builder);
}

void lr_devices_json_append(GString *json, const GPtrArray *listings, const GPtrArray *functions)
{
	g_autoptr(JsonBuilder) builder = json_builder_new();
	g_autoptr(JsonGenerator) generator = json_generator_new();
	g_autoptr(JsonNode) root = NULL;

	json_builder_begin_object(builder);
	add_text(builder, "schema", "linerate-devices/1");
	json_builder_set_member_name(builder, "interfaces");
	json_builder_begin_array(builder);
	for (guint i = 0; i < listings->len; i++)
		add_listing(builder, g_ptr_array_index(listings, i));
	json_builder_end_array(builder);
	json_builder_set_member_name(builder, "functions_without_interface");
	json_builder_begin_array(builder);
	for (guint i = 0; i < functions->len; i++)
		add_function(builder, g_ptr_array_index(functions, i));
	json_builder_end_array(builder);
	json_builder_end_object(builder);
	root = json_builder_get_root(builder);
	json_generator_set_root(generator, root);
	json_generator_set_pretty(generator, TRUE);
	json_generator_to_gstring(generator, json);
	g_string_append_c(json, '\n');
}
