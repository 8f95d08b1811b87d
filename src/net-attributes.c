/* SPDX-License-Identifier: GPL-3.0-only */
#include "net-attributes.h"

#include <net/if.h>
#include <string.h>

#include "ethtool.h"
#include "sysfs.h"

/* 0 also for what no such number can be. */
static uint32_t count_of(const char *syspath, const char *attribute)
{
	int64_t number;
	bool fits = lr_sysfs_number_get(syspath, attribute, &number) && number >= 0 &&
		    number <= G_MAXINT32;

	return fits ? (uint32_t)number : 0;
}

static int64_t number_or(const char *syspath, const char *attribute, int64_t otherwise)
{
	int64_t number;

	return lr_sysfs_number_get(syspath, attribute, &number) ? number : otherwise;
}

/* Bridges, bonds and tunnels to user space have no device below them. */
static void read_virtual(const char *syspath, LrNic *nic, LrClues *clues)
{
	clues->has_tun = lr_sysfs_exists(syspath, "tun_flags");
	clues->has_bridge = lr_sysfs_exists(syspath, "bridge");
	clues->has_bonding = lr_sysfs_exists(syspath, "bonding");
	if (clues->has_bonding) {
		/* "802.3ad 4": name and number. */
		nic->bond_mode = lr_sysfs_line_dup(syspath, "bonding/mode");
		if (nic->bond_mode != NULL)
			nic->bond_mode[strcspn(nic->bond_mode, " ")] = '\0';
	}
}

static void read_port(const char *syspath, LrClues *clues)
{
	g_autofree char *switch_id = lr_sysfs_line_dup(syspath, "phys_switch_id");

	clues->has_switch_id = switch_id != NULL;
	clues->has_dsa = lr_sysfs_exists(syspath, "dsa");
	clues->phys_port_name = lr_sysfs_line_dup(syspath, "phys_port_name");
}

static void read_membership(const char *syspath, LrNic *nic, LrClues *clues)
{
	g_autofree char *state = NULL;

	nic->master = lr_sysfs_link_dup(syspath, "master");
	if (nic->master == NULL)
		return;
	clues->has_brport = lr_sysfs_exists(syspath, "brport");
	clues->has_bonding_slave = lr_sysfs_exists(syspath, "bonding_slave");
	if (clues->has_bonding_slave) {
		state = lr_sysfs_line_dup(syspath, "bonding_slave/state");
		if (state != NULL)
			nic->bond_active = g_str_equal(state, "active") ? LR_YES : LR_NO;
	}
}

void lr_net_attributes_read(const char *syspath, LrNic *nic, LrClues *clues)
{
	uint32_t iflink = count_of(syspath, "iflink");
	int64_t carrier = number_or(syspath, "carrier", LR_UNKNOWN);

	nic->ifindex = count_of(syspath, "ifindex");
	nic->mac = lr_sysfs_line_dup(syspath, "address");
	nic->mtu_bytes = count_of(syspath, "mtu");
	nic->admin_up = (number_or(syspath, "flags", 0) & IFF_UP) != 0;
	nic->carrier = carrier == 1 ? LR_YES : carrier == 0 ? LR_NO : LR_UNKNOWN;
	nic->lower_ifindex = iflink != nic->ifindex ? iflink : 0;
	clues->arp_type = (int)number_or(syspath, "type", -1);
	clues->is_virtual = g_str_has_prefix(syspath, "/sys/devices/virtual/");
	clues->has_foreign_iflink = nic->lower_ifindex != 0;
	clues->has_phy80211 = lr_sysfs_exists(syspath, "phy80211");
	clues->has_wireless = lr_sysfs_exists(syspath, "wireless");
	if (clues->is_virtual)
		read_virtual(syspath, nic, clues);
	else
		read_port(syspath, clues);
	read_membership(syspath, nic, clues);
}

void lr_net_attributes_read_link(const char *syspath, LrNic *nic)
{
	g_autofree char *duplex = lr_sysfs_line_dup(syspath, "duplex");

	nic->link_mbps = lr_ethtool_speed_mbps(number_or(syspath, "speed", 0));
	nic->duplex = g_strcmp0(duplex, "full") == 0   ? LR_DUPLEX_FULL
		      : g_strcmp0(duplex, "half") == 0 ? LR_DUPLEX_HALF
						       : LR_DUPLEX_UNKNOWN;
}
