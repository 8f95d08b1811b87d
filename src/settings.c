/* SPDX-License-Identifier: GPL-3.0-only */
#include "settings.h"

#include <string.h>

#include "error.h"
#include "speed-overrides.h"
#include "text.h"

#define FILE_NAME "linerate.conf"
#define GROUP	  "linerate"
#define PREFIX	  "LINERATE_"

const LrSettingName lr_setting_names[] = {
	{ "target", "TEST_TARGET_IPERF", "" },
	{ "speed", LR_SPEED_OVERRIDES_VARIABLE, "" },
	{ "allow-virtual", "LINERATE_ALLOW_VIRTUAL", "" },
	{ "unplugged", "LINERATE_UNPLUGGED", "" },
	{ "port", NULL, "5201" },
	{ "threads", NULL, "auto" },
	{ "duration", NULL, "10s" },
	{ "runs", NULL, "1" },
	{ "fail-threshold", NULL, "80" },
	{ "cpu-load-fail-threshold", NULL, "90" },
	{ "congestion", NULL, "" },
	{ "iface-timeout", NULL, "2m" },
	{ "scan-timeout", NULL, "60s" },
	{ "connect-timeout", NULL, "5s" },
	{ NULL, NULL, NULL },
};

typedef struct {
	char *value, *origin;
} Setting;

struct LrSettings {
	GHashTable *by_name; /* of Setting */
};

static void setting_free(void *data)
{
	Setting *setting = data;

	g_free(setting->value);
	g_free(setting->origin);
	g_free(setting);
}

void lr_settings_free(LrSettings *settings)
{
	if (settings == NULL)
		return;
	g_hash_table_unref(settings->by_name);
	g_free(settings);
}

static void put(LrSettings *settings, const char *name, const char *value, const char *origin)
{
	Setting *setting = g_new0(Setting, 1);

	setting->value = g_strdup(value);
	setting->origin = g_strdup(origin);
	g_hash_table_replace(settings->by_name, g_strdup(name), setting);
}

char **lr_settings_files_dup(void)
{
	const char *const *folders = g_get_system_config_dirs();
	g_autoptr(GPtrArray) files = g_ptr_array_new();

	/* The first folder is the most important one, see the XDG Base Directory Specification. */
	for (guint i = g_strv_length((char **)folders); i > 0; i--)
		g_ptr_array_add(files, g_build_filename(folders[i - 1], FILE_NAME, NULL));
	g_ptr_array_add(files, g_build_filename(g_get_user_config_dir(), FILE_NAME, NULL));
	g_ptr_array_add(files, NULL);
	return (char **)g_ptr_array_free(g_steal_pointer(&files), FALSE);
}

/* The line on which the word begins a key, or a group for "[word]"; 0 when it is not found. */
static guint find_line(const char *content, const char *word)
{
	g_auto(GStrv) lines = g_strsplit(content, "\n", -1);
	size_t length = strlen(word);

	for (guint i = 0; lines[i] != NULL; i++) {
		const char *line = g_strchug(lines[i]);
		const char *rest = line + length;

		if (strncmp(line, word, length) != 0)
			continue;
		if (word[0] == '[' || rest[strspn(rest, " \t")] == '=')
			return i + 1;
	}
	return 0;
}

static bool is_known(const char *name)
{
	for (const LrSettingName *known = lr_setting_names; known->name != NULL; known++) {
		if (g_str_equal(known->name, name))
			return true;
	}
	return false;
}

static bool check_groups(GKeyFile *keys, const char *content, const char *file, GError **error)
{
	g_auto(GStrv) groups = g_key_file_get_groups(keys, NULL);

	for (char **group = groups; *group != NULL; group++) {
		g_autofree char *word = g_strdup_printf("[%s]", *group);
		g_autofree char *name = lr_text_name_dup(*group);

		if (g_str_equal(*group, GROUP))
			continue;
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "%s: line %u: there is no group [%s]: settings belong below [" GROUP
			    "]",
			    file, find_line(content, word), name);
		return false;
	}
	return true;
}

static bool take_keys(LrSettings *settings, GKeyFile *keys, const char *content, const char *file,
		      GError **error)
{
	g_auto(GStrv) names = g_key_file_get_keys(keys, GROUP, NULL, NULL);

	for (char **name = names; name != NULL && *name != NULL; name++) {
		g_autofree char *value = NULL, *clean = NULL;
		guint line = find_line(content, *name);

		if (!is_known(*name)) {
			clean = lr_text_name_dup(*name);
			g_set_error(
				error, LR_ERROR, LR_ERROR_INVALID,
				"%s: line %u: there is no setting '%s': 'linerate config' lists "
				"those that there are",
				file, line, clean);
			return false;
		}
		value = g_key_file_get_string(keys, GROUP, *name, error);
		if (value == NULL) {
			g_prefix_error(error, "%s: line %u: ", file, line);
			return false;
		}
		put(settings, *name, g_strstrip(value), file);
	}
	return true;
}

static bool read_file(LrSettings *settings, const char *file, GError **error)
{
	g_autoptr(GKeyFile) keys = g_key_file_new();
	g_autoptr(GError) reason = NULL;
	g_autofree char *content = NULL;
	gsize length;

	if (!g_file_get_contents(file, &content, &length, &reason)) {
		/* A name that stands for no file is as good as none, and so is one in a folder that
		 * this user may not look into: HOME often is another user's after sudo or setpriv. */
		if (!g_file_test(file, G_FILE_TEST_EXISTS))
			return true;
		g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM, "cannot read the settings: %s",
			    reason->message);
		return false;
	}
	if (!g_key_file_load_from_data(keys, content, length, G_KEY_FILE_NONE, &reason)) {
		g_autofree char *why = lr_text_line_dup(reason->message);

		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "%s is no configuration file: %s: write [" GROUP "], then lines like "
			    "'target = 192.0.2.10'",
			    file, why);
		return false;
	}
	return check_groups(keys, content, file, error) &&
	       take_keys(settings, keys, content, file, error);
}

LrSettings *lr_settings_load(const char *const *files, GError **error)
{
	g_autoptr(LrSettings) settings = g_new0(LrSettings, 1);

	settings->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, setting_free);
	for (; *files != NULL; files++) {
		if (!read_file(settings, *files, error))
			return NULL;
	}
	for (const LrSettingName *name = lr_setting_names; name->name != NULL; name++) {
		const char *value = name->variable != NULL ? g_getenv(name->variable) : NULL;

		/* Checkbox sets a variable that its own configuration leaves empty. */
		if (value != NULL && value[0] != '\0')
			put(settings, name->name, value, name->variable);
	}
	return g_steal_pointer(&settings);
}

const char *lr_settings_get(const LrSettings *settings, const char *name, const char **origin)
{
	const Setting *setting = g_hash_table_lookup(settings->by_name, name);

	g_assert(is_known(name));
	if (setting == NULL)
		return NULL;
	if (origin != NULL)
		*origin = setting->origin;
	return setting->value;
}

static bool is_variable(const char *variable)
{
	/* Not settings of a test, but of the target's service and of the tests of this program. */
	static const char *const others[] = { PREFIX "SERVE_OPTIONS", PREFIX "CHECKBOX",
					      PREFIX "STOCK_PROVIDERS", NULL };

	for (const LrSettingName *known = lr_setting_names; known->name != NULL; known++) {
		if (g_strcmp0(known->variable, variable) == 0)
			return true;
	}
	return g_strv_contains(others, variable);
}

char **lr_settings_unknown_variables_dup(void)
{
	g_auto(GStrv) variables = g_listenv();
	g_autoptr(GPtrArray) unknown = g_ptr_array_new();

	for (char **variable = variables; *variable != NULL; variable++) {
		if (g_str_has_prefix(*variable, PREFIX) && !is_variable(*variable))
			g_ptr_array_add(unknown, g_strdup(*variable));
	}
	g_ptr_array_add(unknown, NULL);
	return (char **)g_ptr_array_free(g_steal_pointer(&unknown), FALSE);
}
