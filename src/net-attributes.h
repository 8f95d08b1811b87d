/* SPDX-License-Identifier: GPL-3.0-only */
/* What the sysfs folder of a network interface says of it
 * (Documentation/ABI/testing/sysfs-class-net in the kernel). What is not there is not known. */
#pragma once

#include "clues.h"
#include "nic.h"

/* Fills the facts that belong to the interface itself; nothing of its parents. */
void lr_net_attributes_read(const char *syspath, LrNic *nic, LrClues *clues);

/* Speed and duplex, for where the ethtool interface does not answer. */
void lr_net_attributes_read_link(const char *syspath, LrNic *nic);
