/* SPDX-License-Identifier: GPL-3.0-only */
#include "units.h"

static void rates_are_read_as_people_write_them(void)
{
	static const struct {
		const char *text;
		uint64_t mbps; /* 0: refused */
	} rows[] = {
		{ "10G", 10000 }, { "2500M", 2500 }, { "2.5G", 2500 }, { "1000", 1000 },
		{ "1T", 1000000 }, { "10Gb/s", 10000 }, { "25 Gbit/s", 25000 }, { "100gbps", 100000 },
		{ "10Gbit", 10000 }, { " 10G ", 10000 }, { "0", 0 }, { "-1", 0 }, { "-10G", 0 },
		{ "G", 0 }, { "", 0 }, { "10X", 0 }, { "1e3", 0 }, { "0x10", 0 }, { "nan", 0 },
		{ "inf", 0 }, { "0.5", 0 }, { "1.5.2G", 0 }, { "99999999999G", 0 }, { "10G,", 0 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;
		uint64_t mbps = 0;
		bool understood = lr_rate_parse(rows[i].text, &mbps, &error);

		g_test_message("row '%s'", rows[i].text);
		g_assert_cmpint(understood, ==, rows[i].mbps != 0);
		g_assert_cmpuint(mbps, ==, rows[i].mbps);
		g_assert_true((error == NULL) == understood);
	}
}

static void durations_are_read_as_people_write_them(void)
{
	static const struct {
		const char *text;
		int64_t ms; /* 0: refused */
	} rows[] = {
		{ "90", 90000 }, { "90s", 90000 }, { "15m", 900000 }, { "15min", 900000 },
		{ "2h", 7200000 }, { "1d", 86400000 }, { "500ms", 500 }, { "1.5s", 1500 },
		{ "30d", INT64_C(2592000000) }, { "31d", 0 }, { "0", 0 }, { "-5", 0 }, { "", 0 },
		{ "soon", 0 }, { "5x", 0 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;
		int64_t ns = 0;
		bool understood = lr_duration_parse(rows[i].text, &ns, &error);

		g_test_message("row '%s'", rows[i].text);
		g_assert_cmpint(understood, ==, rows[i].ms != 0);
		g_assert_cmpint(ns, ==, rows[i].ms * LR_NS_PER_MS);
		g_assert_true((error == NULL) == understood);
	}
}

static void percentages_are_from_0_to_100(void)
{
	double percent = -1;

	g_assert_true(lr_percent_parse("80", &percent, NULL));
	g_assert_cmpfloat(percent, ==, 80);
	g_assert_true(lr_percent_parse("99.5%", &percent, NULL));
	g_assert_cmpfloat(percent, ==, 99.5);
	g_assert_false(lr_percent_parse("101", &percent, NULL));
	g_assert_false(lr_percent_parse("-1", &percent, NULL));
	g_assert_false(lr_percent_parse("80 %%", &percent, NULL));
	g_assert_cmpfloat(percent, ==, 99.5);
}

static void counts_keep_to_their_bounds(void)
{
	g_autoptr(GError) error = NULL;
	uint64_t count = 7;

	g_assert_true(lr_count_parse("64", 1, 64, &count, NULL));
	g_assert_cmpuint(count, ==, 64);
	g_assert_false(lr_count_parse("65", 1, 64, &count, &error));
	g_assert_nonnull(g_strstr_len(error->message, -1, "from 1 to 64"));
	g_assert_false(lr_count_parse("+3", 1, 64, &count, NULL));
	g_assert_false(lr_count_parse("3 ", 1, 64, &count, NULL));
	g_assert_cmpuint(count, ==, 64);
}

static void numbers_are_written_for_people(void)
{
	static const struct {
		double mbps;
		const char *text;
	} rates[] = { { 10000, "10 Gb/s" }, { 2500, "2.5 Gb/s" }, { 941.48, "941 Mb/s" },
		      { 6796, "6.8 Gb/s" }, { 0.5, "0.5 Mb/s" }, { 100, "100 Mb/s" } };
	static const struct {
		int64_t seconds;
		const char *text;
	} durations[] = { { 4, "4 s" }, { 900, "15 min" }, { 5400, "1 h 30 min" }, { 61, "1 min 1 s" } };

	for (size_t i = 0; i < G_N_ELEMENTS(rates); i++) {
		g_autofree char *text = lr_rate_dup(rates[i].mbps);

		g_assert_cmpstr(text, ==, rates[i].text);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(durations); i++) {
		g_autofree char *text = lr_duration_dup(durations[i].seconds * LR_NS_PER_SECOND);

		g_assert_cmpstr(text, ==, durations[i].text);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/units/rates-are-read-as-people-write-them",
			rates_are_read_as_people_write_them);
	g_test_add_func("/units/durations-are-read-as-people-write-them",
			durations_are_read_as_people_write_them);
	g_test_add_func("/units/percentages-are-from-0-to-100", percentages_are_from_0_to_100);
	g_test_add_func("/units/counts-keep-to-their-bounds", counts_keep_to_their_bounds);
	g_test_add_func("/units/numbers-are-written-for-people", numbers_are_written_for_people);
	return g_test_run();
}
