/* SPDX-License-Identifier: GPL-3.0-only */
/* What is known about one network interface. Facts only: nothing here does I/O. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
	LR_CATEGORY_OTHER,
	LR_CATEGORY_NETWORK, /* wired Ethernet that carries the machine's traffic */
	LR_CATEGORY_WIRELESS,
	LR_CATEGORY_WWAN,
	LR_CATEGORY_INFINIBAND,
	LR_CATEGORY_CAN,
	LR_CATEGORY_BMC_NETWORK, /* the service processor's USB network card */
	LR_CATEGORY_VIRTUAL_NETWORK,
	LR_CATEGORY_LOOPBACK,
	LR_N_CATEGORIES,
} LrCategory;

typedef enum { LR_UNKNOWN = -1, LR_NO = 0, LR_YES = 1 } LrTristate;

typedef enum { LR_DUPLEX_UNKNOWN, LR_DUPLEX_HALF, LR_DUPLEX_FULL } LrDuplex;

/* One PCI Express link on the way from the card to the root: a function at the lower end, a port
 * at the upper one. Numbers are 0 when unknown. */
typedef struct {
	char *address; /* of the lower end, "0000:3b:00.0" */
	double gts; /* GT/s per lane now */
	double max_gts; /* what the lower end can do */
	double port_max_gts; /* what the upper end can do */
	uint32_t width; /* lanes now */
	uint32_t max_width;
	uint32_t port_max_width;
	double usable_mbps; /* now, in one direction, after line encoding, before packet headers */
} LrPcieHop;

/* Every string is one clean line of UTF-8, or NULL when the system does not say. */
typedef struct {
	char *ifname; /* kernel name, "enp3s0f0"; never NULL */
	uint32_t ifindex; /* 0 when unknown */
	LrCategory category;
	char *kind; /* "physical", "veth", "bridge", ...; never NULL; docs/devices.md lists them */
	char *driver;
	char *driver_version;
	char *firmware; /* version of the card's firmware */
	char *bus; /* subsystem of the nearest meaningful parent, "pci" */
	char *product;
	char *vendor;
	char *product_id; /* "0x1572" */
	char *vendor_id;
	char *mac;
	char *path; /* sysfs path of the parent device without "/sys"; of the interface if none */
	char *bus_address; /* of the nearest PCI function, "0000:3b:00.0"; NULL when there is none
			    */
	int numa_node; /* -1 when the platform does not say */
	uint32_t mtu_bytes; /* 0 when unknown */
	bool admin_up; /* IFF_UP */
	LrTristate carrier; /* unknown while the interface is down */
	char *master; /* interface that this one belongs to: bond, bridge, team, netvsc */
	char *lower; /* interface that this one stands on: of a VLAN, a DSA port, a virtual function
		      */
	uint32_t lower_ifindex; /* what iflink says, when it is another interface; of a veth its
				   peer */
	char *bond_mode; /* of a bond: "802.3ad", "active-backup", ... */
	LrTristate bond_active; /* of a bond's member: whether it carries traffic now */
	uint32_t link_mbps; /* negotiated; 0 when down or unknown */
	uint32_t advertised_mbps; /* highest advertised link mode; 0 when unknown */
	uint32_t supported_mbps; /* highest supported link mode; 0 when unknown */
	uint32_t partner_mbps; /* highest link mode of the link partner; 0 when unknown */
	char *unknown_modes; /* link modes that this build cannot name, "bit 130, bit 131" */
	LrDuplex duplex;
	LrTristate autoneg;
	char *port; /* "twisted-pair", "fibre", "direct-attach", ... */
	uint32_t below_mbps; /* what the interfaces below can carry: of a bond, VLAN, DSA port; 0
				unknown */
	char *below_note; /* why, "active member eth0", a phrase; NULL when nothing is below */
	GPtrArray *pcie_hops; /* of LrPcieHop, from the card to the root; NULL when not on PCI
				 Express */
	double pcie_mbps; /* usable on the narrowest hop; 0 when unknown */
	uint32_t usb_mbps; /* signalling rate of the USB bus; 0 when not on USB or unknown */
	char *offloads_off; /* names of the offloads that are off, "generic-receive-offload"; NULL
			       when none is, or unknown */
	bool testable;
	char *reason; /* why it is not testable; NULL when it is */
} LrNic;

/* A PCI function of class network that has no interface. */
typedef struct {
	char *address; /* "0000:4b:00.0" */
	char *driver; /* NULL when none is bound */
	char *product;
	char *vendor;
	char *reason; /* why it has no interface, as far as the system says; never NULL */
} LrPciFunction;

/* An interface of which only the name is known; everything else is unknown. */
LrNic *lr_nic_new(const char *ifname);
void lr_nic_free(LrNic *nic);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrNic, lr_nic_free)

void lr_pcie_hop_free(LrPcieHop *hop);

void lr_pci_function_free(LrPciFunction *function);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrPciFunction, lr_pci_function_free)

/* The hop that limits the way to the root; borrowed; NULL when none is known. */
const LrPcieHop *lr_nic_narrowest_hop(const LrNic *nic);

/* Replaces the string at *field, a copy of which is kept. */
void lr_nic_set(char **field, const char *value);

/* "NETWORK", "BMC_NETWORK", ...: the words of Checkbox's device resource. */
const char *lr_category_name(LrCategory category);

/* "yes", "no" or "unknown". */
const char *lr_tristate_name(LrTristate value);

/* "half", "full" or "unknown". */
const char *lr_duplex_name(LrDuplex duplex);
