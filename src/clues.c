/* SPDX-License-Identifier: GPL-3.0-only */
#include "clues.h"

LrClues *lr_clues_new(void)
{
	LrClues *clues = g_new0(LrClues, 1);

	clues->arp_type = -1;
	return clues;
}

void lr_clues_free(LrClues *clues)
{
	if (clues == NULL)
		return;
	g_free(clues->devtype);
	g_free(clues->link_kind);
	g_free(clues->udev_name);
	g_free(clues->phys_port_name);
	g_free(clues->usb_interfaces);
	g_free(clues->device_text);
	g_free(clues->hub_text);
	g_free(clues->of_compatible);
	g_free(clues);
}
