/* SPDX-License-Identifier: GPL-3.0-only */
#include "placement.h"

typedef struct {
	LrPu pu;
	guint sibling_rank; /* 0 for the first usable PU of its core */
} RankedPu;

static int compare_numbers(int64_t left, int64_t right)
{
	return left < right ? -1 : left > right;
}

/* The PUs of a core together, its fastest first. */
static int compare_within_cores(gconstpointer a, gconstpointer b)
{
	const LrPu *left = &((const RankedPu *)a)->pu, *right = &((const RankedPu *)b)->pu;
	int order = compare_numbers(left->core, right->core);

	if (order == 0)
		order = compare_numbers(right->efficiency, left->efficiency);
	return order != 0 ? order : compare_numbers(left->cpu, right->cpu);
}

static int compare_by_merit(gconstpointer a, gconstpointer b)
{
	const RankedPu *left = a, *right = b;
	int order = compare_numbers(right->pu.near, left->pu.near);

	if (order == 0)
		order = compare_numbers(left->sibling_rank, right->sibling_rank);
	if (order == 0)
		order = compare_numbers(right->pu.efficiency, left->pu.efficiency);
	return order != 0 ? order : compare_numbers(left->pu.cpu, right->pu.cpu);
}

/* Ranks count usable PUs only: a core whose first PU is outside the affinity mask still is a core.
 */
static GArray *rank_usable(const LrCores *cores)
{
	GArray *ranked = g_array_new(FALSE, FALSE, sizeof(RankedPu));

	for (guint i = 0; i < cores->pus->len; i++) {
		RankedPu unit = { .pu = g_array_index(cores->pus, LrPu, i) };

		if (unit.pu.allowed)
			g_array_append_val(ranked, unit);
	}
	g_array_sort(ranked, compare_within_cores);
	for (guint i = 1; i < ranked->len; i++) {
		RankedPu *previous = &g_array_index(ranked, RankedPu, i - 1), *unit = previous + 1;

		if (unit->pu.core == previous->pu.core)
			unit->sibling_rank = previous->sibling_rank + 1;
	}
	g_array_sort(ranked, compare_by_merit);
	return ranked;
}

static char *why_far_dup(const LrCores *cores)
{
	if (cores->near_note != NULL)
		return g_strdup(cores->near_note);
	if (cores->near_node >= 0)
		return g_strdup_printf(
			"the affinity mask or cpuset leaves out every core of NUMA node %d",
			cores->near_node);
	return g_strdup("the affinity mask or cpuset leaves out every core next to the interface");
}

LrPlacement *lr_placement_make(const LrCores *cores)
{
	LrPlacement *placement = g_new0(LrPlacement, 1);
	g_autoptr(GArray) ranked = rank_usable(cores);

	g_assert(ranked->len > 0);
	placement->pus = g_array_new(FALSE, FALSE, sizeof(LrPu));
	for (guint i = 0; i < ranked->len; i++) {
		const RankedPu *unit = &g_array_index(ranked, RankedPu, i);

		/* The first in order is near if any is. */
		placement->near = placement->near || unit->pu.near;
		if (unit->sibling_rank == 0 && unit->pu.near == placement->near)
			placement->n_cores++;
		g_array_append_val(placement->pus, unit->pu);
	}
	if (!placement->near)
		placement->why_far = why_far_dup(cores);
	return placement;
}

GArray *lr_placement_workers(const LrPlacement *placement, guint n_workers, uint16_t base_port)
{
	GArray *workers = g_array_new(FALSE, TRUE, sizeof(LrPlanWorker));

	for (guint i = 0; i < n_workers; i++) {
		const LrPu *pu = &g_array_index(placement->pus, LrPu, i % placement->pus->len);
		LrPlanWorker worker = { .cpu = pu->cpu,
					.core = pu->core,
					.numa_node = pu->numa_node,
					.near = pu->near,
					.port = (uint16_t)(base_port + i) };

		g_array_append_val(workers, worker);
	}
	return workers;
}

void lr_placement_free(LrPlacement *placement)
{
	if (placement == NULL)
		return;
	g_array_unref(placement->pus);
	g_free(placement->why_far);
	g_free(placement);
}
