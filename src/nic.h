/* SPDX-License-Identifier: GPL-3.0-only */
/* What is known about one network interface. Facts only: nothing here does I/O. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
	LR_CATEGORY_OTHER,
	LR_CATEGORY_NETWORK,  /* wired Ethernet that carries the machine's traffic */
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

/* Every string is one clean line of UTF-8, or NULL when the system does not say. */
typedef struct {
	char *ifname; /* kernel name, "enp3s0f0"; never NULL */
	uint32_t ifindex; /* 0 when unknown */
	LrCategory category;
	char *kind; /* "physical", "veth", "bridge", ...; never NULL */
	char *driver;
	char *bus; /* subsystem of the nearest meaningful parent, "pci" */
	char *product;
	char *vendor;
	char *product_id; /* "0x1572" */
	char *vendor_id;
	char *mac;
	char *path; /* sysfs path of the parent device without "/sys"; of the interface if none */
	char *bus_address; /* "0000:3b:00.0" for pci; NULL when the bus has none */
	int numa_node; /* -1 when the platform does not say */
	uint32_t mtu_bytes; /* 0 when unknown */
	bool admin_up; /* IFF_UP */
	LrTristate carrier; /* unknown while the interface is down */
	uint32_t link_mbps; /* negotiated; 0 when down or unknown */
	uint32_t advertised_mbps; /* highest advertised link mode; 0 when unknown */
	uint32_t supported_mbps; /* highest supported link mode; 0 when unknown */
	LrDuplex duplex;
	bool testable;
	char *reason; /* why it is not testable; NULL when it is */
} LrNic;

/* An interface of which only the name is known; everything else is unknown. */
LrNic *lr_nic_new(const char *ifname);
void lr_nic_free(LrNic *nic);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrNic, lr_nic_free)

/* "NETWORK", "BMC_NETWORK", ...: the words of Checkbox's device resource. */
const char *lr_category_name(LrCategory category);

/* "yes", "no" or "unknown". */
const char *lr_tristate_name(LrTristate value);

/* "half", "full" or "unknown". */
const char *lr_duplex_name(LrDuplex duplex);
