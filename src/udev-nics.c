/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "udev-nics.h"

#include <libudev.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "classify.h"
#include "clues.h"
#include "device-ids.h"
#include "error.h"
#include "ethtool.h"
#include "net-attributes.h"
#include "pcie.h"
#include "stack.h"
#include "sysfs.h"
#include "testable.h"
#include "text.h"

typedef struct udev Udev;
typedef struct udev_device Device;
typedef struct udev_enumerate Enumerate;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Udev, udev_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Device, udev_device_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Enumerate, udev_enumerate_unref)

/* The devices above a net device; all borrowed from it, NULL where there is none. */
typedef struct {
	Device *bus; /* the nearest meaningful one */
	Device *pci; /* the nearest PCI function, which may be the USB controller */
	Device *own_pci; /* the PCI function that is the card itself */
	Device *usb_interface;
	Device *usb_device;
} Ancestors;

static bool is_in(Device *device, const char *const *subsystems)
{
	const char *subsystem = udev_device_get_subsystem(device);

	return subsystem != NULL && g_strv_contains(subsystems, subsystem);
}

static void note_usb(Ancestors *up, Device *device)
{
	const char *devtype = udev_device_get_devtype(device);

	if (up->usb_interface == NULL && g_strcmp0(devtype, "usb_interface") == 0)
		up->usb_interface = device;
	if (up->usb_device == NULL && g_strcmp0(devtype, "usb_device") == 0)
		up->usb_device = device;
}

static Ancestors find_ancestors(Device *net)
{
	/* Classes and helper buses between an interface and the bus that its card is on. */
	static const char *const no_bus[] = { "net",	   "wwan",	"mmc", "mmc_host",
					      "ieee80211", "auxiliary", "mhi", NULL };
	/* What is on these is the PCI function above it, seen through a layer. */
	static const char *const layers[] = { "net",	"wwan", "auxiliary", "mhi",
					      "virtio", "bcma", "ssb",	     NULL };
	Ancestors up = { 0 };
	bool only_layers = true;

	for (Device *at = udev_device_get_parent(net); at != NULL;
	     at = udev_device_get_parent(at)) {
		const char *subsystem = udev_device_get_subsystem(at);

		if (subsystem == NULL)
			continue;
		if (up.bus == NULL && !is_in(at, no_bus))
			up.bus = at;
		if (g_str_equal(subsystem, "pci") && up.pci == NULL) {
			up.pci = at;
			up.own_pci = only_layers ? at : NULL;
		}
		if (g_str_equal(subsystem, "usb"))
			note_usb(&up, at);
		only_layers = only_layers && is_in(at, layers);
	}
	return up;
}

static char *property_dup(Device *device, const char *key)
{
	return device != NULL ? lr_text_udev_dup(udev_device_get_property_value(device, key))
			      : NULL;
}

static char *attribute_dup(Device *device, const char *attribute)
{
	return device != NULL ? lr_sysfs_line_dup(udev_device_get_syspath(device), attribute)
			      : NULL;
}

static uint32_t property_hex(Device *device, const char *key)
{
	const char *value = device != NULL ? udev_device_get_property_value(device, key) : NULL;

	return value != NULL ? (uint32_t)g_ascii_strtoull(value, NULL, 16) : 0;
}

/* From the kernel's own properties, which need no udevd. */
static void read_ids(const Ancestors *up, LrNic *nic, LrClues *clues)
{
	Device *pci = up->own_pci, *usb = up->usb_device;
	uint32_t vendor, product;

	if (usb != NULL && lr_device_ids_parse(udev_device_get_property_value(usb, "PRODUCT"),
					       &vendor, &product)) {
		clues->usb_vendor = vendor;
		clues->usb_product = product;
	} else if (pci != NULL && lr_device_ids_parse(udev_device_get_property_value(pci, "PCI_ID"),
						      &vendor, &product)) {
		clues->pci_class = property_hex(pci, "PCI_CLASS");
		clues->pci_vendor = vendor;
	} else if (up->bus == NULL ||
		   !lr_device_ids_parse(udev_device_get_property_value(up->bus, "SDIO_ID"), &vendor,
					&product)) {
		return;
	}
	nic->vendor_id = g_strdup_printf("0x%04x", vendor);
	nic->product_id = g_strdup_printf("0x%04x", product);
}

/* A USB device without strings repeats its id as its name. */
static char *usb_name_dup(Device *usb, const char *encoded_key, const char *attribute)
{
	char *name = property_dup(usb, encoded_key);

	if (name != NULL && strlen(name) == 4 && strspn(name, "0123456789abcdef") == 4)
		g_clear_pointer(&name, g_free);
	return name != NULL ? name : attribute_dup(usb, attribute);
}

static void read_names(Device *net, const Ancestors *up, LrNic *nic, LrClues *clues)
{
	Device *card = up->usb_device != NULL ? up->usb_device
		       : up->own_pci != NULL  ? up->own_pci
					      : up->bus;
	g_autofree char *usb_product = usb_name_dup(up->usb_device, "ID_MODEL_ENC", "product");
	g_autofree char *usb_vendor = usb_name_dup(up->usb_device, "ID_VENDOR_ENC", "manufacturer");

	nic->product = property_dup(card, "ID_MODEL_FROM_DATABASE");
	nic->vendor = property_dup(card, "ID_VENDOR_FROM_DATABASE");
	if (nic->product == NULL)
		nic->product = property_dup(net, "ID_MODEL_FROM_DATABASE");
	if (nic->vendor == NULL)
		nic->vendor = property_dup(net, "ID_VENDOR_FROM_DATABASE");
	if (nic->product == NULL)
		nic->product = g_strdup(usb_product);
	if (nic->vendor == NULL)
		nic->vendor = g_strdup(usb_vendor);
	clues->device_text = g_strjoin(" ", nic->vendor != NULL ? nic->vendor : "",
				       nic->product != NULL ? nic->product : "",
				       usb_vendor != NULL ? usb_vendor : "",
				       usb_product != NULL ? usb_product : "", NULL);
}

static void read_usb(const Ancestors *up, LrClues *clues)
{
	g_autoptr(GString) hubs = g_string_new(NULL);

	if (up->usb_device == NULL)
		return;
	if (up->usb_interface != NULL)
		clues->usb_class = lr_device_ids_usb_class(
			udev_device_get_property_value(up->usb_interface, "MODALIAS"));
	clues->usb_interfaces = property_dup(up->usb_device, "ID_USB_INTERFACES");
	for (Device *at = udev_device_get_parent(up->usb_device); at != NULL;
	     at = udev_device_get_parent(at)) {
		g_autofree char *model = NULL, *name = NULL;

		if (g_strcmp0(udev_device_get_devtype(at), "usb_device") != 0)
			break;
		model = property_dup(at, "ID_MODEL_FROM_DATABASE");
		name = usb_name_dup(at, "ID_MODEL_ENC", "product");
		g_string_append_printf(hubs, "%s, %s; ", model != NULL ? model : "",
				       name != NULL ? name : "");
	}
	clues->hub_text = lr_text_line_dup(hubs->str);
}

static int read_numa_node(Device *from)
{
	for (Device *at = from; at != NULL; at = udev_device_get_parent(at)) {
		int64_t node;

		if (lr_sysfs_number_get(udev_device_get_syspath(at), "numa_node", &node))
			return node >= 0 && node <= G_MAXINT ? (int)node : -1;
	}
	return -1;
}

/* In switchdev mode the physical function also has an interface for each virtual one. */
static bool is_own_port(const char *folder, const char *ifname)
{
	g_autofree char *syspath = g_build_filename(folder, ifname, NULL);
	g_autofree char *port = lr_sysfs_line_dup(syspath, "phys_port_name");

	return port == NULL || (strstr(port, "pf") == NULL && strstr(port, "vf") == NULL);
}

/* The interface of the physical function that a virtual one belongs to; its address when the
 * function has no interface. */
static char *physical_function_dup(Device *virtual_function)
{
	const char *syspath = udev_device_get_syspath(virtual_function);
	g_autofree char *folder = g_build_filename(syspath, "physfn", "net", NULL);
	g_autoptr(GDir) interfaces = g_dir_open(folder, 0, NULL);
	const char *ifname = NULL;

	do {
		ifname = interfaces != NULL ? g_dir_read_name(interfaces) : NULL;
	} while (ifname != NULL && !is_own_port(folder, ifname));
	return ifname != NULL ? lr_text_name_dup(ifname) : lr_sysfs_link_dup(syspath, "physfn");
}

static void read_bus_limits(const Ancestors *up, LrNic *nic)
{
	const LrPcieHop *narrowest;

	if (up->own_pci != NULL)
		nic->pcie_hops = lr_pcie_hops_read(udev_device_get_syspath(up->own_pci));
	narrowest = lr_nic_narrowest_hop(nic);
	nic->pcie_mbps = narrowest != NULL ? narrowest->usable_mbps : 0;
	if (up->usb_device != NULL) {
		g_autofree char *speed = attribute_dup(up->usb_device, "speed");

		nic->usb_mbps = speed != NULL ? (uint32_t)g_ascii_strtod(speed, NULL) : 0;
	}
}

static void read_ancestors(Device *net, const char *syspath, LrNic *nic, LrClues *clues)
{
	Ancestors up = find_ancestors(net);
	Device *parent = udev_device_get_parent(net);
	const char *path = parent != NULL ? udev_device_get_syspath(parent) : syspath;

	nic->path = lr_text_line_dup(path + strlen("/sys"));
	if (up.bus != NULL) {
		nic->bus = lr_text_line_dup(udev_device_get_subsystem(up.bus));
		nic->driver = lr_text_line_dup(udev_device_get_driver(up.bus));
		clues->of_compatible = property_dup(up.bus, "OF_COMPATIBLE_0");
		clues->is_subfunction = is_in(parent, (const char *const[]){ "auxiliary", NULL });
	}
	if (nic->driver == NULL)
		nic->driver = property_dup(net, "ID_NET_DRIVER");
	if (up.pci != NULL)
		nic->bus_address = lr_text_line_dup(udev_device_get_sysname(up.pci));
	nic->numa_node = read_numa_node(parent);
	if (up.own_pci != NULL)
		clues->is_vf = lr_sysfs_exists(udev_device_get_syspath(up.own_pci), "physfn");
	read_bus_limits(&up, nic);
	if (clues->is_vf)
		nic->lower = physical_function_dup(up.own_pci);
	read_ids(&up, nic, clues);
	read_names(net, &up, nic, clues);
	read_usb(&up, clues);
}

/* What stands in for the ARP type in the recording of a machine, which has no attributes. The
 * loopback is the kernel's first interface; a recording may lack even the index. */
static void read_recorded(Device *net, const char *ifname, LrClues *clues)
{
	const char *index = udev_device_get_property_value(net, "IFINDEX");

	clues->is_first = g_str_equal(index != NULL ? index : ifname, index != NULL ? "1" : "lo");
	clues->udev_name = property_dup(net, "ID_NET_NAME_PATH");
	if (clues->udev_name == NULL)
		clues->udev_name = property_dup(net, "ID_NET_NAME_MAC");
}

/* NULL when the interface has gone since it was listed. */
static LrNic *load_nic(Udev *udev, const LrEthtool *ethtool, const char *syspath)
{
	g_autoptr(Device) net = udev_device_new_from_syspath(udev, syspath);
	g_autofree char *basename = g_path_get_basename(syspath);
	g_autofree char *ifname = lr_text_name_dup(basename);
	g_autoptr(LrClues) clues = lr_clues_new();
	g_autoptr(LrNic) nic = NULL;
	const char *resolved;
	bool answered = false;

	if (net == NULL)
		return NULL;
	resolved = udev_device_get_syspath(net);
	nic = lr_nic_new(ifname);
	lr_net_attributes_read(resolved, nic, clues);
	clues->devtype = lr_text_line_dup(udev_device_get_devtype(net));
	if (clues->arp_type < 0)
		read_recorded(net, ifname, clues);
	read_ancestors(net, resolved, nic, clues);
	if (lr_ethtool_knows(ethtool, nic)) {
		answered = lr_ethtool_link_read(ethtool, nic);
		clues->link_kind = lr_ethtool_driver_read(ethtool, nic);
	}
	if (!answered)
		lr_net_attributes_read_link(resolved, nic);
	if (nic->driver == NULL)
		nic->driver = g_strdup(clues->link_kind);
	lr_classify(nic, clues);
	return g_steal_pointer(&nic);
}

static int compare_names(gconstpointer a, gconstpointer b)
{
	const LrNic *const *left = a, *const *right = b;

	return strverscmp((*left)->ifname, (*right)->ifname);
}

static Enumerate *scan(Udev *udev, const char *subsystem, GError **error)
{
	g_autoptr(Enumerate) found = udev != NULL ? udev_enumerate_new(udev) : NULL;
	int result;

	if (found == NULL) {
		g_set_error_literal(error, LR_ERROR, LR_ERROR_SYSTEM, "cannot use libudev");
		return NULL;
	}
	if (!lr_sysfs_exists("/sys", "devices")) {
		g_set_error_literal(error, LR_ERROR, LR_ERROR_SYSTEM,
				    "cannot list network interfaces: /sys is not mounted");
		return NULL;
	}
	udev_enumerate_add_match_subsystem(found, subsystem);
	result = udev_enumerate_scan_devices(found);
	if (result < 0) {
		lr_error_set_errno(error, -result, "cannot list the devices of subsystem %s",
				   subsystem);
		return NULL;
	}
	return g_steal_pointer(&found);
}

GPtrArray *lr_udev_nics_list(const char *const *allow_virtual, GError **error)
{
	g_autoptr(Udev) udev = udev_new();
	g_autoptr(LrEthtool) ethtool = lr_ethtool_new(error);
	g_autoptr(GPtrArray) nics = g_ptr_array_new_with_free_func((GDestroyNotify)lr_nic_free);
	g_autoptr(Enumerate) found = ethtool != NULL ? scan(udev, "net", error) : NULL;
	struct udev_list_entry *entry;

	if (found == NULL)
		return NULL;
	udev_list_entry_foreach (entry, udev_enumerate_get_list_entry(found)) {
		LrNic *nic = load_nic(udev, ethtool, udev_list_entry_get_name(entry));

		if (nic != NULL)
			g_ptr_array_add(nics, nic);
	}
	g_ptr_array_sort(nics, compare_names);
	lr_stack_resolve(nics);
	for (guint i = 0; i < nics->len; i++)
		lr_testable_judge(g_ptr_array_index(nics, i), allow_virtual);
	return g_steal_pointer(&nics);
}

LrNic *lr_udev_nics_get(const char *ifname, const char *const *allow_virtual, GError **error)
{
	g_autoptr(LrEthtool) ethtool = lr_ethtool_new(error);
	g_autoptr(GPtrArray) nics =
		ethtool != NULL ? lr_udev_nics_list(allow_virtual, error) : NULL;
	g_autofree char *told = lr_text_name_dup(ifname);

	if (nics == NULL)
		return NULL;
	for (guint i = 0; i < nics->len; i++) {
		LrNic *nic = g_ptr_array_index(nics, i);

		/* As the list shows it, or as the kernel has it. */
		if (!g_str_equal(nic->ifname, ifname) && !g_str_equal(nic->ifname, told))
			continue;
		if (lr_ethtool_knows(ethtool, nic))
			lr_ethtool_offloads_read(ethtool, nic);
		return g_ptr_array_steal_index(nics, i);
	}
	g_set_error(error, LR_ERROR, LR_ERROR_NOT_FOUND,
		    "there is no network interface '%s': see 'linerate devices'", told);
	return NULL;
}

/* Class 02 is network; old InfiniBand cards are in class 0c06. */
static bool is_network_function(Device *pci)
{
	uint32_t class = property_hex(pci, "PCI_CLASS") >> 8;

	return class >> 8 == 0x02 || class == 0x0c06;
}

static LrPciFunction *load_function(Device *pci)
{
	LrPciFunction *function = g_new0(LrPciFunction, 1);

	function->address = lr_text_line_dup(udev_device_get_sysname(pci));
	function->driver = lr_text_line_dup(udev_device_get_driver(pci));
	function->product = property_dup(pci, "ID_MODEL_FROM_DATABASE");
	function->vendor = property_dup(pci, "ID_VENDOR_FROM_DATABASE");
	function->reason = lr_testable_function_reason_dup(
		function->driver, property_hex(pci, "PCI_CLASS"),
		lr_sysfs_exists(udev_device_get_syspath(pci), "physfn"));
	return function;
}

GPtrArray *lr_udev_nics_list_functions(const GPtrArray *nics, GError **error)
{
	g_autoptr(Udev) udev = udev_new();
	g_autoptr(GHashTable) used = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GPtrArray) functions =
		g_ptr_array_new_with_free_func((GDestroyNotify)lr_pci_function_free);
	g_autoptr(Enumerate) found = scan(udev, "pci", error);
	struct udev_list_entry *entry;

	if (found == NULL)
		return NULL;
	for (guint i = 0; i < nics->len; i++) {
		const LrNic *nic = g_ptr_array_index(nics, i);

		if (nic->bus_address != NULL)
			g_hash_table_add(used, nic->bus_address);
	}
	udev_list_entry_foreach (entry, udev_enumerate_get_list_entry(found)) {
		g_autoptr(Device) pci =
			udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));

		if (pci != NULL && is_network_function(pci) &&
		    !g_hash_table_contains(used, udev_device_get_sysname(pci)))
			g_ptr_array_add(functions, load_function(pci));
	}
	return g_steal_pointer(&functions);
}
