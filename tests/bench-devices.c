/* SPDX-License-Identifier: GPL-3.0-only */
/* What listing interfaces costs: CPU time and memory of the whole, and what is left of it for each
 * interface when the part of libudev alone is taken off. bench-devices.sh runs it for a growing
 * number of interfaces. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <libudev.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <umockdev.h>
#include <unistd.h>

#include "udev-nics.h"

#define REPEATS 5

static void put(const char *folder, const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	g_assert_cmpint(fd, >=, 0);
	g_assert_cmpint(write(fd, text, strlen(text)), ==, (gssize)strlen(text));
	close(fd);
}

static void put_link(const char *folder, const char *name, const char *target)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);

	g_assert_cmpint(symlink(target, path), ==, 0);
}

static void add_card(const char *sys, guint number)
{
	g_autofree char *address =
		g_strdup_printf("%04x:%02x:%02x.%u", number >> 16, number >> 8 & 0xff,
				number >> 3 & 0x1f, number & 7);
	g_autofree char *ifname = g_strdup_printf("eth%u", number);
	g_autofree char *card_path = g_strdup_printf("devices/pci%.7s/%s", address, address);
	g_autofree char *card = g_build_filename(sys, card_path, NULL);
	g_autofree char *net = g_build_filename(card, "net", ifname, NULL);
	g_autofree char *class_folder = g_build_filename(sys, "class", "net", NULL);
	g_autofree char *target = g_strdup_printf("../../%s/net/%s", card_path, ifname);
	g_autofree char *card_uevent = g_strdup_printf(
		"DRIVER=i40e\nPCI_CLASS=20000\nPCI_ID=8086:1572\nPCI_SLOT_NAME=%s\n", address);
	g_autofree char *net_uevent =
		g_strdup_printf("INTERFACE=%s\nIFINDEX=%u\n", ifname, 1000 + number);
	g_autofree char *ifindex = g_strdup_printf("%u\n", 1000 + number);
	g_autofree char *mac = g_strdup_printf("02:00:00:%02x:%02x:%02x\n", number >> 16,
					       number >> 8 & 0xff, number & 0xff);

	g_assert_cmpint(g_mkdir_with_parents(net, 0755), ==, 0);
	put(card, "uevent", card_uevent);
	put(card, "numa_node", "1\n");
	put_link(card, "subsystem", "../../../bus/pci");
	put_link(card, "driver", "../../../bus/pci/drivers/i40e");
	put(net, "uevent", net_uevent);
	put_link(net, "subsystem", "../../../../../class/net");
	put(net, "ifindex", ifindex);
	put(net, "iflink", ifindex);
	put(net, "address", mac);
	put(net, "type", "1\n");
	put(net, "mtu", "1500\n");
	put(net, "flags", "0x1003\n");
	put(net, "carrier", "1\n");
	put(net, "speed", "10000\n");
	put(net, "duplex", "full\n");
	put_link(class_folder, ifname, target);
}

static double cpu_us(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static double peak_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)usage.ru_maxrss;
}

/* The same devices, and the properties that the listing asks for, by libudev and nothing else. */
static void walk_by_libudev_alone(void)
{
	struct udev *udev = udev_new();
	struct udev_enumerate *found = udev_enumerate_new(udev);
	struct udev_list_entry *entry;

	udev_enumerate_add_match_subsystem(found, "net");
	udev_enumerate_scan_devices(found);
	udev_list_entry_foreach (entry, udev_enumerate_get_list_entry(found)) {
		struct udev_device *net =
			udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));
		struct udev_device *parent = udev_device_get_parent(net);

		udev_device_get_devtype(net);
		udev_device_get_property_value(net, "IFINDEX");
		for (; parent != NULL; parent = udev_device_get_parent(parent)) {
			udev_device_get_driver(parent);
			udev_device_get_property_value(parent, "PCI_ID");
		}
		udev_device_unref(net);
	}
	udev_enumerate_unref(found);
	udev_unref(udev);
}

static double best_of(void (*work)(void))
{
	double best = 0;

	for (guint i = 0; i < REPEATS; i++) {
		double begin = cpu_us(), took;

		work();
		took = cpu_us() - begin;
		best = i == 0 || took < best ? took : best;
	}
	return best;
}

static void list_and_free(void)
{
	g_autoptr(GPtrArray) nics = lr_udev_nics_list(NULL, NULL);

	g_assert_nonnull(nics);
}

static void measure(void)
{
	double total_us = best_of(list_and_free);
	double libudev_us = best_of(walk_by_libudev_alone);
	size_t before = mallinfo2().uordblks;
	g_autoptr(GPtrArray) nics = lr_udev_nics_list(NULL, NULL);
	double held = (double)(mallinfo2().uordblks - before);
	guint n;

	n = nics->len;
	printf("%10u  %9.1f  %11.1f  %13.1f  %15.0f  %8.1f\n", n, total_us / 1000,
	       libudev_us / 1000, (total_us - libudev_us) / n, held / n, peak_kib() / 1024);
	fflush(stdout);
}

static void measure_tree(guint n)
{
	g_autoptr(UMockdevTestbed) testbed = umockdev_testbed_new();
	g_autofree char *sys = umockdev_testbed_get_sys_dir(testbed);
	g_autofree char *class_folder = g_build_filename(sys, "class", "net", NULL);

	g_assert_true(umockdev_in_mock_environment());
	g_assert_cmpint(g_mkdir_with_parents(class_folder, 0755), ==, 0);
	for (guint i = 0; i < n; i++)
		add_card(sys, i);
	measure();
}

/* The heading of the columns; "here": the machine as it is; a number: a tree of so many cards. */
int main(int argc, char **argv)
{
	if (argc < 2)
		printf("interfaces   total ms   libudev ms  own us each  own bytes each  peak "
		       "MiB\n");
	else if (g_str_equal(argv[1], "here"))
		measure();
	else
		measure_tree((guint)g_ascii_strtoull(argv[1], NULL, 10));
	return 0;
}
