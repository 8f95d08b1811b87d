/* SPDX-License-Identifier: GPL-3.0-only */
#include "record.h"

#include <inttypes.h>

#include "text.h"

/* The values are clean lines already; the reader takes what follows the first ": " as the value,
 * so that colons, "#" and quotes inside do no harm. */
static void append_text(GString *records, const char *key, const char *value)
{
	g_string_append_printf(records, "%s: %s\n", key, value != NULL ? value : "unknown");
}

static void append_number(GString *records, const char *key, uint64_t number)
{
	if (number == 0)
		append_text(records, key, NULL);
	else
		g_string_append_printf(records, "%s: %" PRIu64 "\n", key, number);
}

static void append_slug(GString *records, const char *key, const char *value)
{
	g_autofree char *slug = lr_text_slug_dup(value);

	append_text(records, key, slug);
}

void lr_record_append(GString *records, const LrListing *listing)
{
	const LrNic *nic = listing->nic;

	append_text(records, "interface", nic->ifname);
	append_text(records, "interface_slug", listing->slug);
	append_text(records, "category", lr_category_name(nic->category));
	append_text(records, "kind", nic->kind);
	append_text(records, "driver", nic->driver);
	append_text(records, "bus", nic->bus);
	append_text(records, "product", nic->product);
	append_text(records, "vendor", nic->vendor);
	append_text(records, "product_id", nic->product_id);
	append_text(records, "vendor_id", nic->vendor_id);
	append_slug(records, "product_slug", nic->product);
	append_slug(records, "vendor_slug", nic->vendor);
	append_text(records, "mac", nic->mac);
	append_text(records, "path", nic->path);
	append_text(records, "carrier", lr_tristate_name(nic->carrier));
	g_string_append_printf(records, "ports_without_link: %u\n", listing->without_link);
	append_number(records, "speed", nic->link_mbps);
	append_number(records, "reference_speed", listing->reference_mbps);
	append_text(records, "reference_source", lr_speed_source_name(listing->reference_source));
	append_number(records, "mtu", nic->mtu_bytes);
	if (nic->numa_node >= 0)
		g_string_append_printf(records, "numa_node: %d\n", nic->numa_node);
	else
		append_text(records, "numa_node", NULL);
	append_text(records, "testable", listing->reason == NULL ? "yes" : "no");
	append_text(records, "reason", listing->reason == NULL ? "none" : listing->reason);
	g_string_append_c(records, '\n');
}
