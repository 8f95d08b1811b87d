/* SPDX-License-Identifier: GPL-3.0-only */
/* What the kernel's ethtool interface says of a link: speed, duplex, link modes, port. The only
 * file but ethtool-survey that knows linux/ethtool.h. Reads, never sets. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "link-modes.h"
#include "nic.h"

struct ethtool_link_settings;

typedef struct LrEthtool LrEthtool;

LrEthtool *lr_ethtool_new(GError **error) G_GNUC_WARN_UNUSED_RESULT;
void lr_ethtool_free(LrEthtool *ethtool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrEthtool, lr_ethtool_free)

/* One question of struct ethtool_*, which begins with its number and takes the answer. False when
 * the driver does not answer it. */
bool lr_ethtool_ask(const LrEthtool *ethtool, const char *ifname, void *command);

/* Whether the kernel knows the interface that sysfs showed: /sys may be of another network
 * namespace or another machine, and then a question by name would be answered for a stranger.
 * Compares index and MAC address. */
bool lr_ethtool_knows(const LrEthtool *ethtool, const LrNic *nic);

/* Fills the link facts of the nic. False when the driver gives none. */
bool lr_ethtool_link_read(const LrEthtool *ethtool, LrNic *nic);

/* Sets driver_version and firmware of the nic where the driver says them. Returns "ixgbe"; of a
 * virtual interface its kind in the kernel, "veth"; NULL when the kernel does not say. Owned by the
 * caller. */
char *lr_ethtool_driver_read(const LrEthtool *ethtool, LrNic *nic);

/* Sets offloads_off of the nic. */
void lr_ethtool_offloads_read(const LrEthtool *ethtool, LrNic *nic);

/* The pure half of lr_ethtool_link_read(): settings as the kernel filled them; masks are the three
 * bitmaps supported, advertised and link partner's, link_mode_masks_nwords words each. */
void lr_ethtool_link_translate(const struct ethtool_link_settings *settings, const uint32_t *masks,
			       const LrLinkModeNames *names, LrNic *nic);

/* Drivers say "unknown" as 0, -1, 65535, 2147483647 or 4294967295; all of them give 0. */
uint32_t lr_ethtool_speed_mbps(int64_t speed);
