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
	lr_json_set_text(object, "bus", nic->bus);
	lr_json_set_text(object, "product", nic->product);
	lr_json_set_text(object, "vendor", nic->vendor);
	lr_json_set_text(object, "product_id", nic->product_id);
	lr_json_set_text(object, "vendor_id", nic->vendor_id);
	lr_json_set_text(object, "mac", nic->mac);
	lr_json_set_text(object, "path", nic->path);
	lr_json_set_text(object, "bus_address", nic->bus_address);
}

JsonObject *lr_json_nic_make(const LrNic *nic)
{
	JsonObject *object = json_object_new();

	set_identity(object, nic);
	lr_json_set_known_number(object, "numa_node", nic->numa_node);
	lr_json_set_known_count(object, "mtu_bytes", nic->mtu_bytes);
	json_object_set_boolean_member(object, "admin_up", nic->admin_up);
	lr_json_set_tristate(object, "carrier", nic->carrier);
	lr_json_set_known_count(object, "link_mbps", nic->link_mbps);
	lr_json_set_known_count(object, "advertised_mbps", nic->advertised_mbps);
	lr_json_set_known_count(object, "supported_mbps", nic->supported_mbps);
	lr_json_set_text(object, "duplex",
			 nic->duplex != LR_DUPLEX_UNKNOWN ? lr_duplex_name(nic->duplex) : NULL);
	json_object_set_boolean_member(object, "testable", nic->testable);
	lr_json_set_text(object, "reason", nic->reason);
	return object;
}
