/* SPDX-License-Identifier: GPL-3.0-only */
#include "aftermath.h"

LrAftermath *lr_aftermath_new(const char *ifname)
{
	LrAftermath *after = g_new0(LrAftermath, 1);

	after->ifname = g_strdup(ifname);
	after->carrier = LR_UNKNOWN;
	return after;
}

void lr_aftermath_free(LrAftermath *after)
{
	if (after == NULL)
		return;
	g_free(after->ifname);
	g_free(after->elsewhere);
	g_free(after);
}
