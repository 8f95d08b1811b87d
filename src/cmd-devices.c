/* SPDX-License-Identifier: GPL-3.0-only */
#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "arguments.h"
#include "devices-json.h"
#include "devices-table.h"
#include "error.h"
#include "listing.h"
#include "record.h"
#include "settings.h"
#include "text.h"
#include "udev-nics.h"

typedef enum { FORMAT_TABLE, FORMAT_RECORDS, FORMAT_JSON } Format;

typedef struct {
	char *format;
	char **allow_virtual; /* comma lists; NULL for none */
} Options;

static void options_clear(Options *options)
{
	g_free(options->format);
	g_strfreev(options->allow_virtual);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

static bool parse_format(const char *text, Format *format, GError **error)
{
	static const char *const names[] = {
		[FORMAT_TABLE] = "table", [FORMAT_RECORDS] = "records", [FORMAT_JSON] = "json"
	};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (text == NULL || g_str_equal(text, names[i])) {
			*format = (Format)i;
			return true;
		}
	}
	g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
		    "--format: '%s' is none of table, records and json", text);
	return false;
}

/* As in `plan` and `test`, what environment or file name is allowed too. */
static char **allowed_dup(char **lists, const LrSettings *settings)
{
	const char *more = lr_settings_get(settings, "allow-virtual", NULL);
	g_autofree char *given = lists != NULL ? g_strjoinv(",", lists) : g_strdup("");
	g_autofree char *both = g_strjoin(",", given, more != NULL ? more : "", NULL);

	return lr_text_list_dup(both);
}

static LrSettings *load_settings(GError **error)
{
	g_auto(GStrv) files = lr_settings_files_dup();

	return lr_settings_load((const char *const *)files, error);
}

static GPtrArray *make_listings(const GPtrArray *nics, const LrSettings *settings, GError **error)
{
	const char *origin = NULL;
	const char *speeds = lr_settings_get(settings, "speed", &origin);
	g_autoptr(LrSpeedOverrides) overrides = lr_speed_overrides_parse(speeds, origin, error);
	g_auto(GStrv) unplugged = lr_text_list_dup(lr_settings_get(settings, "unplugged", NULL));

	return overrides != NULL ? lr_listing_make(nics, overrides, (const char *const *)unplugged)
				 : NULL;
}

/* 0, and so no limit, where nobody looks at a screen. */
static guint terminal_columns(void)
{
	struct winsize size;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* The records take no more than the interfaces; the rest also tells of cards without one. */
static char *format_dup(Format format, const GPtrArray *nics, const GPtrArray *listings,
			GError **error)
{
	g_autoptr(GPtrArray) functions = NULL;
	g_autoptr(GString) out = g_string_new(NULL);

	if (format == FORMAT_RECORDS) {
		for (guint i = 0; i < listings->len; i++)
			lr_record_append(out, g_ptr_array_index(listings, i));
		return g_string_free(g_steal_pointer(&out), FALSE);
	}
	functions = lr_udev_nics_list_functions(nics, error);
	if (functions == NULL)
		return NULL;
	if (format == FORMAT_JSON)
		return lr_devices_json_dup(listings, functions);
	lr_devices_table_append(out, listings, functions, terminal_columns());
	return g_string_free(g_steal_pointer(&out), FALSE);
}

int lr_cmd_devices(int argc, char **argv, GError **error)
{
	g_auto(Options) options = { 0 };
	const GOptionEntry entries[] = {
		{ "format", 0, 0, G_OPTION_ARG_FILENAME, &options.format,
		  "How to print: a table for people (default), records for Checkbox, or JSON",
		  "table|records|json" },
		{ "allow-virtual", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.allow_virtual,
		  "Count these interfaces as testable although they are virtual (also: "
		  "LINERATE_ALLOW_VIRTUAL)",
		  "NAME[,NAME...]" },
		G_OPTION_ENTRY_NULL
	};
	const LrSyntax syntax = {
		.summary = "Lists every network interface, and whether it can be tested.",
		.details =
			"LINERATE_SPEED=\"eth0=200G,ens3=10G\" gives reference speeds,\n"
			"LINERATE_UNPLUGGED=ens4 names ports that are left unplugged on purpose.",
		.entries = entries,
	};
	g_autoptr(LrSettings) settings = NULL;
	g_autoptr(GPtrArray) nics = NULL, listings = NULL;
	g_autofree char *out = NULL;
	g_auto(GStrv) allowed = NULL;
	Format format;

	if (!lr_arguments_parse(&syntax, false, argc, argv, NULL, error) ||
	    !parse_format(options.format, &format, error))
		return 0;
	settings = load_settings(error);
	if (settings == NULL)
		return 0;
	allowed = allowed_dup(options.allow_virtual, settings);
	nics = lr_udev_nics_list((const char *const *)allowed, error);
	if (nics == NULL)
		return 0;
	listings = make_listings(nics, settings, error);
	if (listings == NULL)
		return 0;
	out = format_dup(format, nics, listings, error);
	if (out != NULL && (fputs(out, stdout) == EOF || fflush(stdout) != 0))
		lr_error_set_errno(error, errno, "cannot write the list of interfaces");
	return 0;
}
