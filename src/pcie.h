/* SPDX-License-Identifier: GPL-3.0-only */
/* The PCI Express links between a card and the root, by sysfs. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* The hops from the function at the sysfs path to the root, an array of LrPcieHop that frees its
 * elements; NULL when it is not behind a PCI Express link (conventional PCI, part of the root
 * complex, no such attributes). A virtual function is told with the links of its physical one. */
GPtrArray *lr_pcie_hops_read(const char *syspath);

/* What a link carries in one direction after its line encoding: 8b/10b up to 5 GT/s, 128b/130b up
 * to 32 GT/s, FLITs of 242 in 256 bytes at 64 GT/s. Packet headers take some 5 to 15 % of that. 0
 * for a speed that no generation has. */
double lr_pcie_usable_mbps(double gts, uint32_t width);
