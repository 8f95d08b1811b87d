/* SPDX-License-Identifier: GPL-3.0-only */
#include "speed-overrides.h"

#include "error.h"

static void each_interface_gets_its_own_speed(void)
{
	g_autoptr(LrSpeedOverrides) overrides = lr_speed_overrides_parse(
		" eth0=200G, ens3 = 10G,,eth0.5=2500M ,", "LINERATE_SPEED", NULL);

	g_assert_nonnull(overrides);
	g_assert_cmpuint(lr_speed_overrides_get_mbps(overrides, "eth0"), ==, 200000);
	g_assert_cmpuint(lr_speed_overrides_get_mbps(overrides, "ens3"), ==, 10000);
	g_assert_cmpuint(lr_speed_overrides_get_mbps(overrides, "eth0.5"), ==, 2500);
	g_assert_cmpuint(lr_speed_overrides_get_mbps(overrides, "eth1"), ==, 0);
}

static void nothing_given_is_no_override(void)
{
	g_autoptr(LrSpeedOverrides) none = lr_speed_overrides_parse(NULL, "LINERATE_SPEED", NULL);
	g_autoptr(LrSpeedOverrides) empty = lr_speed_overrides_parse("", "LINERATE_SPEED", NULL);

	g_assert_cmpuint(lr_speed_overrides_get_mbps(none, "eth0"), ==, 0);
	g_assert_cmpuint(lr_speed_overrides_get_mbps(empty, "eth0"), ==, 0);
}

static void nonsense_is_refused_by_name(void)
{
	static const struct {
		const char *text;
		const char *named;
	} rows[] = {
		{ "eth0=0", "eth0" },
		{ "eth0=-1", "eth0" },
		{ "eth0=fast", "eth0" },
		{ "eth0=", "eth0" },
		{ "ens3=10G,eth0=0G", "eth0" },
		{ "10G", "'10G'" },
		{ "=10G", "'=10G'" },
		{ "eth0:10G", "'eth0:10G'" },
		{ "eth0=10G,eth0=25G", "eth0 is given twice" },
		{ "eth0=4294967295", "eth0" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;

		g_test_message("row '%s'", rows[i].text);
		g_assert_null(lr_speed_overrides_parse(rows[i].text, "LINERATE_SPEED", &error));
		g_assert_error(error, LR_ERROR, LR_ERROR_INVALID);
		g_assert_true(g_str_has_prefix(error->message, "LINERATE_SPEED: "));
		g_assert_nonnull(g_strstr_len(error->message, -1, rows[i].named));
		g_assert_null(g_strstr_len(error->message, -1, "\n"));
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/speed-overrides/each-interface-gets-its-own-speed",
			each_interface_gets_its_own_speed);
	g_test_add_func("/speed-overrides/nothing-given-is-no-override",
			nothing_given_is_no_override);
	g_test_add_func("/speed-overrides/nonsense-is-refused-by-name",
			nonsense_is_refused_by_name);
	return g_test_run();
}
