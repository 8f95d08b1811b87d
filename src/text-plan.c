/* SPDX-License-Identifier: GPL-3.0-only */
#include "text-plan.h"

#include "column.h"
#include "text-nic.h"
#include "units.h"
#include "words.h"

#define LABEL_WIDTH 12

static void append_speed(GString *text, const LrRequest *request, const LrPlan *plan)
{
	const LrFrame *frame = &plan->frame;
	g_autofree char *reference = lr_rate_dup((double)plan->reference_mbps);
	g_autofree char *threshold =
		lr_rate_dup((double)plan->reference_mbps * request->fail_threshold_percent / 100);

	if (plan->reference_mbps == 0) {
		lr_column_append(text, LABEL_WIDTH, "Reference", "speed unknown");
		return;
	}
	lr_column_append(text, LABEL_WIDTH, "Reference", "%s, %s", reference,
			 lr_words_speed_source(plan->reference_source));
	lr_column_append(text, LABEL_WIDTH, "Ceiling",
			 "%.2f Mb/s, %.2f %%: all that TCP can move with MTU %u%s, IPv%d%s%s",
			 plan->ceiling_mbps, lr_ceiling_share(frame) * 100, frame->mtu_bytes,
			 plan->mtu_assumed ? " (assumed)" : "", frame->ipv6 ? 6 : 4,
			 frame->timestamps ? ", timestamps" : "", frame->vlan ? ", VLAN tag" : "");
	lr_column_append(text, LABEL_WIDTH, "Threshold",
			 "%g %% of the reference, %s; CPU load of the cores used at most %g %%",
			 request->fail_threshold_percent, threshold,
			 request->cpu_threshold_percent);
}

static void append_worker(GString *text, const LrPlanWorker *worker, bool two_ways,
			  bool place_known)
{
	g_autofree char *node =
		worker->numa_node >= 0 ? g_strdup_printf("%d", worker->numa_node) : g_strdup("?");

	g_string_append_printf(text, "%8u%8u%8s%8u", worker->cpu, worker->core, node, worker->port);
	if (two_ways)
		g_string_append(text,
				worker->direction == LR_REVERSE ? "     receives" : "     sends");
	if (place_known && !worker->near)
		g_string_append(text, "     far");
	g_string_append_c(text, '\n');
}

static void append_workers(GString *text, const LrCores *cores, const LrRequest *request,
			   const LrPlan *plan)
{
	lr_column_append(text, LABEL_WIDTH, "Workers", "%u: %s", plan->workers->len,
			 plan->workers_note);
	g_string_append(text, "\n     CPU    core    node    port\n");
	for (guint i = 0; i < plan->workers->len; i++)
		append_worker(text, &g_array_index(plan->workers, LrPlanWorker, i),
			      request->direction == LR_BIDIRECTIONAL, cores->near_note == NULL);
	g_string_append_c(text, '\n');
}

static void append_targets(GString *text, const LrRequest *request, const LrPlan *plan)
{
	guint n_workers = plan->workers->len;

	if (request->targets->len == 0)
		lr_column_append(text, LABEL_WIDTH, "Target",
				 "none given: --target or TEST_TARGET_IPERF names it");
	for (guint i = 0; i < request->targets->len; i++) {
		const LrTarget *target = g_ptr_array_index(request->targets, i);
		g_autofree char *ports = lr_words_ports_dup(target->base_port, n_workers);

		lr_column_append(text, LABEL_WIDTH, i == 0 ? "Target" : "", "%s%s, %s",
				 i == 0 ? "" : "else ", target->host, ports);
	}
}

static void append_time(GString *text, const LrRequest *request)
{
	g_autofree char *duration = lr_duration_dup(request->duration_ns);
	g_autofree char *total = lr_duration_dup(lr_plan_total_ns(request));

	lr_column_append(text, LABEL_WIDTH, "Runs", "%u of %s, %s in all; %s", request->runs,
			 duration, total, lr_words_direction(request->direction));
}

static void append_lanes(GString *line, const char *words, double gts, uint32_t width)
{
	if (gts > 0 && width > 0)
		g_string_append_printf(line, "%s %g GT/s x%u", words, gts, width);
}

/* What the slot or the bus lets through, where that is known. */
static void append_bus(GString *text, const LrNic *nic)
{
	const LrPcieHop *hop = lr_nic_narrowest_hop(nic);
	g_autofree char *pcie = lr_rate_dup(nic->pcie_mbps);
	g_autofree char *usb = lr_rate_dup(nic->usb_mbps);
	g_autoptr(GString) lanes = g_string_new(NULL);

	if (hop != NULL) {
		g_string_append_printf(lanes, "; narrowest at %s:", hop->address);
		append_lanes(lanes, "", hop->gts, hop->width);
		append_lanes(lanes, "; its lower end can do", hop->max_gts, hop->max_width);
		append_lanes(lanes, ", its upper", hop->port_max_gts, hop->port_max_width);
	}
	if (nic->pcie_mbps > 0)
		lr_column_append(text, LABEL_WIDTH, "PCIe", "%s usable%s", pcie, lanes->str);
	if (nic->usb_mbps != 0)
		lr_column_append(text, LABEL_WIDTH, "USB", "%s on the wire of the bus", usb);
}

void lr_text_plan_append(GString *text, const LrNic *nic, const LrCores *cores,
			 const LrRequest *request, const LrPlan *plan)
{
	if (cores->elsewhere)
		lr_column_append(text, LABEL_WIDTH, "Interface",
				 "%s%s%s of another machine, of which the environment names the "
				 "topology; nothing else is known",
				 nic->ifname, nic->bus_address != NULL ? " at PCI " : "",
				 nic->bus_address != NULL ? nic->bus_address : "");
	else
		lr_text_nic_append(text, nic);
	append_speed(text, request, plan);
	append_bus(text, nic);
	append_workers(text, cores, request, plan);
	append_targets(text, request, plan);
	append_time(text, request);
	for (guint i = 0; i < plan->warnings->len; i++)
		lr_column_append(text, LABEL_WIDTH, "Warning", "%s",
				 (const char *)plan->warnings->pdata[i]);
}
