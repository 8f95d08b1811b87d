/* SPDX-License-Identifier: GPL-3.0-only */
#include "pcie.h"

#include <string.h>

#include "nic.h"
#include "sysfs.h"

double lr_pcie_usable_mbps(double gts, uint32_t width)
{
	static const struct {
		double gts;
		double efficiency;
	} generations[] = { { 2.5, 8.0 / 10 },	 { 5, 8.0 / 10 },     { 8, 128.0 / 130 },
			    { 16, 128.0 / 130 }, { 32, 128.0 / 130 }, { 64, 242.0 / 256 } };

	for (size_t i = 0; i < G_N_ELEMENTS(generations); i++) {
		if (generations[i].gts == gts)
			return gts * 1000 * generations[i].efficiency * width;
	}
	return 0;
}

/* "8.0 GT/s PCIe", before Linux 5.7 "8 GT/s"; "Unknown" where there is no link. */
static double read_gts(const char *syspath, const char *attribute)
{
	g_autofree char *text = lr_sysfs_line_dup(syspath, attribute);
	char *unit;
	double gts = text != NULL ? g_ascii_strtod(text, &unit) : 0;

	return gts > 0 && g_str_has_prefix(unit, " GT/s") ? gts : 0;
}

/* 255 is what the register holds while the device is off. */
static uint32_t read_width(const char *syspath, const char *attribute)
{
	int64_t width;

	return lr_sysfs_number_get(syspath, attribute, &width) && width > 0 && width <= 32
		       ? (uint32_t)width
		       : 0;
}

/* "0000:3b:00.0", also with a longer domain; not "pci0000:3a". */
static bool is_function(const char *syspath)
{
	const char *name = strrchr(syspath, '/');

	return name != NULL && strspn(name + 1, "0123456789abcdef:.") == strlen(name + 1) &&
	       strchr(name, ':') != NULL && strchr(name, '.') != NULL;
}

static bool cut_last(char *syspath)
{
	char *slash = strrchr(syspath, '/');

	if (slash == NULL)
		return false;
	*slash = '\0';
	return is_function(syspath);
}

/* Behind a Thunderbolt port the links are tunnelled and all say 2.5 GT/s, whatever they carry. */
static bool is_tunnelled(const char *syspath)
{
	g_autofree char *removable = lr_sysfs_line_dup(syspath, "removable");

	return g_strcmp0(removable, "removable") == 0;
}

static LrPcieHop *read_hop(const char *lower, const char *upper)
{
	LrPcieHop *hop = g_new0(LrPcieHop, 1);

	hop->address = g_path_get_basename(lower);
	hop->gts = read_gts(lower, "current_link_speed");
	if (hop->gts == 0)
		hop->gts = read_gts(upper, "current_link_speed");
	hop->max_gts = read_gts(lower, "max_link_speed");
	hop->port_max_gts = read_gts(upper, "max_link_speed");
	hop->width = read_width(lower, "current_link_width");
	if (hop->width == 0)
		hop->width = read_width(upper, "current_link_width");
	hop->max_width = read_width(lower, "max_link_width");
	hop->port_max_width = read_width(upper, "max_link_width");
	if (!is_tunnelled(lower))
		hop->usable_mbps = lr_pcie_usable_mbps(hop->gts, hop->width);
	return hop;
}

GPtrArray *lr_pcie_hops_read(const char *syspath)
{
	g_autoptr(GPtrArray) hops =
		g_ptr_array_new_with_free_func((GDestroyNotify)lr_pcie_hop_free);
	g_autofree char *physical = lr_sysfs_link_dup(syspath, "physfn");
	g_autofree char *lower = g_strdup(syspath);

	/* Both functions are below the same port. */
	if (physical != NULL) {
		g_autofree char *folder = g_path_get_dirname(syspath);

		g_free(lower);
		lower = g_build_filename(folder, physical, NULL);
	}
	/* A link has two ends, so the way up goes in steps of two: card and port, then the switch's
	 * upper port and what is above it. */
	for (;;) {
		g_autofree char *upper = g_strdup(lower);
		LrPcieHop *hop;

		if (!is_function(lower) || !cut_last(upper))
			break;
		hop = read_hop(lower, upper);
		if (hop->width != 0 || hop->max_width != 0)
			g_ptr_array_add(hops, hop);
		else
			lr_pcie_hop_free(hop);
		if (!cut_last(upper))
			break;
		g_free(lower);
		lower = g_steal_pointer(&upper);
	}
	return hops->len > 0 ? g_steal_pointer(&hops) : NULL;
}
