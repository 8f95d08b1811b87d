/* SPDX-License-Identifier: GPL-3.0-only */
#include "listing.h"

#include <string.h>

#include "devices-table.h"
#include "record.h"
#include "text.h"

static GPtrArray *nics_named(const char *const *names)
{
	GPtrArray *nics = g_ptr_array_new_with_free_func((GDestroyNotify)lr_nic_free);

	for (; *names != NULL; names++) {
		LrNic *nic = lr_nic_new(*names);

		nic->testable = true;
		nic->link_mbps = 10000;
		g_ptr_array_add(nics, nic);
	}
	return nics;
}

static GPtrArray *listings_of(const GPtrArray *nics, const char *speeds)
{
	g_autoptr(LrSpeedOverrides) overrides =
		lr_speed_overrides_parse(speeds, "LINERATE_SPEED", NULL);

	return lr_listing_make(nics, overrides, NULL);
}

static void slugs_are_unique_and_plain_names_keep_theirs(void)
{
	static const char *const names[] = { "eth0",	 "eth0.1", "eth0@1",   "eth0_1",
					     "eth0_1_2", "a;b",	   "a|b",      "$(id)",
					     "-h",	 "\\xff",  "\xc3\xa9", NULL };
	static const char *const slugs[] = { "eth0",	 "eth0_1_3", "eth0_1_4", "eth0_1",
					     "eth0_1_2", "a_b",	     "a_b_2",	 "__id_",
					     "-h",	 "_xff",     "__" };
	g_autoptr(GPtrArray) nics = nics_named(names), listings = listings_of(nics, NULL);
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < listings->len; i++) {
		const LrListing *listing = g_ptr_array_index(listings, i);

		g_assert_cmpstr(listing->slug, ==, slugs[i]);
		g_assert_true(g_regex_match_simple("^[A-Za-z0-9_-]+$", listing->slug, 0, 0));
		g_assert_true(g_hash_table_add(seen, listing->slug));
	}
}

static void who_has_no_speed_is_told_how_to_give_one(void)
{
	static const char *const names[] = { "eth0", "eth1", NULL };
	g_autoptr(GPtrArray) nics = nics_named(names), listings = NULL;
	const LrListing *without, *given;

	((LrNic *)nics->pdata[0])->link_mbps = 0;
	((LrNic *)nics->pdata[1])->link_mbps = 0;
	listings = listings_of(nics, "eth1=25G");
	without = listings->pdata[0];
	given = listings->pdata[1];
	g_assert_cmpstr(without->reason, ==, "speed unknown: give --speed or LINERATE_SPEED");
	g_assert_cmpuint(without->reference_mbps, ==, 0);
	g_assert_null(given->reason);
	g_assert_cmpuint(given->reference_mbps, ==, 25000);
	g_assert_cmpstr(lr_speed_source_name(given->reference_source), ==, "override");
}

static void a_port_is_unplugged_on_purpose_only_while_it_has_no_carrier(void)
{
	static const char *const names[] = { "eth0", "eth1", "eth2", "eth3", NULL };
	static const char *const unplugged[] = { "eth0", "eth1", "eth2", NULL };
	g_autoptr(GPtrArray) nics = nics_named(names), listings = NULL;
	g_autoptr(LrSpeedOverrides) none = lr_speed_overrides_parse(NULL, "", NULL);
	static const LrTristate carriers[] = { LR_NO, LR_UNKNOWN, LR_YES, LR_NO };
	static const bool excused[] = { true, true, false, false };

	for (guint i = 0; i < nics->len; i++)
		((LrNic *)nics->pdata[i])->carrier = carriers[i];
	listings = lr_listing_make(nics, none, unplugged);
	for (guint i = 0; i < listings->len; i++) {
		const LrListing *listing = listings->pdata[i];

		g_test_message("row '%s'", names[i]);
		if (excused[i])
			g_assert_cmpstr(listing->reason, ==,
					"left unplugged on purpose (LINERATE_UNPLUGGED)");
		else
			g_assert_null(listing->reason);
	}
}

static void ports_without_link_are_counted_where_they_can_be_tested(void)
{
	static const char *const names[] = { "eth0", "eth1", "eth2", "eth3", "eth4", NULL };
	static const char *const unplugged[] = { "eth3", NULL };
	static const LrTristate carriers[] = { LR_YES, LR_NO, LR_UNKNOWN, LR_NO, LR_NO };
	static const guint counts[] = { 0, 2, 2, 0, 0 };
	g_autoptr(GPtrArray) nics = nics_named(names), listings = NULL;
	g_autoptr(LrSpeedOverrides) none = lr_speed_overrides_parse(NULL, "", NULL);

	for (guint i = 0; i < nics->len; i++)
		((LrNic *)nics->pdata[i])->carrier = carriers[i];
	((LrNic *)nics->pdata[4])->testable = false;
	listings = lr_listing_make(nics, none, unplugged);
	for (guint i = 0; i < listings->len; i++) {
		g_test_message("row '%s'", names[i]);
		g_assert_cmpuint(((const LrListing *)listings->pdata[i])->without_link, ==,
				 counts[i]);
	}
}

static void another_reason_comes_before_the_speed(void)
{
	static const char *const names[] = { "wlan0", NULL };
	g_autoptr(GPtrArray) nics = nics_named(names), listings = NULL;
	LrNic *nic = nics->pdata[0];
	const LrListing *listing;

	nic->link_mbps = 0;
	nic->testable = false;
	nic->reason = g_strdup("wireless");
	listings = listings_of(nics, NULL);
	listing = listings->pdata[0];
	g_assert_cmpstr(listing->reason, ==, "wireless");
}

static LrNic *full_nic(void)
{
	LrNic *nic = lr_nic_new("enp3s0f0");

	nic->category = LR_CATEGORY_NETWORK;
	lr_nic_set(&nic->kind, "physical");
	nic->driver = g_strdup("i40e");
	nic->bus = g_strdup("pci");
	nic->product = g_strdup("Ethernet Controller X710: 10GbE # SFP+");
	nic->vendor = g_strdup("Intel Corporation");
	nic->product_id = g_strdup("0x1572");
	nic->vendor_id = g_strdup("0x8086");
	nic->mac = g_strdup("02:00:00:00:00:01");
	nic->path = g_strdup("/devices/pci0000:03/0000:03:00.0");
	nic->carrier = LR_YES;
	nic->link_mbps = 1000;
	nic->advertised_mbps = 10000;
	nic->mtu_bytes = 9000;
	nic->numa_node = 0;
	nic->testable = true;
	return nic;
}

static void a_record_has_every_key_once(void)
{
	g_autoptr(GPtrArray) nics = g_ptr_array_new_with_free_func((GDestroyNotify)lr_nic_free);
	g_autoptr(GPtrArray) listings = NULL;
	g_autoptr(GString) records = g_string_new(NULL);

	g_ptr_array_add(nics, full_nic());
	g_ptr_array_add(nics, lr_nic_new("x"));
	listings = listings_of(nics, NULL);
	lr_record_append(records, listings->pdata[0]);
	lr_record_append(records, listings->pdata[1]);
	g_assert_cmpstr(records->str, ==,
			"interface: enp3s0f0\ninterface_slug: enp3s0f0\ncategory: NETWORK\n"
			"kind: physical\ndriver: i40e\nbus: pci\n"
			"product: Ethernet Controller X710: 10GbE # SFP+\n"
			"vendor: Intel Corporation\nproduct_id: 0x1572\nvendor_id: 0x8086\n"
			"product_slug: Ethernet_Controller_X710__10GbE___SFP_\n"
			"vendor_slug: Intel_Corporation\nmac: 02:00:00:00:00:01\n"
			"path: /devices/pci0000:03/0000:03:00.0\ncarrier: yes\n"
			"ports_without_link: 0\nspeed: 1000\n"
			"reference_speed: 10000\nreference_source: advertised\nmtu: 9000\n"
			"numa_node: 0\ntestable: yes\nreason: none\n\n"
			"interface: x\ninterface_slug: x\ncategory: OTHER\nkind: unknown\n"
			"driver: unknown\nbus: unknown\nproduct: unknown\nvendor: unknown\n"
			"product_id: unknown\nvendor_id: unknown\nproduct_slug: unknown\n"
			"vendor_slug: unknown\nmac: unknown\npath: unknown\ncarrier: unknown\n"
			"ports_without_link: 0\n"
			"speed: unknown\nreference_speed: unknown\nreference_source: unknown\n"
			"mtu: unknown\nnuma_node: unknown\ntestable: no\nreason: unknown\n\n");
}

static void the_table_fits_the_terminal(void)
{
	static const guint widths[] = { 80, 100, 120, 200 };
	g_autoptr(GPtrArray) nics = g_ptr_array_new_with_free_func((GDestroyNotify)lr_nic_free);
	g_autoptr(GPtrArray) listings = NULL, functions = g_ptr_array_new();

	g_ptr_array_add(nics, full_nic());
	g_ptr_array_add(nics, full_nic());
	lr_nic_set(&((LrNic *)nics->pdata[1])->product,
		   "\xe7\xbd\x91\xe5\x8d\xa1 of a vendor who says a great deal about its card and "
		   "then some more");
	listings = listings_of(nics, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(widths); i++) {
		g_autoptr(GString) table = g_string_new(NULL);
		g_auto(GStrv) lines = NULL;

		lr_devices_table_append(table, listings, functions, widths[i]);
		lines = g_strsplit(table->str, "\n", -1);
		for (char **line = lines; *line != NULL; line++)
			g_assert_cmpuint(lr_text_columns(*line), <=, widths[i]);
		g_assert_nonnull(strstr(table->str, "enp3s0f0"));
		g_assert_nonnull(strstr(table->str, "10 Gb/s (now 1 Gb/s)"));
		g_assert_nonnull(strstr(table->str, "2 of 2 can be tested."));
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/listing/slugs-are-unique-and-plain-names-keep-theirs",
			slugs_are_unique_and_plain_names_keep_theirs);
	g_test_add_func("/listing/who-has-no-speed-is-told-how-to-give-one",
			who_has_no_speed_is_told_how_to_give_one);
	g_test_add_func("/listing/ports-without-link-are-counted-where-they-can-be-tested",
			ports_without_link_are_counted_where_they_can_be_tested);
	g_test_add_func("/listing/a-port-is-unplugged-on-purpose-only-while-it-has-no-carrier",
			a_port_is_unplugged_on_purpose_only_while_it_has_no_carrier);
	g_test_add_func("/listing/another-reason-comes-before-the-speed",
			another_reason_comes_before_the_speed);
	g_test_add_func("/listing/a-record-has-every-key-once", a_record_has_every_key_once);
	g_test_add_func("/listing/the-table-fits-the-terminal", the_table_fits_the_terminal);
	return g_test_run();
}
