/* SPDX-License-Identifier: GPL-3.0-only */
#include "target.h"

static void one_target_is_read_in_every_notation(void)
{
	static const struct {
		const char *text;
		const char *host; /* NULL: refused */
		uint16_t port;
	} rows[] = {
		{ "server", "server", 5201 },
		{ "server.example:5301", "server.example", 5301 },
		{ "192.0.2.1", "192.0.2.1", 5201 },
		{ "192.0.2.1:1", "192.0.2.1", 1 },
		{ "2001:db8::1", "2001:db8::1", 5201 },
		{ "[2001:db8::1]:5301", "2001:db8::1", 5301 },
		{ "[2001:db8::1]", "2001:db8::1", 5201 },
		{ "fe80::1%eth0", "fe80::1%eth0", 5201 },
		{ "server:0", NULL, 0 },
		{ "server:65536", NULL, 0 },
		{ "server:", NULL, 0 },
		{ "[2001:db8::1", NULL, 0 },
		{ "-c", NULL, 0 },
		{ "a b", NULL, 0 },
		{ "$(id)", NULL, 0 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(LrTarget) target = lr_target_parse(rows[i].text, 5201, &error);

		g_test_message("row '%s'", rows[i].text);
		g_assert_true((target == NULL) == (rows[i].host == NULL));
		g_assert_true((target == NULL) == (error != NULL));
		if (target != NULL) {
			g_assert_cmpstr(target->host, ==, rows[i].host);
			g_assert_cmpuint(target->base_port, ==, rows[i].port);
		}
	}
}

static void a_list_may_have_spaces_and_empty_items(void)
{
	g_autoptr(GPtrArray) targets = lr_target_parse_list(" a , ,b:6000,, ", 5201, NULL);
	g_autoptr(GPtrArray) none = lr_target_parse_list(" , ", 5201, NULL);

	g_assert_cmpuint(targets->len, ==, 2);
	g_assert_cmpstr(((LrTarget *)targets->pdata[0])->host, ==, "a");
	g_assert_cmpuint(((LrTarget *)targets->pdata[1])->base_port, ==, 6000);
	g_assert_cmpuint(none->len, ==, 0);
	g_assert_null(lr_target_parse_list("a,b c", 5201, NULL));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/target/one-target-is-read-in-every-notation",
			one_target_is_read_in_every_notation);
	g_test_add_func("/target/a-list-may-have-spaces-and-empty-items",
			a_list_may_have_spaces_and_empty_items);
	return g_test_run();
}
