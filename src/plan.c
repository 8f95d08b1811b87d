/* SPDX-License-Identifier: GPL-3.0-only */
#include "plan.h"

#include "units.h"

uint64_t lr_plan_reference_mbps(const LrNic *nic, uint64_t override_mbps, LrSpeedSource *source)
{
	const struct {
		uint64_t mbps;
		LrSpeedSource source;
	} order[] = { { override_mbps, LR_SPEED_OVERRIDE },
		      { nic->advertised_mbps, LR_SPEED_ADVERTISED },
		      { nic->supported_mbps, LR_SPEED_SUPPORTED },
		      { nic->link_mbps, LR_SPEED_CURRENT } };

	for (size_t i = 0; i < G_N_ELEMENTS(order); i++) {
		if (order[i].mbps != 0) {
			*source = order[i].source;
			return order[i].mbps;
		}
	}
	*source = LR_SPEED_UNKNOWN;
	return 0;
}

/* The order in which PUs get a worker: near before far, a physical core before a sibling, fast
 * cores before slow ones. */
static int compare_pus(gconstpointer a, gconstpointer b)
{
	const LrPu *left = a, *right = b;

	if (left->near != right->near)
		return left->near ? -1 : 1;
	if (left->sibling_rank != right->sibling_rank)
		return left->sibling_rank < right->sibling_rank ? -1 : 1;
	if (left->efficiency != right->efficiency)
		return left->efficiency > right->efficiency ? -1 : 1;
	return left->cpu < right->cpu ? -1 : left->cpu > right->cpu;
}

static GArray *usable_pus(const LrCores *cores)
{
	GArray *usable = g_array_new(FALSE, FALSE, sizeof(LrPu));

	for (guint i = 0; i < cores->pus->len; i++) {
		LrPu pu = g_array_index(cores->pus, LrPu, i);

		if (pu.allowed)
			g_array_append_val(usable, pu);
	}
	g_array_sort(usable, compare_pus);
	return usable;
}

/* How many of the usable PUs are physical cores near the interface, or of the whole allowed set
 * when none is near. */
static guint count_cores(const GArray *usable, bool *near)
{
	guint near_cores = 0, all_cores = 0;

	for (guint i = 0; i < usable->len; i++) {
		const LrPu *pu = &g_array_index(usable, LrPu, i);

		if (pu->sibling_rank == 0)
			all_cores++;
		if (pu->sibling_rank == 0 && pu->near)
			near_cores++;
	}
	*near = near_cores > 0;
	return near_cores > 0 ? near_cores : MAX(all_cores, 1);
}

static guint count_workers(const LrPlan *plan, const LrRequest *request, const GArray *usable,
			   const LrCores *cores, char **note)
{
	bool near;
	guint n_cores = count_cores(usable, &near);

	if (request->threads > 0) {
		*note = g_strdup_printf("%u asked for", request->threads);
		return request->threads;
	}
	if (plan->reference_mbps < LR_MANY_WORKERS_MBPS) {
		*note = g_strdup("one is enough below 10 Gb/s");
		return 1;
	}
	*note = near ? g_strdup("one per physical core next to the interface") :
		       g_strdup_printf("one per physical core that may be used%s%s%s",
				       cores->near_note != NULL ? " (" : "",
				       cores->near_note != NULL ? cores->near_note : "",
				       cores->near_note != NULL ? ")" : "");
	return n_cores;
}

LrPlan *lr_plan_make(const LrNic *nic, const LrCores *cores, const LrRequest *request,
		     uint16_t base_port)
{
	LrPlan *plan = g_new0(LrPlan, 1);
	g_autoptr(GArray) usable = usable_pus(cores);
	guint n_workers;

	plan->warnings = g_ptr_array_new_with_free_func(g_free);
	plan->workers = g_array_new(FALSE, TRUE, sizeof(LrPlanWorker));
	plan->reference_mbps =
		lr_plan_reference_mbps(nic, request->speed_mbps, &plan->reference_source);
	n_workers = count_workers(plan, request, usable, cores, &plan->workers_note);
	for (guint i = 0; i < n_workers; i++) {
		LrPlanWorker worker = { .numa_node = -1, .port = (uint16_t)(base_port + i) };

		if (usable->len > 0) {
			const LrPu *pu = &g_array_index(usable, LrPu, i % usable->len);

			worker.cpu = pu->cpu;
			worker.numa_node = pu->numa_node;
		}
		g_array_append_val(plan->workers, worker);
	}
	return plan;
}

void lr_plan_free(LrPlan *plan)
{
	if (plan == NULL)
		return;
	g_array_unref(plan->workers);
	g_free(plan->workers_note);
	g_ptr_array_unref(plan->warnings);
	g_free(plan);
}

const char *lr_speed_source_name(LrSpeedSource source)
{
	static const char *const names[] = {
		[LR_SPEED_UNKNOWN] = "unknown",	      [LR_SPEED_OVERRIDE] = "override",
		[LR_SPEED_ADVERTISED] = "advertised", [LR_SPEED_SUPPORTED] = "supported",
		[LR_SPEED_CURRENT] = "current",
	};

	return names[source];
}
