/* SPDX-License-Identifier: GPL-3.0-only */
#include "plan.h"

#include <string.h>

#include "advice.h"

#define ETHERNET_MTU_BYTES 1500

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

/* Linux and Ethernet defaults where the interface or the target does not say. */
static LrFrame frame_of(const LrNic *nic, const LrRequest *request)
{
	const LrTarget *target =
		request->targets->len > 0 ? g_ptr_array_index(request->targets, 0) : NULL;

	return (LrFrame){ .mtu_bytes = nic->mtu_bytes != 0 ? nic->mtu_bytes : ETHERNET_MTU_BYTES,
			  .ipv6 = target != NULL && strchr(target->host, ':') != NULL,
			  .timestamps = true,
			  .vlan = g_str_equal(nic->kind, "vlan") };
}

static char *where_dup(const LrPlacement *placement, const LrCores *cores, const LrNic *nic)
{
	if (!placement->near)
		return g_strdup_printf("that may be used: %s", placement->why_far);
	if (cores->near_node >= 0)
		return g_strdup_printf("of NUMA node %d", cores->near_node);
	return g_strdup_printf("next to %s", nic->ifname);
}

static guint count_workers(const LrPlan *plan, const LrRequest *request,
			   const LrPlacement *placement, uint16_t base_port)
{
	guint n_workers = placement->n_cores;

	if (request->threads > 0)
		n_workers = request->threads;
	else if (plan->reference_mbps < LR_MANY_WORKERS_MBPS)
		n_workers = 1;
	/* Half of them each way. */
	if (request->direction == LR_BIDIRECTIONAL)
		n_workers += n_workers % 2;
	return MIN(n_workers, MIN(LR_MAX_THREADS, 65536 - (guint)base_port));
}

void lr_plan_set_directions(GArray *workers, LrDirection direction)
{
	for (guint i = 0; i < workers->len; i++) {
		bool reverse =
			direction == LR_REVERSE || (direction == LR_BIDIRECTIONAL && i % 2 == 1);

		g_array_index(workers, LrPlanWorker, i).direction =
			reverse ? LR_REVERSE : LR_FORWARD;
	}
}

static char *workers_note_dup(const LrPlan *plan, const LrRequest *request, guint n_cores,
			      const char *where)
{
	const char *each = request->direction == LR_BIDIRECTIONAL ? " each way" : "";

	if (request->threads > 0)
		return g_strdup_printf("as asked for; first the physical cores %s", where);
	if (plan->reference_mbps == 0)
		return g_strdup_printf(
			"one%s, since the speed is unknown; of the physical cores %s", each, where);
	if (plan->reference_mbps < LR_MANY_WORKERS_MBPS)
		return g_strdup_printf("one%s is enough below 10 Gb/s; of the physical cores %s",
				       each, where);
	return g_strdup_printf(
		"one per physical core %s%s", where,
		plan->workers->len < n_cores ? "; no more ports or workers are possible" : "");
}

/* With --underspeed-ok the interface is judged against what its link lets through: against more it
 * could only fail, and the option would be for nothing. */
static void lower_to_link(LrPlan *plan, const LrNic *nic, const LrRequest *request)
{
	if (!request->underspeed_ok || nic->link_mbps == 0 ||
	    nic->link_mbps >= plan->reference_mbps)
		return;
	plan->claimed_mbps = plan->reference_mbps;
	plan->reference_mbps = nic->link_mbps;
	plan->reference_source = LR_SPEED_CURRENT;
}

LrPlan *lr_plan_make(const LrNic *nic, const LrCores *cores, const LrRequest *request,
		     uint16_t base_port)
{
	LrPlan *plan = g_new0(LrPlan, 1);
	g_autoptr(LrPlacement) placement = lr_placement_make(cores);
	g_autofree char *where = where_dup(placement, cores, nic);
	LrAdviceFacts facts = {
		.nic = nic, .cores = cores, .request = request, .frame = &plan->frame
	};

	plan->reference_mbps =
		lr_plan_reference_mbps(nic, request->speed_mbps, &plan->reference_source);
	lower_to_link(plan, nic, request);
	plan->frame = frame_of(nic, request);
	plan->mtu_assumed = nic->mtu_bytes == 0;
	plan->ceiling_mbps = lr_ceiling_mbps(plan->reference_mbps, &plan->frame);
	plan->workers = lr_placement_workers(
		placement, count_workers(plan, request, placement, base_port), base_port);
	lr_plan_set_directions(plan->workers, request->direction);
	plan->workers_note = workers_note_dup(plan, request, placement->n_cores, where);
	facts.workers = plan->workers;
	facts.reference_mbps = plan->reference_mbps;
	facts.claimed_mbps = plan->claimed_mbps;
	plan->warnings = lr_advice_make(&facts);
	return plan;
}

int64_t lr_plan_total_ns(const LrRequest *request)
{
	return request->runs * request->duration_ns;
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
