/* SPDX-License-Identifier: GPL-3.0-only */
#include "ethtool.h"

#include <linux/ethtool.h>
#include <string.h>

#define N_WORDS 5

/* Bits by number, as the kernel numbers them; 0 ends a list that is not empty. */
typedef struct {
	guint bits[8];
} Modes;

static void set_bits(uint32_t *words, const Modes *modes)
{
	for (guint i = 0; i < G_N_ELEMENTS(modes->bits) && modes->bits[i] != 0; i++)
		words[modes->bits[i] / 32] |= UINT32_C(1) << (modes->bits[i] % 32);
}

/* 5: 1000baseT, 12: 10000baseT, 15: 2500baseX, 28: 56000baseCR4, 31: 25000baseCR, 38:
 * 100000baseCR4, 47: 2500baseT, 48: 5000baseT, 66: 200000baseCR4, 89: 400000baseCR4, 93:
 * 800000baseCR8; 6: autonegotiation, 7: twisted pair, 10: fibre, 50: RS-FEC. */
static const struct {
	const char *name;
	uint32_t speed;
	uint8_t duplex, port, autoneg;
	Modes supported, advertised, partner;
	LrNic facts; /* only the numbers and what is compared below */
	const char *port_name;
} rows[] = {
	{ "gigabit-card",
	  1000,
	  DUPLEX_FULL,
	  PORT_TP,
	  AUTONEG_ENABLE,
	  { { 1, 3, 5, 6, 7 } },
	  { { 1, 3, 5, 6, 7 } },
	  { { 1, 3, 5, 6 } },
	  { .link_mbps = 1000,
	    .supported_mbps = 1000,
	    .advertised_mbps = 1000,
	    .partner_mbps = 1000,
	    .duplex = LR_DUPLEX_FULL,
	    .autoneg = LR_YES },
	  "twisted-pair" },
	{ "five-gigabit-card-on-a-gigabit-switch",
	  1000,
	  DUPLEX_FULL,
	  PORT_TP,
	  AUTONEG_ENABLE,
	  { { 5, 47, 48, 6 } },
	  { { 5, 47, 48, 6 } },
	  { { 3, 5, 6 } },
	  { .link_mbps = 1000,
	    .supported_mbps = 5000,
	    .advertised_mbps = 5000,
	    .partner_mbps = 1000,
	    .duplex = LR_DUPLEX_FULL,
	    .autoneg = LR_YES },
	  "twisted-pair" },
	{ "supports-56-advertises-40",
	  40000,
	  DUPLEX_FULL,
	  PORT_DA,
	  AUTONEG_ENABLE,
	  { { 24, 28, 10 } },
	  { { 24, 10 } },
	  { { 0 } },
	  { .link_mbps = 40000,
	    .supported_mbps = 56000,
	    .advertised_mbps = 40000,
	    .duplex = LR_DUPLEX_FULL,
	    .autoneg = LR_YES },
	  "direct-attach" },
	{ "bits-that-are-no-speed-give-none",
	  SPEED_UNKNOWN,
	  DUPLEX_UNKNOWN,
	  PORT_OTHER,
	  AUTONEG_DISABLE,
	  { { 6, 7, 10, 13, 50, 74 } },
	  { { 6, 13 } },
	  { { 0 } },
	  { .duplex = LR_DUPLEX_UNKNOWN, .autoneg = LR_NO },
	  "other" },
	{ "800-gigabit-card-without-link",
	  SPEED_UNKNOWN,
	  DUPLEX_UNKNOWN,
	  PORT_FIBRE,
	  AUTONEG_ENABLE,
	  { { 38, 66, 89, 93 } },
	  { { 38, 66, 89, 93 } },
	  { { 0 } },
	  { .supported_mbps = 800000, .advertised_mbps = 800000, .autoneg = LR_YES },
	  "fibre" },
	{ "half-duplex",
	  100,
	  DUPLEX_HALF,
	  PORT_TP,
	  AUTONEG_DISABLE,
	  { { 2, 3 } },
	  { { 2 } },
	  { { 0 } },
	  { .link_mbps = 100,
	    .supported_mbps = 100,
	    .advertised_mbps = 100,
	    .duplex = LR_DUPLEX_HALF,
	    .autoneg = LR_NO },
	  "twisted-pair" },
	{ "veth-has-a-speed-and-no-modes",
	  10000,
	  DUPLEX_FULL,
	  PORT_TP,
	  AUTONEG_DISABLE,
	  { { 0 } },
	  { { 0 } },
	  { { 0 } },
	  { .link_mbps = 10000, .duplex = LR_DUPLEX_FULL, .autoneg = LR_NO },
	  "twisted-pair" },
};

static LrNic *translate(const struct ethtool_link_settings *settings, const Modes *supported,
			const Modes *advertised, const Modes *partner, const LrLinkModeNames *names)
{
	uint32_t masks[3 * N_WORDS] = { 0 };
	LrNic *nic = lr_nic_new("eth0");

	set_bits(masks, supported);
	set_bits(masks + N_WORDS, advertised);
	set_bits(masks + 2 * N_WORDS, partner);
	lr_ethtool_link_translate(settings, masks, names, nic);
	return nic;
}

static void link_settings_become_facts(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const struct ethtool_link_settings settings = { .speed = rows[i].speed,
								.duplex = rows[i].duplex,
								.port = rows[i].port,
								.autoneg = rows[i].autoneg,
								.link_mode_masks_nwords = N_WORDS };
		const LrNic *facts = &rows[i].facts;
		g_autoptr(LrNic) nic = translate(&settings, &rows[i].supported, &rows[i].advertised,
						 &rows[i].partner, &lr_link_modes_no_names);

		g_test_message("row %s", rows[i].name);
		g_assert_cmpuint(nic->link_mbps, ==, facts->link_mbps);
		g_assert_cmpuint(nic->supported_mbps, ==, facts->supported_mbps);
		g_assert_cmpuint(nic->advertised_mbps, ==, facts->advertised_mbps);
		g_assert_cmpuint(nic->partner_mbps, ==, facts->partner_mbps);
		g_assert_cmpint(nic->duplex, ==, facts->duplex);
		g_assert_cmpint(nic->autoneg, ==, facts->autoneg);
		g_assert_cmpstr(nic->port, ==, rows[i].port_name);
		g_assert_null(nic->unknown_modes);
	}
}

static void a_mode_newer_than_the_table_is_named_by_the_kernel(void)
{
	const struct ethtool_link_settings settings = { .speed = 1000,
							.duplex = DUPLEX_FULL,
							.link_mode_masks_nwords = N_WORDS };
	const char *kernel[N_WORDS * 32] = { [130] = "3200000baseXR16/Full", [131] = "FEC_NEW" };
	const LrLinkModeNames names = { kernel, G_N_ELEMENTS(kernel) };
	const Modes modes = { { 5, 130, 131 } };
	g_autoptr(LrNic) named = translate(&settings, &modes, &modes, &modes, &names);
	g_autoptr(LrNic) nameless =
		translate(&settings, &modes, &modes, &modes, &lr_link_modes_no_names);

	g_assert_cmpuint(named->supported_mbps, ==, 3200000);
	g_assert_cmpuint(named->advertised_mbps, ==, 3200000);
	g_assert_cmpstr(named->unknown_modes, ==, "3200000baseXR16/Full, FEC_NEW");
	g_assert_cmpuint(nameless->supported_mbps, ==, 1000);
	g_assert_cmpstr(nameless->unknown_modes, ==, "bit 130, bit 131");
}

/* 25 Gb/s now, by a mode without a name; the highest with one is 1 Gb/s. */
static void a_nameless_mode_is_as_fast_as_the_link_at_least(void)
{
	const struct ethtool_link_settings settings = { .speed = 25000,
							.duplex = DUPLEX_FULL,
							.link_mode_masks_nwords = N_WORDS };
	const Modes modes = { { 5, 140 } };
	g_autoptr(LrNic) nic =
		translate(&settings, &modes, &modes, &modes, &lr_link_modes_no_names);

	g_assert_cmpuint(nic->advertised_mbps, ==, 25000);
}

static void every_bit_of_the_table_has_the_speed_of_its_name(void)
{
	static const struct {
		guint bit;
		uint32_t mbps;
	} bits[] = {
		{ 0, 10 },	  { 3, 100 },	   { 5, 1000 },	    { 6, 0 },
		{ 15, 2500 },	  { 17, 1000 },	   { 19, 10000 },   { 20, 0 },
		{ 21, 20000 },	  { 23, 40000 },   { 27, 56000 },   { 31, 25000 },
		{ 34, 50000 },	  { 36, 100000 },  { 40, 50000 },   { 41, 1000 },
		{ 42, 10000 },	  { 47, 2500 },	   { 48, 5000 },    { 49, 0 },
		{ 52, 50000 },	  { 57, 100000 },  { 62, 200000 },  { 67, 100 },
		{ 68, 1000 },	  { 69, 400000 },  { 74, 0 },	    { 75, 100000 },
		{ 80, 200000 },	  { 85, 400000 },  { 90, 100 },	    { 92, 10 },
		{ 93, 800000 },	  { 98, 800000 },  { 99, 10 },	    { 103, 200000 },
		{ 109, 400000 },  { 115, 800000 }, { 120, 800000 }, { 121, 1600000 },
		{ 124, 1600000 }, { 125, 0 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(bits); i++) {
		uint32_t words[N_WORDS] = { 0 };

		words[bits[i].bit / 32] = UINT32_C(1) << (bits[i].bit % 32);
		g_test_message("bit %u", bits[i].bit);
		g_assert_cmpuint(
			lr_link_modes_highest_mbps(words, N_WORDS, &lr_link_modes_no_names), ==,
			bits[i].mbps);
	}
}

static void the_table_agrees_with_the_headers(void)
{
	static const struct {
		guint bit;
		uint32_t mbps;
	} bits[] = {
		{ ETHTOOL_LINK_MODE_10000baseT_Full_BIT, 10000 },
		{ ETHTOOL_LINK_MODE_2500baseT_Full_BIT, 2500 },
		{ ETHTOOL_LINK_MODE_25000baseSR_Full_BIT, 25000 },
		{ ETHTOOL_LINK_MODE_100000baseDR_Full_BIT, 100000 },
		{ ETHTOOL_LINK_MODE_400000baseCR4_Full_BIT, 400000 },
		{ ETHTOOL_LINK_MODE_FEC_LLRS_BIT, 0 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(bits); i++) {
		uint32_t words[N_WORDS] = { 0 };

		words[bits[i].bit / 32] = UINT32_C(1) << (bits[i].bit % 32);
		g_assert_cmpuint(
			lr_link_modes_highest_mbps(words, N_WORDS, &lr_link_modes_no_names), ==,
			bits[i].mbps);
	}
}

static void a_stranger_of_the_same_name_is_not_asked(void)
{
	g_autoptr(LrEthtool) ethtool = lr_ethtool_new(NULL);
	g_autoptr(LrNic) loopback = lr_nic_new("lo"), stranger = lr_nic_new("lo");
	g_autoptr(LrNic) recorded = lr_nic_new("lo"), other_mac = lr_nic_new("lo");

	g_assert_nonnull(ethtool);
	loopback->ifindex = other_mac->ifindex = 1;
	loopback->mac = g_strdup("00:00:00:00:00:00");
	other_mac->mac = g_strdup("02:00:00:00:00:01");
	stranger->ifindex = 4711;
	g_assert_true(lr_ethtool_knows(ethtool, loopback));
	g_assert_false(lr_ethtool_knows(ethtool, stranger));
	g_assert_false(lr_ethtool_knows(ethtool, recorded));
	g_assert_false(lr_ethtool_knows(ethtool, other_mac));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/ethtool/link-settings-become-facts", link_settings_become_facts);
	g_test_add_func("/ethtool/a-mode-newer-than-the-table-is-named-by-the-kernel",
			a_mode_newer_than_the_table_is_named_by_the_kernel);
	g_test_add_func("/ethtool/a-nameless-mode-is-as-fast-as-the-link-at-least",
			a_nameless_mode_is_as_fast_as_the_link_at_least);
	g_test_add_func("/ethtool/every-bit-of-the-table-has-the-speed-of-its-name",
			every_bit_of_the_table_has_the_speed_of_its_name);
	g_test_add_func("/ethtool/the-table-agrees-with-the-headers",
			the_table_agrees_with_the_headers);
	g_test_add_func("/ethtool/a-stranger-of-the-same-name-is-not-asked",
			a_stranger_of_the_same_name_is_not_asked);
	return g_test_run();
}
