/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "target-self.h"

#include <unistd.h>

#include "ethtool.h"
#include "listener.h"

static uint32_t link_mbps_read(const char *ifname)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(LrNic) nic = lr_nic_new(ifname);
	g_autoptr(LrEthtool) ethtool = lr_ethtool_new(&error);

	/* Without an answer the speed stays unknown. */
	if (ethtool != NULL)
		(void)lr_ethtool_link_read(ethtool, nic);
	return nic->link_mbps;
}

void lr_target_self_read(int fd, LrTargetSelf *self)
{
	/* The process itself is pinned to one of them. */
	long n_cores = sysconf(_SC_NPROCESSORS_ONLN);

	self->version = g_strdup(PACKAGE_VERSION);
	self->ifname = lr_listener_arrival_dup(fd);
	self->link_mbps = self->ifname != NULL ? link_mbps_read(self->ifname) : 0;
	self->n_cores = (uint32_t)MAX(n_cores, 0);
}
