/* SPDX-License-Identifier: GPL-3.0-only */
#include "html-machine.h"

#include "html.h"
#include "units.h"
#include "words.h"

/* Zero means unknown and shows nothing. */
static void append_rate(GString *out, const char *name, double mbps)
{
	g_autofree char *rate = mbps > 0 ? lr_rate_dup(mbps) : NULL;

	lr_html_append_fact(out, name, rate);
}

static void append_number(GString *out, const char *name, int64_t number, int64_t unknown)
{
	g_autofree char *text =
		number != unknown ? g_strdup_printf("%" G_GINT64_FORMAT, number) : NULL;

	lr_html_append_fact(out, name, text);
}

static void open_facts(GString *out, const char *title)
{
	lr_html_append(out, "<section><h3>%s</h3>\n", title);
	lr_html_open_table(out, title, NULL, 0);
	g_string_append(out, "<tbody>\n");
}

static void close_facts(GString *out)
{
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
	g_string_append(out, "</section>\n");
}

static void append_card(GString *out, const LrNic *nic)
{
	open_facts(out, "Card");
	lr_html_append_fact(out, "Interface", nic->ifname);
	lr_html_append_fact(out, "Vendor", nic->vendor);
	lr_html_append_fact(out, "Product", nic->product);
	lr_html_append_fact(out, "Vendor id", nic->vendor_id);
	lr_html_append_fact(out, "Product id", nic->product_id);
	lr_html_append_fact(out, "Kind", nic->kind);
	lr_html_append_fact(out, "Category", lr_category_name(nic->category));
	lr_html_append_fact(out, "Driver", nic->driver);
	lr_html_append_fact(out, "Bus", nic->bus);
	lr_html_append_fact(out, "Bus address", nic->bus_address);
	lr_html_append_fact(out, "MAC", nic->mac);
	append_number(out, "NUMA node", nic->numa_node, -1);
	lr_html_append_fact(out, "Belongs to", nic->master);
	lr_html_append_fact(out, "Stands on", nic->lower);
	lr_html_append_fact(out, "Bond mode", nic->bond_mode);
	lr_html_append_fact(out, "Not testable", nic->testable ? NULL : nic->reason);
	close_facts(out);
}

static void append_hops(GString *out, const GPtrArray *hops)
{
	for (guint i = 0; hops != NULL && i < hops->len; i++) {
		const LrPcieHop *hop = hops->pdata[i];
		g_autofree char *usable = lr_rate_dup(hop->usable_mbps);
		g_autofree char *text =
			g_strdup_printf("%s: %g GT/s x%u of %g GT/s x%u, carries %s", hop->address,
					hop->gts, hop->width, hop->max_gts, hop->max_width, usable);

		lr_html_append_fact(out, i == 0 ? "PCI Express" : "above it", text);
	}
}

static void append_link(GString *out, const LrNic *nic)
{
	open_facts(out, "Link");
	lr_html_append_fact(out, "Carrier", lr_tristate_name(nic->carrier));
	append_rate(out, "Speed", nic->link_mbps);
	lr_html_append_fact(out, "Duplex", lr_duplex_name(nic->duplex));
	lr_html_append_fact(out, "Autonegotiation", lr_tristate_name(nic->autoneg));
	append_rate(out, "Advertised", nic->advertised_mbps);
	append_rate(out, "Supported", nic->supported_mbps);
	append_rate(out, "Link partner", nic->partner_mbps);
	lr_html_append_fact(out, "Port", nic->port);
	append_number(out, "MTU", nic->mtu_bytes, 0);
	append_rate(out, "Interfaces below", nic->below_mbps);
	append_rate(out, "USB bus", nic->usb_mbps);
	append_hops(out, nic->pcie_hops);
	close_facts(out);
}

static void append_plan(GString *out, const LrResult *result)
{
	const LrPlan *plan = result->plan;
	const LrRequest *request = result->request;
	g_autofree char *duration = lr_duration_dup(request->duration_ns);
	g_autofree char *workers = g_strdup_printf(
		"%u: %s", plan->workers->len, plan->workers_note != NULL ? plan->workers_note : "");
	g_autofree char *runs = g_strdup_printf("%u of %s, %s", request->runs, duration,
						lr_words_direction(request->direction));
	g_autofree char *thresholds =
		g_strdup_printf("%g %% of the reference; cores at most %g %% loaded",
				request->fail_threshold_percent, request->cpu_threshold_percent);
	const LrAttempt *used = lr_words_used_attempt(result);

	open_facts(out, "Plan");
	append_rate(out, "Reference", (double)plan->reference_mbps);
	lr_html_append_fact(out, "which is", lr_words_speed_source(plan->reference_source));
	append_rate(out, "TCP at most", plan->ceiling_mbps);
	lr_html_append_fact(out, "Threshold", thresholds);
	lr_html_append_fact(out, "Target", used != NULL ? used->host : NULL);
	lr_html_append_fact(out, "Address", used != NULL ? used->address : NULL);
	lr_html_append_fact(out, "Workers", workers);
	lr_html_append_fact(out, "Runs", runs);
	close_facts(out);
}

void lr_html_machine_append(GString *out, const LrResult *result)
{
	g_string_append(out, "<h2>Machine, card and plan</h2>\n<div class=\"facts\">\n");
	append_card(out, result->nic);
	append_link(out, result->nic);
	if (result->plan != NULL)
		append_plan(out, result);
	open_facts(out, "Machine");
	lr_html_append_fact(out, "Name", result->machine);
	lr_html_append_fact(out, "Kernel", result->kernel);
	lr_html_append_fact(out, "Tested", result->started);
	lr_html_append_fact(out, "linerate", result->version);
	close_facts(out);
	g_string_append(out, "</div>\n");
	for (guint i = 0; result->plan != NULL && i < result->plan->warnings->len; i++)
		lr_html_append(out, "<p class=\"warning\">%s</p>\n",
			       (const char *)result->plan->warnings->pdata[i]);
}
