/* SPDX-License-Identifier: GPL-3.0-only */
#include "testable.h"

#include <string.h>

/* Why nothing of this category can be tested; NULL for the categories that can. */
static const char *category_reason(const LrNic *nic)
{
	static const char *const reasons[LR_N_CATEGORIES] = {
		[LR_CATEGORY_WIRELESS] = "wireless, not wired Ethernet",
		[LR_CATEGORY_WWAN] = "mobile broadband, not wired Ethernet",
		[LR_CATEGORY_INFINIBAND] = "InfiniBand, not Ethernet",
		[LR_CATEGORY_CAN] = "CAN bus, not Ethernet",
		[LR_CATEGORY_BMC_NETWORK] = "service processor's network card",
		[LR_CATEGORY_OTHER] = "not a wired Ethernet card",
	};

	if (g_str_equal(nic->kind, "tether"))
		return "connection shared by a telephone";
	if (g_str_equal(nic->kind, "usb-gadget"))
		return "USB gadget: this machine is the USB device";
	return reasons[nic->category];
}

/* The others would have to be quoted in a Checkbox job, and a leading "-" is taken for an option.
 */
static bool is_plain_name(const char *ifname)
{
	for (const char *at = ifname; *at != '\0'; at++) {
		if (!g_ascii_isalnum(*at) && strchr("_.@-", *at) == NULL)
			return false;
	}
	return ifname[0] != '-';
}

/* What the interface is a part of; NULL when it stands for itself. */
static char *part_reason_dup(const LrNic *nic)
{
	if (g_str_equal(nic->kind, "bond-member") || g_str_equal(nic->kind, "team-member") ||
	    g_str_equal(nic->kind, "member"))
		return nic->master != NULL
			       ? g_strdup_printf("member of %s: test %s", nic->master, nic->master)
			       : g_strdup("member of a bond: test the bond");
	if (g_str_equal(nic->kind, "bridge-port"))
		return nic->master != NULL ? g_strdup_printf("port of bridge %s: test %s",
							     nic->master, nic->master)
					   : g_strdup("port of a bridge: test the bridge");
	if (g_str_equal(nic->kind, "netvsc-lower"))
		return g_strdup_printf("data path of %s: test %s", nic->master, nic->master);
	return NULL;
}

/* What is no card of its own, but may be tested when a person names it. */
static char *virtual_reason_dup(const LrNic *nic)
{
	if (nic->category == LR_CATEGORY_LOOPBACK)
		return g_strdup("loopback: stays inside this machine");
	if (nic->category == LR_CATEGORY_VIRTUAL_NETWORK)
		return g_strdup("virtual: test it with --allow-virtual");
	if (g_str_equal(nic->kind, "dsa-conduit"))
		return g_strdup("carries the ports of a switch: test those");
	/* A colon is in no name: then lower is the address of a card without an interface. */
	if (g_str_equal(nic->kind, "virtual-function") && nic->lower != NULL &&
	    strchr(nic->lower, ':') == NULL)
		return g_strdup_printf("virtual function of %s: test %s", nic->lower, nic->lower);
	if (g_str_equal(nic->kind, "virtual-function"))
		return g_strdup("virtual function: test the card's own port");
	if (g_str_equal(nic->kind, "representor") || g_str_equal(nic->kind, "subfunction"))
		return g_strdup_printf("%s: test the card's own port", nic->kind);
	return NULL;
}

void lr_testable_judge(LrNic *nic, const char *const *allow_virtual)
{
	bool allowed = allow_virtual != NULL && g_strv_contains(allow_virtual, nic->ifname);

	g_clear_pointer(&nic->reason, g_free);
	if (category_reason(nic) != NULL)
		nic->reason = g_strdup(category_reason(nic));
	if (nic->reason == NULL)
		nic->reason = part_reason_dup(nic);
	if (nic->reason == NULL && !allowed)
		nic->reason = virtual_reason_dup(nic);
	if (nic->reason == NULL && !is_plain_name(nic->ifname))
		nic->reason =
			g_strdup("a Checkbox job cannot name it safely: rename the interface");
	nic->testable = nic->reason == NULL;
}

char *lr_testable_function_reason_dup(const char *driver, uint32_t pci_class, bool is_vf)
{
	static const char *const passthrough[] = { "vfio-pci",	  "pci-stub", "pciback",
						   "xen-pciback", "igb_uio",  "uio_pci_generic",
						   NULL };

	if (driver == NULL)
		return g_strdup(is_vf ? "virtual function, no driver bound" : "no driver bound");
	if (g_strv_contains(passthrough, driver))
		return g_strdup_printf("set aside by %s for a virtual machine or a user program",
				       driver);
	if (pci_class >> 8 == 0x0207 || pci_class >> 16 == 0x0c)
		return g_strdup("InfiniBand, no interface");
	return g_strdup_printf("driver %s, but no interface in this network namespace", driver);
}
