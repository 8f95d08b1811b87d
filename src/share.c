/* SPDX-License-Identifier: GPL-3.0-only */
#include "share.h"

/* Takes every PU of the physical core for the interface. */
static void take_core(const LrPlacement *placement, uint32_t core, GHashTable *taken, GArray *pus)
{
	g_hash_table_add(taken, GUINT_TO_POINTER(core));
	for (guint i = 0; i < placement->pus->len; i++) {
		const LrPu *pu = &g_array_index(placement->pus, LrPu, i);

		if (pu->core == core)
			g_array_append_val(pus, pu->cpu);
	}
}

/* Takes the best free core, of the best place only unless `anywhere`; false when there is none. */
static bool take_best(const LrPlacement *placement, bool anywhere, GHashTable *taken, GArray *pus)
{
	for (guint i = 0; i < placement->pus->len; i++) {
		const LrPu *pu = &g_array_index(placement->pus, LrPu, i);

		if ((anywhere || pu->near == placement->near) &&
		    !g_hash_table_contains(taken, GUINT_TO_POINTER(pu->core))) {
			take_core(placement, pu->core, taken, pus);
			return true;
		}
	}
	return false;
}

static void take_turns(const GPtrArray *placements, GPtrArray *shares, GHashTable *taken)
{
	bool any;

	do {
		any = false;
		for (guint i = 0; i < placements->len; i++)
			any = take_best(placements->pdata[i], false, taken, shares->pdata[i]) ||
			      any;
	} while (any);
}

GPtrArray *lr_share_make(const GPtrArray *placements)
{
	GPtrArray *shares = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
	g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL);

	for (guint i = 0; i < placements->len; i++)
		g_ptr_array_add(shares, g_array_new(FALSE, FALSE, sizeof(uint32_t)));
	take_turns(placements, shares, taken);
	for (guint i = 0; i < placements->len; i++) {
		const LrPlacement *placement = placements->pdata[i];
		GArray *pus = shares->pdata[i];

		if (pus->len > 0 || take_best(placement, true, taken, pus))
			continue;
		for (guint k = 0; k < placement->pus->len; k++)
			g_array_append_val(pus, g_array_index(placement->pus, LrPu, k).cpu);
	}
	return shares;
}
