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

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/text/whatever-a-device-says-becomes-one-line",
			whatever_a_device_says_becomes_one_line);
	g_test_add_func("/text/udev-escapes-are-decoded", udev_escapes_are_decoded);
	return g_test_run();
}
