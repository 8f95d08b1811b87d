/* SPDX-License-Identifier: GPL-3.0-only */
/* `linerate config`: every setting in force, and who said so. */
#include "command.h"

#include <stdbool.h>
#include <string.h>

#include "error.h"
#include "options.h"
#include "settings.h"
#include "whole-file.h"

#define SUMMARY                                                                                    \
	"Tells every setting that a test would have in force, and where it comes from: the "       \
	"command\n"                                                                                \
	"line wins over the environment, that over ~/.config/linerate.conf, and that over\n"       \
	"/etc/xdg/linerate.conf. Give the options of the test that is meant.\n"                    \
	"Exit status: 0 all is understood, 2 something is not, and is named."

#define COMMAND_LINE "command line"

/* What the command line says of an option; NULL when nothing. The parser has accepted it before, so
 * a value is either behind "=" or the next word. The last one wins, but lists grow. */
static char *given_dup(int argc, char **argv, const char *name, bool is_list, bool is_switch)
{
	g_autofree char *option = g_strconcat("--", name, NULL);
	g_autofree char *option_equals = g_strconcat(option, "=", NULL);
	char *given = NULL;

	for (int i = 1; i < argc && !g_str_equal(argv[i], "--"); i++) {
		const char *value = NULL;
		char *sum;

		if (g_str_has_prefix(argv[i], option_equals))
			value = argv[i] + strlen(option_equals);
		else if (g_str_equal(argv[i], option))
			value = is_switch ? "yes" : i + 1 < argc ? argv[i + 1] : "";
		if (value == NULL)
			continue;
		sum = is_list && given != NULL ? g_strjoin(",", given, value, NULL)
					       : g_strdup(value);
		g_free(given);
		given = sum;
	}
	return given;
}

static void append_row(GString *table, const char *name, const char *value, const char *origin)
{
	g_string_append_printf(table, "%-24s %-24s %s\n", name, value[0] != '\0' ? value : "-",
			       origin);
}

static void append_setting(GString *table, const LrSettingName *setting, const LrSettings *settings,
			   int argc, char **argv)
{
	bool is_virtual = g_str_equal(setting->name, "allow-virtual");
	g_autofree char *given =
		given_dup(argc, argv, setting->name,
			  is_virtual || g_str_equal(setting->name, "target"), false);
	const char *origin = "default";
	const char *value = lr_settings_get(settings, setting->name, &origin);

	if (given != NULL && is_virtual && value != NULL) {
		g_autofree char *both = g_strjoin(",", given, value, NULL);
		g_autofree char *origins = g_strjoin(", ", COMMAND_LINE, origin, NULL);

		append_row(table, setting->name, both, origins);
	} else if (given != NULL) {
		append_row(table, setting->name, given, COMMAND_LINE);
	} else {
		append_row(table, setting->name, value != NULL ? value : setting->fallback, origin);
	}
}

static void append_switches(GString *table, int argc, char **argv)
{
	static const char *const switches[] = { "underspeed-ok", "reverse", "bidirectional" };

	for (size_t i = 0; i < G_N_ELEMENTS(switches); i++) {
		g_autofree char *given = given_dup(argc, argv, switches[i], false, true);

		append_row(table, switches[i], given != NULL ? given : "no",
			   given != NULL ? COMMAND_LINE : "default");
	}
}

static bool check_variables(GError **error)
{
	g_auto(GStrv) unknown = lr_settings_unknown_variables_dup();
	g_autofree char *names = g_strjoinv(", ", unknown);

	if (unknown[0] == NULL)
		return true;
	g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
		    "the environment has %s, but there is no such setting: see linerate-config(1)",
		    names);
	return false;
}

int lr_cmd_config(int argc, char **argv, GError **error)
{
	g_autoptr(LrSettings) settings = lr_options_load(argc, argv, SUMMARY, error);
	g_autoptr(GString) table = g_string_new(NULL);

	if (settings == NULL)
		return 0;
	append_row(table, "SETTING", "VALUE", "FROM");
	for (const LrSettingName *setting = lr_setting_names; setting->name != NULL; setting++)
		append_setting(table, setting, settings, argc, argv);
	append_switches(table, argc, argv);
	return lr_whole_file_write("-", table->str, table->len, error) && check_variables(error)
		       ? 0
		       : 2;
}
