/* SPDX-License-Identifier: GPL-3.0-only */
#include "classify.h"

#include <net/if_arp.h>
#include <string.h>

/* net/if_arp.h of glibc may be older than the kernel. */
#define ARP_RAWIP 519

#define PCI_CLASS_INFINIBAND		0x0207
#define PCI_CLASS_INFINIBAND_SERIAL_BUS 0x0c06
#define PCI_CLASS_NETWORK_OTHER		0x0280

static bool text_has(const char *text, const char *const *fragments)
{
	g_autofree char *lower = text != NULL ? g_ascii_strdown(text, -1) : NULL;

	for (; lower != NULL && *fragments != NULL; fragments++) {
		if (strstr(lower, *fragments) != NULL)
			return true;
	}
	return false;
}

static bool text_has_word(const char *text, const char *const *words)
{
	g_autofree char *lower = text != NULL ? g_ascii_strdown(text, -1) : NULL;
	g_auto(GStrv) tokens = lower != NULL ? g_strsplit_set(lower, " _-./,()[]:", -1) : NULL;

	for (guint i = 0; tokens != NULL && tokens[i] != NULL; i++) {
		if (g_strv_contains(words, tokens[i]))
			return true;
	}
	return false;
}

static bool is_one_of(const char *text, const char *const *words)
{
	return text != NULL && g_strv_contains(words, text);
}

/* A recording may lack the ARP type, a running kernel never does. */
static bool is_recording(const LrClues *clues)
{
	return clues->arp_type < 0;
}

/* udev begins its names with what the ARP type and DEVTYPE were when the machine was recorded. */
static bool was_recorded_as(const LrClues *clues, const char *prefix)
{
	return is_recording(clues) && clues->udev_name != NULL &&
	       g_str_has_prefix(clues->udev_name, prefix);
}

static bool is_loopback(const LrNic *nic, const LrClues *clues)
{
	(void)nic;
	if (is_recording(clues))
		return clues->is_virtual && clues->is_first;
	return clues->arp_type == ARPHRD_LOOPBACK;
}

static bool is_wwan(const LrNic *nic, const LrClues *clues)
{
	static const char *const drivers[] = {
		"qmi_wwan", "qmi_wwan_q", "cdc_mbim", "hso",	 "sierra_net",	  "huawei_cdc_ncm",
		"lg-vl600", "kalmia",	  "GobiNet",  "mhi_net", "mhi_wwan_mbim", "iosm",
		"mtk_t7xx", "ipa",	  "bam-dmux", NULL
	};
	/* CDC subclasses of a modem: wireless handset control, device management, MBIM. */
	static const char *const interfaces[] = { ":0208", ":0209", ":020e", NULL };

	return g_strcmp0(clues->devtype, "wwan") == 0 || is_one_of(nic->driver, drivers) ||
	       text_has(clues->usb_interfaces, interfaces) || was_recorded_as(clues, "ww") ||
	       (clues->arp_type == ARP_RAWIP && nic->bus != NULL);
}

/* PCI class 0280 is what Wi-Fi cards say, but some wired adapters (ConnectX-3 and others) too. */
static bool is_wireless_by_pci(const LrNic *nic, const LrClues *clues)
{
	static const uint32_t wired_vendors[] = { 0x15b3, 0x1425, 0x19ee, 0x1924, 0x1077, 0x10df,
						  0x1dd8, 0x177d, 0x14c1, 0x1414, 0x1d0f, 0x1ae0 };

	for (size_t i = 0; i < G_N_ELEMENTS(wired_vendors); i++) {
		if (clues->pci_vendor == wired_vendors[i])
			return false;
	}
	return clues->pci_class >> 8 == PCI_CLASS_NETWORK_OTHER && nic->supported_mbps == 0;
}

static bool is_wireless(const LrNic *nic, const LrClues *clues)
{
	static const char *const devtypes[] = { "wlan", "wimax", NULL };
	static const char *const texts[] = { "wireless", "802.11", "wi-fi", "wifi", "wlan", NULL };
	bool by_arp =
		clues->arp_type >= ARPHRD_IEEE80211 && clues->arp_type <= ARPHRD_IEEE80211_RADIOTAP;

	return is_one_of(clues->devtype, devtypes) || clues->has_phy80211 || clues->has_wireless ||
	       by_arp || is_wireless_by_pci(nic, clues) || was_recorded_as(clues, "wl") ||
	       (is_recording(clues) && text_has(clues->device_text, texts));
}

static bool is_infiniband(const LrNic *nic, const LrClues *clues)
{
	uint32_t class = clues->pci_class >> 8;

	(void)nic;
	if (was_recorded_as(clues, "ib"))
		return true;
	if (is_recording(clues))
		return class == PCI_CLASS_INFINIBAND || class == PCI_CLASS_INFINIBAND_SERIAL_BUS;
	return clues->arp_type == ARPHRD_INFINIBAND;
}

static bool ends_in_can(const char *text)
{
	g_autofree char *lower = text != NULL ? g_ascii_strdown(text, -1) : NULL;
	g_auto(GStrv) tokens = lower != NULL ? g_strsplit_set(lower, "_-., ", -1) : NULL;

	for (guint i = 0; tokens != NULL && tokens[i] != NULL; i++) {
		if (g_str_has_suffix(tokens[i], "can") || g_str_has_suffix(tokens[i], "canfd"))
			return true;
	}
	return false;
}

static bool is_can(const LrNic *nic, const LrClues *clues)
{
	static const char *const drivers[] = { "ixx_usb",  "peak_",    "kvaser_",    "gs_usb",
					       "ems_usb",  "ems_pci",  "esd_usb",    "usb_8dev",
					       "mcba_usb", "tcan4x5x", "mcp251x",    "sja1000",
					       "hi311x",   "ti_hecc",  "etas_es58x", "f81604",
					       "plx_pci",  "softing",  "cc770",	     NULL };

	if (!is_recording(clues))
		return clues->arp_type == ARPHRD_CAN;
	return text_has(nic->driver, drivers) || ends_in_can(nic->driver) ||
	       ends_in_can(clues->of_compatible);
}

/* Service processors show the host a USB network card, most of them behind a hub of their own. */
static bool is_bmc(const LrNic *nic, const LrClues *clues)
{
	static const struct {
		uint32_t vendor, product;
	} ids[] = { { 0x046b, 0xffb0 }, /* AMI MegaRAC */
		    { 0x413c, 0xa102 }, /* Dell iDRAC */
		    { 0x04b3, 0x4010 }, /* IBM and Lenovo IMM */
		    { 0x0b1f, 0x03ee } }; /* Supermicro (Insyde) */
	static const char *const words[] = { "idrac",	"ilo",	   "xclarity", "imm",
					     "imm2",	"bmc",	   "irmc",     "redfish",
					     "megarac", "openbmc", NULL };
	static const char *const hubs[] = { "gadget usb hub", "virtual hub", NULL };

	(void)nic;
	if (clues->usb_vendor == 0)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(ids); i++) {
		if (clues->usb_vendor == ids[i].vendor && clues->usb_product == ids[i].product)
			return true;
	}
	return text_has_word(clues->device_text, words) || text_has(clues->hub_text, hubs);
}

/* A telephone that shares its connection: RNDIS in class "wireless controller", or an iPhone. */
static bool is_tether(const LrNic *nic, const LrClues *clues)
{
	return clues->usb_class == 0xe00103 || g_strcmp0(nic->driver, "ipheth") == 0;
}

static bool is_gadget(const LrNic *nic, const LrClues *clues)
{
	(void)nic;
	return g_strcmp0(clues->devtype, "gadget") == 0;
}

static bool is_virtual(const LrNic *nic, const LrClues *clues)
{
	return clues->is_virtual || g_strcmp0(nic->bus, "netdevsim") == 0;
}

/* Bluetooth, 802.15.4, FireWire, MCTP: a network of another kind. */
static bool is_other(const LrNic *nic, const LrClues *clues)
{
	static const char *const devtypes[] = { "bluetooth", "wpan", "lowpan", NULL };

	(void)nic;
	return is_one_of(clues->devtype, devtypes) ||
	       (!is_recording(clues) && clues->arp_type != ARPHRD_ETHER);
}

static LrCategory find_category(const LrNic *nic, const LrClues *clues)
{
	/* The first that holds; a virtual wireless interface is wireless. */
	static const struct {
		bool (*holds)(const LrNic *nic, const LrClues *clues);
		LrCategory category;
	} rules[] = {
		{ is_loopback, LR_CATEGORY_LOOPBACK },
		{ is_can, LR_CATEGORY_CAN },
		{ is_wwan, LR_CATEGORY_WWAN },
		{ is_wireless, LR_CATEGORY_WIRELESS },
		{ is_infiniband, LR_CATEGORY_INFINIBAND },
		{ is_bmc, LR_CATEGORY_BMC_NETWORK },
		{ is_tether, LR_CATEGORY_OTHER },
		{ is_gadget, LR_CATEGORY_OTHER },
		{ is_virtual, LR_CATEGORY_VIRTUAL_NETWORK },
		{ is_other, LR_CATEGORY_OTHER },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rules); i++) {
		if (rules[i].holds(nic, clues))
			return rules[i].category;
	}
	return LR_CATEGORY_NETWORK;
}

/* In switchdev mode the port of the card itself is "p0"; what stands for a function of a guest or
 * of the host beside a DPU is "pf0vf3", "c1pf0vf0", "pf0sf88", "pf0hpf", in old drivers "3". */
static bool is_representor(const LrClues *clues)
{
	const char *port = clues->phys_port_name;

	if (port == NULL || !clues->has_switch_id)
		return false;
	if (g_regex_match_simple("^(c\\d+)?(pf\\d+(vf\\d+|sf\\d+|hpf)?|vf\\d+)$", port, 0, 0))
		return true;
	return clues->link_kind != NULL && g_str_has_suffix(clues->link_kind, "_rep");
}

static const char *find_virtual_kind(const LrClues *clues)
{
	if (clues->has_bonding)
		return "bond";
	if (clues->has_bridge)
		return "bridge";
	if (clues->has_tun)
		return "tun";
	if (clues->devtype != NULL)
		return clues->devtype;
	if (clues->arp_type == ARPHRD_SIT)
		return "sit";
	if (clues->arp_type == ARPHRD_PPP)
		return "ppp";
	return clues->link_kind != NULL ? clues->link_kind : "virtual";
}

static const char *find_kind(const LrNic *nic, const LrClues *clues)
{
	if (nic->category == LR_CATEGORY_LOOPBACK)
		return "loopback";
	if (is_virtual(nic, clues))
		return find_virtual_kind(clues);
	if (is_tether(nic, clues))
		return "tether";
	if (is_gadget(nic, clues))
		return "usb-gadget";
	if (g_strcmp0(clues->devtype, "dsa") == 0 ||
	    (clues->has_switch_id && clues->has_foreign_iflink))
		return "dsa-port";
	if (clues->has_dsa)
		return "dsa-conduit";
	if (is_representor(clues))
		return "representor";
	if (clues->is_vf)
		return "virtual-function";
	if (clues->is_subfunction)
		return "subfunction";
	if (nic->category == LR_CATEGORY_INFINIBAND)
		return "ipoib";
	return nic->category == LR_CATEGORY_OTHER && clues->devtype != NULL ? clues->devtype
									    : "physical";
}

/* The kernel's own words may have other characters, "ip6_vti". */
static void set_kind(LrNic *nic, const char *word)
{
	g_free(nic->kind);
	nic->kind =
		g_strcanon(g_ascii_strdown(word, -1), "abcdefghijklmnopqrstuvwxyz0123456789", '-');
}

void lr_classify(LrNic *nic, const LrClues *clues)
{
	nic->category = find_category(nic, clues);
	set_kind(nic, find_kind(nic, clues));
	if (clues->has_bonding_slave)
		lr_nic_set(&nic->kind, "bond-member");
	else if (clues->has_brport)
		lr_nic_set(&nic->kind, "bridge-port");
}

void lr_classify_member(LrNic *nic, const LrNic *master)
{
	const char *kind = master != NULL ? master->kind : "";

	if (nic->master == NULL || g_str_equal(nic->kind, "bond-member") ||
	    g_str_equal(nic->kind, "bridge-port"))
		return;
	/* A VRF only chooses the routing table; the interface goes on being one of its own. */
	if (g_str_equal(kind, "vrf"))
		return;
	if (g_str_equal(kind, "bond") || (master != NULL && master->bond_mode != NULL))
		lr_nic_set(&nic->kind, "bond-member");
	else if (g_str_equal(kind, "bridge"))
		lr_nic_set(&nic->kind, "bridge-port");
	else if (g_str_equal(kind, "team"))
		lr_nic_set(&nic->kind, "team-member");
	else if (master != NULL && g_strcmp0(master->bus, "vmbus") == 0)
		lr_nic_set(&nic->kind, "netvsc-lower");
	else
		lr_nic_set(&nic->kind, "member");
}
