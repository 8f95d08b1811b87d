/* SPDX-License-Identifier: GPL-3.0-only */
#include "nic.h"

LrNic *lr_nic_new(const char *ifname)
{
	LrNic *nic = g_new0(LrNic, 1);

	nic->ifname = g_strdup(ifname);
	nic->kind = g_strdup("unknown");
	nic->numa_node = -1;
	nic->carrier = LR_UNKNOWN;
	nic->autoneg = LR_UNKNOWN;
	nic->bond_active = LR_UNKNOWN;
	return nic;
}

void lr_nic_free(LrNic *nic)
{
	if (nic == NULL)
		return;
	g_free(nic->ifname);
	g_free(nic->kind);
	g_free(nic->driver);
	g_free(nic->driver_version);
	g_free(nic->firmware);
	g_free(nic->bus);
	g_free(nic->product);
	g_free(nic->vendor);
	g_free(nic->product_id);
	g_free(nic->vendor_id);
	g_free(nic->mac);
	g_free(nic->path);
	g_free(nic->bus_address);
	g_free(nic->master);
	g_free(nic->lower);
	g_free(nic->bond_mode);
	g_free(nic->unknown_modes);
	g_free(nic->port);
	g_free(nic->below_note);
	g_clear_pointer(&nic->pcie_hops, g_ptr_array_unref);
	g_free(nic->offloads_off);
	g_free(nic->reason);
	g_free(nic);
}

void lr_pcie_hop_free(LrPcieHop *hop)
{
	if (hop == NULL)
		return;
	g_free(hop->address);
	g_free(hop);
}

void lr_pci_function_free(LrPciFunction *function)
{
	if (function == NULL)
		return;
	g_free(function->address);
	g_free(function->driver);
	g_free(function->product);
	g_free(function->vendor);
	g_free(function->reason);
	g_free(function);
}

const LrPcieHop *lr_nic_narrowest_hop(const LrNic *nic)
{
	const LrPcieHop *narrowest = NULL;

	for (guint i = 0; nic->pcie_hops != NULL && i < nic->pcie_hops->len; i++) {
		const LrPcieHop *hop = g_ptr_array_index(nic->pcie_hops, i);

		if (hop->usable_mbps > 0 &&
		    (narrowest == NULL || hop->usable_mbps < narrowest->usable_mbps))
			narrowest = hop;
	}
	return narrowest;
}

void lr_nic_set(char **field, const char *value)
{
	char *copy = g_strdup(value);

	g_free(*field);
	*field = copy;
}

const char *lr_category_name(LrCategory category)
{
	static const char *const names[LR_N_CATEGORIES] = {
		[LR_CATEGORY_OTHER] = "OTHER",
		[LR_CATEGORY_NETWORK] = "NETWORK",
		[LR_CATEGORY_WIRELESS] = "WIRELESS",
		[LR_CATEGORY_WWAN] = "WWAN",
		[LR_CATEGORY_INFINIBAND] = "INFINIBAND",
		[LR_CATEGORY_CAN] = "CAN",
		[LR_CATEGORY_BMC_NETWORK] = "BMC_NETWORK",
		[LR_CATEGORY_VIRTUAL_NETWORK] = "VIRTUAL_NETWORK",
		[LR_CATEGORY_LOOPBACK] = "LOOPBACK",
	};

	g_assert(category < LR_N_CATEGORIES);
	return names[category];
}

const char *lr_tristate_name(LrTristate value)
{
	return value == LR_UNKNOWN ? "unknown" : value == LR_YES ? "yes" : "no";
}

const char *lr_duplex_name(LrDuplex duplex)
{
	return duplex == LR_DUPLEX_FULL ? "full" : duplex == LR_DUPLEX_HALF ? "half" : "unknown";
}
