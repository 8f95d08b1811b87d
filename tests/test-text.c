/* SPDX-License-Identifier: GPL-3.0-only */
#include "text.h"

static void whatever_a_device_says_becomes_one_line(void)
{
	static const struct {
		const char *text;
		const char *line;
	} rows[] = {
		{ "RSI-SDIO WLAN", "RSI-SDIO WLAN" },
		{ "two\nlines\r", "two lines" },
		{ "  outer  ", "outer" },
		{ "bad \xff byte", "bad \xef\xbf\xbd byte" },
		{ "line\xe2\x80\xa8separator", "line separator" },
		{ "\xc2\xa0"
		  "Acme\xe3\x80\x80NIC\xe2\x80\x83",
		  "Acme NIC" },
		{ "\xef\xbb\xbf"
		  "Acme\xe2\x80\x8bNIC",
		  "AcmeNIC" },
		{ "private \xee\x80\x80 use", "private \xef\xbf\xbd use" },
		{ "Qualcomm\xc2\xae", "Qualcomm\xc2\xae" },
		{ "\x01\x02", NULL },
		{ "", NULL },
		{ NULL, NULL },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *line = lr_text_line_dup(rows[i].text);

		g_assert_cmpstr(line, ==, rows[i].line);
	}
}

static void udev_escapes_are_decoded(void)
{
	g_autofree char *spaces = lr_text_udev_dup("AX88179\\x20Gigabit\\x20Ethernet");
	g_autofree char *utf8 = lr_text_udev_dup("caf\\xc3\\xa9");
	g_autofree char *odd = lr_text_udev_dup("50\\% \\xzz \\x");
	g_autofree char *newline = lr_text_udev_dup("a\\x0ab");
	g_autofree char *zero = lr_text_udev_dup("a\\x00b");

	g_assert_cmpstr(spaces, ==, "AX88179 Gigabit Ethernet");
	g_assert_cmpstr(utf8, ==, "caf\xc3\xa9");
	g_assert_cmpstr(odd, ==, "50\\% \\xzz \\x");
	g_assert_cmpstr(newline, ==, "a b");
	g_assert_cmpstr(zero, ==, "a b");
}

static void slugs_are_those_of_checkbox(void)
{
	static const struct {
		const char *text;
		const char *slug;
	} rows[] = {
		{ "RTL8111/8168/8411 PCI Express", "RTL8111_8168_8411_PCI_Express" },
		{ "Realtek Semiconductor Co., Ltd.", "Realtek_Semiconductor_Co___Ltd_" },
		{ "82579LM Gigabit", "_82579LM_Gigabit" },
		{ "Snapdragon\xe2\x84\xa2 X16", "Snapdragon__X16" },
		{ "a-b", "a_b" },
		{ "", "unknown" },
		{ NULL, "unknown" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *slug = lr_text_slug_dup(rows[i].text);

		g_assert_cmpstr(slug, ==, rows[i].slug);
	}
}

static void names_stay_different_when_made_printable(void)
{
	static const struct {
		const char *bytes;
		const char *name;
	} rows[] = {
		{ "eth0.100", "eth0.100" },
		{ "\xff", "\\xff" },
		{ "\\xff", "\\x5cxff" },
		{ "a\x07", "a\\x07" },
		{ "caf\xc3\xa9", "caf\xc3\xa9" },
		{ "e\xe2\x80\xa8th", "e\\xe2\\x80\\xa8th" },
		{ "\xc3", "\\xc3" },
		{ "a\xc2\xa0"
		  "b",
		  "a\\xc2\\xa0b" },
		{ "\xee\x80\x80", "\\xee\\x80\\x80" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *name = lr_text_name_dup(rows[i].bytes);

		g_assert_cmpstr(name, ==, rows[i].name);
	}
}

static void lists_lose_white_space_and_empty_items(void)
{
	g_auto(GStrv) items = lr_text_list_dup(" a, b ,,c,");
	g_auto(GStrv) none = lr_text_list_dup(NULL);
	const char *const expected[] = { "a", "b", "c", NULL };

	g_assert_cmpuint(g_strv_length(none), ==, 0);
	g_assert_true(g_strv_equal((const char *const *)items, expected));
}

static void columns_are_those_of_a_terminal(void)
{
	static const struct {
		const char *text;
		guint columns;
		const char *column;
	} rows[] = {
		{ "eth0", 6, "eth0  " },
		{ "eth0", 4, "eth0" },
		{ "enp12s0", 4, "enp\xe2\x80\xa6" },
		{ "\xe7\xbd\x91\xe5\x8d\xa1", 5, "\xe7\xbd\x91\xe5\x8d\xa1 " },
		{ "\xe7\xbd\x91\xe5\x8d\xa1", 3, "\xe7\xbd\x91\xe2\x80\xa6" },
		{ "\xe7\xbd\x91\xe5\x8d\xa1", 2, "\xe2\x80\xa6 " },
		{ "e\xcc\x81t", 3, "e\xcc\x81t " },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GString) line = g_string_new(NULL);

		lr_text_column_append(line, rows[i].text, rows[i].columns);
		g_assert_cmpstr(line->str, ==, rows[i].column);
		g_assert_cmpuint(lr_text_columns(line->str), ==, rows[i].columns);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/text/whatever-a-device-says-becomes-one-line",
			whatever_a_device_says_becomes_one_line);
	g_test_add_func("/text/udev-escapes-are-decoded", udev_escapes_are_decoded);
	g_test_add_func("/text/slugs-are-those-of-checkbox", slugs_are_those_of_checkbox);
	g_test_add_func("/text/names-stay-different-when-made-printable",
			names_stay_different_when_made_printable);
	g_test_add_func("/text/lists-lose-white-space-and-empty-items",
			lists_lose_white_space_and_empty_items);
	g_test_add_func("/text/columns-are-those-of-a-terminal", columns_are_those_of_a_terminal);
	return g_test_run();
}
