/* SPDX-License-Identifier: GPL-3.0-only */
#include "text-nic.h"

#include "column.h"
#include "units.h"

#define LABEL_WIDTH 12

/* Appends ", <what> <value>", or nothing for NULL. */
static void append_fact(GString *line, const char *what, const char *value)
{
	if (value != NULL)
		g_string_append_printf(line, "%s%s%s", line->len > 0 ? ", " : "", what, value);
}

static void append_interface(GString *text, const LrNic *nic)
{
	g_autoptr(GString) line = g_string_new(nic->ifname);
	g_autofree char *node = nic->numa_node >= 0 ? g_strdup_printf("%d", nic->numa_node) : NULL;

	append_fact(line, "", nic->vendor);
	append_fact(line, "", nic->product);
	append_fact(line, "driver ", nic->driver);
	append_fact(line, nic->bus != NULL ? nic->bus : "bus ",
		    nic->bus_address != NULL ? "" : NULL);
	if (nic->bus_address != NULL)
		g_string_append_printf(line, " %s", nic->bus_address);
	append_fact(line, "NUMA node ", node);
	append_fact(line, "MAC ", nic->mac);
	lr_column_append(text, LABEL_WIDTH, "Interface", "%s", line->str);
}

static void append_link(GString *text, const LrNic *nic)
{
	g_autoptr(GString) line = g_string_new(NULL);
	g_autofree char *speed =
		nic->link_mbps != 0 ? lr_rate_dup(nic->link_mbps) : g_strdup("speed unknown");
	g_autofree char *mtu = nic->mtu_bytes != 0 ? g_strdup_printf("%u", nic->mtu_bytes) : NULL;

	if (!nic->admin_up && nic->carrier == LR_UNKNOWN)
		append_fact(line, "", "interface is down");
	else if (nic->carrier == LR_NO)
		append_fact(line, "", "no carrier");
	append_fact(line, "", speed);
	if (nic->duplex != LR_DUPLEX_UNKNOWN)
		g_string_append_printf(line, ", %s duplex", lr_duplex_name(nic->duplex));
	append_fact(line, "MTU ", mtu);
	lr_column_append(text, LABEL_WIDTH, "Link", "%s", line->str);
}

void lr_text_nic_append(GString *text, const LrNic *nic)
{
	append_interface(text, nic);
	append_link(text, nic);
}
