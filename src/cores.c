/* SPDX-License-Identifier: GPL-3.0-only */
#include "cores.h"

LrCores *lr_cores_new(void)
{
	LrCores *cores = g_new0(LrCores, 1);

	cores->pus = g_array_new(FALSE, TRUE, sizeof(LrPu));
	cores->near_node = -1;
	return cores;
}

void lr_cores_free(LrCores *cores)
{
	if (cores == NULL)
		return;
	g_array_unref(cores->pus);
	g_free(cores->near_note);
	g_free(cores->bus_address);
	g_free(cores);
}
