/* SPDX-License-Identifier: GPL-3.0-only */
/* What the system says about one interface that tells its kind apart from others. Raw and
 * unjudged; classify.h draws the conclusions. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Every string may be NULL: the system does not say. */
typedef struct {
	char *devtype; /* DEVTYPE of the net device itself: "wlan", "bridge", "dsa" */
	char *link_kind; /* driver by ethtool; of a virtual interface its kind in the kernel */
	char *udev_name; /* as udev would call it by its place: "en", "ib", "wl" or "ww" and more */
	int arp_type; /* ARPHRD_*; -1 when not readable */
	bool is_virtual; /* the net device is below /devices/virtual */
	bool is_first; /* has the kernel's first interface index, which is always the loopback's */
	bool has_phy80211;
	bool has_wireless; /* the older wireless extensions */
	bool has_bridge; /* is a bridge */
	bool has_brport; /* is the port of one */
	bool has_bonding; /* is a bond */
	bool has_bonding_slave;
	bool has_foreign_iflink; /* stands on another interface, by iflink */
	bool has_tun;
	bool has_dsa; /* carries the ports of a switch chip */
	bool is_vf; /* the PCI function has a physical function */
	bool is_subfunction; /* on the auxiliary bus: a slice of a PCI function */
	char *phys_port_name; /* "p0", "pf0vf3" */
	bool has_switch_id;
	uint32_t pci_class; /* of its own PCI function, 0x020000; 0 when it is not on PCI */
	uint32_t pci_vendor;
	uint32_t usb_vendor; /* of its own USB device; 0 when it is not on USB */
	uint32_t usb_product;
	uint32_t usb_class; /* of its USB interface: class, subclass, protocol, 0x0202ff */
	char *usb_interfaces; /* of its USB device, as udev lists them, ":0202ff:0a0000:" */
	char *device_text; /* vendor and product as the device or the database calls them */
	char *hub_text; /* the same of the USB hubs above */
	char *of_compatible; /* "nxp,s32cc-flexcan" */
} LrClues;

LrClues *lr_clues_new(void);
void lr_clues_free(LrClues *clues);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrClues, lr_clues_free)
