/* SPDX-License-Identifier: GPL-3.0-only */
#include "settings.h"

#include <glib/gstdio.h>
#include <string.h>

#include "error.h"
#include "options.h"

static char *write_file(const char *name, const char *content)
{
	g_autofree char *folder = g_dir_make_tmp("lr-settings-XXXXXX", NULL);
	char *file = g_build_filename(folder, name, NULL);

	g_assert_true(g_file_set_contents(file, content, -1, NULL));
	return file;
}

static void remove_file(char *file)
{
	g_autofree char *folder = g_path_get_dirname(file);

	g_unlink(file);
	g_rmdir(folder);
	g_free(file);
}

static void clear_environment(void)
{
	for (const LrSettingName *name = lr_setting_names; name->name != NULL; name++) {
		if (name->variable != NULL)
			g_unsetenv(name->variable);
	}
}

static void the_environment_wins_over_the_later_file_and_that_over_the_earlier(void)
{
	static const struct {
		const char *name, *value, *origin; /* NULL, "first", "second" or a variable */
	} rows[] = {
		{ "target", "192.0.2.3", "TEST_TARGET_IPERF" },
		{ "speed", "eth0=200G", "second" },
		{ "port", "6000", "first" },
		{ "scan-timeout", "1h", "second" },
		{ "runs", NULL, NULL },
		{ "unplugged", NULL, NULL },
	};
	char *first = write_file("linerate.conf", "[linerate]\ntarget = a\nport=6000 \n"
						  "scan-timeout=5s\n");
	char *second = write_file("linerate.conf", "# of this user\n[linerate]\ntarget=b\n"
						   "speed=eth0=200G\nscan-timeout=1h\n");
	const char *files[] = { first, "/nowhere/linerate.conf", second, NULL };
	g_autoptr(GError) error = NULL;
	g_autoptr(LrSettings) settings = NULL;

	clear_environment();
	g_setenv("TEST_TARGET_IPERF", "192.0.2.3", TRUE);
	g_setenv("LINERATE_UNPLUGGED", "", TRUE);
	settings = lr_settings_load(files, &error);
	g_assert_no_error(error);
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const char *origin = NULL;
		const char *value = lr_settings_get(settings, rows[i].name, &origin);

		g_test_message("row '%s'", rows[i].name);
		g_assert_cmpstr(value, ==, rows[i].value);
		g_assert_cmpstr(origin, ==,
				g_strcmp0(rows[i].origin, "first") == 0	   ? first
				: g_strcmp0(rows[i].origin, "second") == 0 ? second
									   : rows[i].origin);
	}
	clear_environment();
	remove_file(first);
	remove_file(second);
}

static void what_is_not_understood_is_named_with_file_and_line(void)
{
	static const struct {
		const char *content, *what;
	} rows[] = {
		{ "[linerate]\nport = 1\n\ntragets = a\n",
		  "line 4: there is no setting 'tragets'" },
		{ "[linerate]\nport = 1\n[test]\nport = 1\n", "line 3: there is no group [test]" },
		{ "[linerate]\nreverse = true\n", "line 2: there is no setting 'reverse'" },
		{ "[linerate]\nunderspeed-ok = true\n",
		  "line 2: there is no setting 'underspeed-ok'" },
		{ "target = a\n", "is no configuration file" },
		{ "[linerate]\ntarget\n", "is no configuration file" },
		{ "[linerate]\ntarget = \xff\xfe\n", "line 2" },
	};

	clear_environment();
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		char *file = write_file("linerate.conf", rows[i].content);
		const char *files[] = { file, NULL };
		g_autoptr(GError) error = NULL;

		g_test_message("row '%s'", rows[i].what);
		g_assert_null(lr_settings_load(files, &error));
		g_assert_nonnull(error);
		g_test_message("%s", error->message);
		g_assert_nonnull(strstr(error->message, rows[i].what));
		g_assert_nonnull(strstr(error->message, file));
		g_assert_null(strchr(error->message, '\n'));
		remove_file(file);
	}
}

/* What `linerate config` calls the default is what a request has without any option. */
static void the_defaults_are_those_of_a_request(void)
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new_with_free_func(g_free);
	char *bare[] = { (char *)"test", (char *)"eth0", NULL };
	g_autoptr(GError) error = NULL;
	g_autoptr(LrRequest) defaults = NULL, said = NULL;

	clear_environment();
	g_ptr_array_add(argv, g_strdup("test"));
	g_ptr_array_add(argv, g_strdup("eth0"));
	for (const LrSettingName *name = lr_setting_names; name->name != NULL; name++) {
		if (name->fallback[0] != '\0')
			g_ptr_array_add(argv,
					g_strdup_printf("--%s=%s", name->name, name->fallback));
	}
	g_assert_cmpuint(argv->len, >, 8);
	defaults = lr_options_parse(2, bare, "Tests.", NULL, &error);
	g_assert_no_error(error);
	said = lr_options_parse((int)argv->len, (char **)argv->pdata, "Tests.", NULL, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(said->port, ==, defaults->port);
	g_assert_cmpuint(said->threads, ==, defaults->threads);
	g_assert_cmpuint(said->runs, ==, defaults->runs);
	g_assert_cmpint(said->duration_ns, ==, defaults->duration_ns);
	g_assert_cmpfloat(said->fail_threshold_percent, ==, defaults->fail_threshold_percent);
	g_assert_cmpfloat(said->cpu_threshold_percent, ==, defaults->cpu_threshold_percent);
	g_assert_cmpint(said->iface_timeout_ns, ==, defaults->iface_timeout_ns);
	g_assert_cmpint(said->scan_timeout_ns, ==, defaults->scan_timeout_ns);
	g_assert_cmpint(said->connect_timeout_ns, ==, defaults->connect_timeout_ns);
}

static void a_variable_that_only_looks_like_a_setting_is_found(void)
{
	g_auto(GStrv) none = lr_settings_unknown_variables_dup();
	g_auto(GStrv) one = NULL;

	g_assert_cmpstr(none[0], ==, NULL);
	g_setenv("LINERATE_TRAGET", "a", TRUE);
	g_setenv("LINERATE_SPEED", "eth0=1G", TRUE);
	one = lr_settings_unknown_variables_dup();
	g_assert_cmpstr(one[0], ==, "LINERATE_TRAGET");
	g_assert_cmpstr(one[1], ==, NULL);
	g_unsetenv("LINERATE_TRAGET");
	g_unsetenv("LINERATE_SPEED");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func(
		"/settings/the-environment-wins-over-the-later-file-and-that-over-the-earlier",
		the_environment_wins_over_the_later_file_and_that_over_the_earlier);
	g_test_add_func("/settings/what-is-not-understood-is-named-with-file-and-line",
			what_is_not_understood_is_named_with_file_and_line);
	g_test_add_func("/settings/the-defaults-are-those-of-a-request",
			the_defaults_are_those_of_a_request);
	g_test_add_func("/settings/a-variable-that-only-looks-like-a-setting-is-found",
			a_variable_that_only_looks_like_a_setting_is_found);
	return g_test_run();
}
