/* SPDX-License-Identifier: GPL-3.0-only */
#include "listing.h"

#include <string.h>

static char *slug_dup(const char *ifname)
{
	char *slug = g_strdup(ifname);

	for (char *at = slug; *at != '\0'; at++) {
		if (!g_ascii_isalnum(*at) && *at != '_' && *at != '-')
			*at = '_';
	}
	return slug;
}

/* A name that is its own slug keeps it, whatever other interfaces are called: job ids must not
 * change because a VLAN came. */
static char *unique_slug_dup(GHashTable *taken, const char *ifname)
{
	g_autofree char *wish = slug_dup(ifname);
	char *slug = g_strdup(wish);

	if (g_str_equal(slug, ifname))
		return slug;
	for (guint i = 2; g_hash_table_contains(taken, slug); i++) {
		g_free(slug);
		slug = g_strdup_printf("%s_%u", wish, i);
	}
	g_hash_table_add(taken, g_strdup(slug));
	return slug;
}

static GHashTable *plain_names(const GPtrArray *nics)
{
	GHashTable *taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < nics->len; i++) {
		const LrNic *nic = g_ptr_array_index(nics, i);
		g_autofree char *slug = slug_dup(nic->ifname);

		if (g_str_equal(slug, nic->ifname))
			g_hash_table_add(taken, g_steal_pointer(&slug));
	}
	return taken;
}

static const char *reason_of(const LrListing *listing, const char *const *unplugged)
{
	const LrNic *nic = listing->nic;

	if (!nic->testable)
		return nic->reason != NULL ? nic->reason : "unknown";
	/* A port with a link is not unplugged, whatever was said of it once. */
	if (unplugged != NULL && nic->carrier != LR_YES && g_strv_contains(unplugged, nic->ifname))
		return "left unplugged on purpose (LINERATE_UNPLUGGED)";
	return listing->reference_mbps == 0 ? "speed unknown: give --speed or LINERATE_SPEED"
					    : NULL;
}

static bool lacks_link(const LrListing *listing)
{
	return listing->reason == NULL && listing->nic->carrier != LR_YES;
}

static void count_without_link(const GPtrArray *listings)
{
	guint count = 0;

	for (guint i = 0; i < listings->len; i++)
		count += lacks_link(listings->pdata[i]);
	for (guint i = 0; i < listings->len; i++) {
		LrListing *listing = listings->pdata[i];

		if (lacks_link(listing))
			listing->without_link = count;
	}
}

GPtrArray *lr_listing_make(const GPtrArray *nics, const LrSpeedOverrides *overrides,
			   const char *const *unplugged)
{
	GPtrArray *listings = g_ptr_array_new_with_free_func((GDestroyNotify)lr_listing_free);
	g_autoptr(GHashTable) taken = plain_names(nics);

	for (guint i = 0; i < nics->len; i++) {
		const LrNic *nic = g_ptr_array_index(nics, i);
		LrListing *listing = g_new0(LrListing, 1);

		listing->nic = nic;
		listing->slug = unique_slug_dup(taken, nic->ifname);
		listing->reference_mbps = lr_plan_reference_mbps(
			nic, lr_speed_overrides_get_mbps(overrides, nic->ifname),
			&listing->reference_source);
		listing->reason = reason_of(listing, unplugged);
		g_ptr_array_add(listings, listing);
	}
	count_without_link(listings);
	return listings;
}

void lr_listing_free(LrListing *listing)
{
	if (listing == NULL)
		return;
	g_free(listing->slug);
	g_free(listing);
}
