/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench.h"

#include <stdio.h>
#include <umockdev.h>
#include <unistd.h>

#include "udev-nics.h"

/* Away from the numbers of a real machine. */
#define FIRST_IFINDEX 1000

struct Bench {
	UMockdevTestbed *testbed;
	GHashTable *path_by_ifname;
	GHashTable *ifindex_by_ifname; /* of char * */
	GPtrArray *strings; /* what was lent out */
	guint n_nics;
};

Bench *bench_new(void)
{
	Bench *bench = g_new0(Bench, 1);

	bench->testbed = umockdev_testbed_new();
	g_assert_true(umockdev_in_mock_environment());
	bench->path_by_ifname = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	bench->ifindex_by_ifname = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	bench->strings = g_ptr_array_new_with_free_func(g_free);
	return bench;
}

void bench_free(Bench *bench)
{
	if (bench == NULL)
		return;
	g_object_unref(bench->testbed);
	g_hash_table_unref(bench->path_by_ifname);
	g_hash_table_unref(bench->ifindex_by_ifname);
	g_ptr_array_unref(bench->strings);
	g_free(bench);
}

gboolean bench_add_recording(Bench *bench, const char *path)
{
	g_autoptr(GError) error = NULL;

	if (access(path, R_OK) != 0) {
		g_test_skip("the recorded machines are not here: set LR_SHARED");
		return FALSE;
	}
	umockdev_testbed_add_from_file(bench->testbed, path, &error);
	g_assert_no_error(error);
	return TRUE;
}

static const char *lend(Bench *bench, char *string)
{
	g_ptr_array_add(bench->strings, string);
	return string;
}

static const char *path_of(const Bench *bench, const char *ifname)
{
	const char *path = g_hash_table_lookup(bench->path_by_ifname, ifname);

	g_assert_nonnull(path);
	return path;
}

static void add(Bench *bench, const char *path, const char *subsystem, const char *driver,
		const char *properties)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *driver_lines =
		driver != NULL
			? g_strdup_printf("E: DRIVER=%s\nL: driver=../drivers/%s\n", driver, driver)
			: g_strdup("");
	g_autofree char *text = g_strdup_printf("P: %s\nE: SUBSYSTEM=%s\n%s%s\n", path, subsystem,
						properties, driver_lines);

	umockdev_testbed_add_from_string(bench->testbed, text, &error);
	g_assert_no_error(error);
}

const char *bench_add_pci(Bench *bench, const char *parent, const char *address, const char *class,
			  const char *ids, const char *driver)
{
	const char *path = lend(
		bench, parent != NULL ? g_strdup_printf("%s/%s", parent, address)
				      : g_strdup_printf("/devices/pci%.7s/%s", address, address));
	g_autofree char *properties =
		g_strdup_printf("E: PCI_CLASS=%s00\nE: PCI_ID=%s\nE: PCI_SLOT_NAME=%s\n",
				class[0] == '0' ? class + 1 : class, ids, address);

	add(bench, path, "pci", driver, properties);
	return path;
}

const char *bench_add_device(Bench *bench, const char *parent, const char *subsystem,
			     const char *name, const char *driver)
{
	const char *path =
		lend(bench, g_strdup_printf("%s/%s", parent != NULL ? parent : "/devices", name));

	add(bench, path, subsystem, driver, "");
	return path;
}

const char *bench_add_usb(Bench *bench, const char *parent, const char *port, const char *ids,
			  const char *class, const char *driver, const char *product)
{
	const char *device = lend(bench, g_strdup_printf("%s/%s", parent, port));
	const char *interface = lend(bench, g_strdup_printf("%s/%s:1.0", device, port));
	guint vendor, model, octets[3];
	g_autofree char *device_lines = NULL, *interface_lines = NULL, *product_path = NULL;

	g_assert_cmpint(sscanf(ids, "%x:%x", &vendor, &model), ==, 2);
	g_assert_cmpint(sscanf(class, "%2x%2x%2x", &octets[0], &octets[1], &octets[2]), ==, 3);
	device_lines =
		g_strdup_printf("E: DEVTYPE=usb_device\nE: PRODUCT=%x/%x/100\n", vendor, model);
	interface_lines = g_strdup_printf(
		"E: DEVTYPE=usb_interface\nE: PRODUCT=%x/%x/100\n"
		"E: MODALIAS=usb:v%04Xp%04Xd0100dc00dsc00dp00ic%02Xisc%02Xip%02Xin00\n",
		vendor, model, vendor, model, octets[0], octets[1], octets[2]);
	add(bench, device, "usb", "usb", device_lines);
	add(bench, interface, "usb", driver, interface_lines);
	bench_set_at(bench, device, "product", product);
	return interface;
}

void bench_add_nic(Bench *bench, const char *parent, const char *ifname)
{
	guint number = bench->n_nics++;
	char *path =
		g_strdup_printf("%s/net/%s", parent != NULL ? parent : "/devices/virtual", ifname);
	char *ifindex = g_strdup_printf("%u", FIRST_IFINDEX + number);
	g_autofree char *mac = g_strdup_printf("02:00:00:%02x:%02x:%02x", number >> 16 & 0xff,
					       number >> 8 & 0xff, number & 0xff);
	g_autofree char *properties =
		g_strdup_printf("E: INTERFACE=%s\nE: IFINDEX=%s\n", ifname, ifindex);

	add(bench, path, "net", NULL, properties);
	g_hash_table_insert(bench->path_by_ifname, g_strdup(ifname), path);
	g_hash_table_insert(bench->ifindex_by_ifname, g_strdup(ifname), ifindex);
	bench_set(bench, ifname, "ifindex", ifindex);
	bench_set(bench, ifname, "iflink", ifindex);
	bench_set(bench, ifname, "type", "1");
	bench_set(bench, ifname, "address", mac);
	bench_set(bench, ifname, "mtu", "1500");
	bench_set(bench, ifname, "flags", "0x1003");
	bench_set(bench, ifname, "carrier", "1");
}

void bench_add_pci_nic(Bench *bench, const char *ifname, const char *address, const char *ids,
		       const char *driver)
{
	bench_add_nic(bench, bench_add_pci(bench, NULL, address, "0200", ids, driver), ifname);
}

void bench_add_vf(Bench *bench, const char *ifname, const char *address, const char *pf)
{
	g_autofree char *folder = g_path_get_dirname(path_of(bench, pf));
	g_autofree char *function = g_path_get_dirname(folder);
	g_autofree char *bus = g_path_get_dirname(function);
	g_autofree char *name = g_path_get_basename(function);
	g_autofree char *target = g_strdup_printf("../%s", name);
	const char *vf = bench_add_pci(bench, bus, address, "0200", "8086:154c", "iavf");

	bench_link_at(bench, vf, "physfn", target);
	bench_add_nic(bench, vf, ifname);
}

void bench_set_at(Bench *bench, const char *path, const char *attribute, const char *value)
{
	g_autofree char *sys_path = g_strconcat("/sys", path, NULL);

	if (value != NULL) {
		g_autofree char *line = g_strconcat(value, "\n", NULL);

		umockdev_testbed_set_attribute(bench->testbed, sys_path, attribute, line);
	} else {
		g_autofree char *root = umockdev_testbed_get_root_dir(bench->testbed);
		g_autofree char *file = g_build_filename(root, sys_path, attribute, NULL);

		unlink(file);
	}
}

void bench_set(Bench *bench, const char *ifname, const char *attribute, const char *value)
{
	bench_set_at(bench, path_of(bench, ifname), attribute, value);
}

void bench_link_at(Bench *bench, const char *path, const char *link, const char *target)
{
	g_autofree char *sys_path = g_strconcat("/sys", path, NULL);

	umockdev_testbed_set_attribute_link(bench->testbed, sys_path, link, target);
}

void bench_link(Bench *bench, const char *ifname, const char *link, const char *target)
{
	bench_link_at(bench, path_of(bench, ifname), link, target);
}

void bench_set_property_at(Bench *bench, const char *path, const char *key, const char *value)
{
	g_autofree char *sys_path = g_strconcat("/sys", path, NULL);

	umockdev_testbed_set_property(bench->testbed, sys_path, key, value);
}

void bench_set_property(Bench *bench, const char *ifname, const char *key, const char *value)
{
	bench_set_property_at(bench, path_of(bench, ifname), key, value);
}

void bench_enslave(Bench *bench, const char *ifname, const char *master)
{
	g_autofree char *target = g_strdup_printf("../../../virtual/net/%s", master);

	bench_link(bench, ifname, "master", target);
}

void bench_stand_on(Bench *bench, const char *ifname, const char *lower)
{
	bench_set(bench, ifname, "iflink", g_hash_table_lookup(bench->ifindex_by_ifname, lower));
}

GPtrArray *bench_list(const Bench *bench)
{
	g_autoptr(GError) error = NULL;
	GPtrArray *nics = lr_udev_nics_list(NULL, &error);

	(void)bench;
	g_assert_no_error(error);
	return nics;
}

LrNic *bench_get(const Bench *bench, const char *ifname)
{
	g_autoptr(GError) error = NULL;
	LrNic *nic = lr_udev_nics_get(ifname, NULL, &error);

	(void)bench;
	g_assert_no_error(error);
	return nic;
}
