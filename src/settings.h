/* SPDX-License-Identifier: GPL-3.0-only */
/* What stands behind the options of a command line: the environment, and configuration files. Knows
 * which settings there are and who wins, not what a value means. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
	const char *name; /* as the option and as the key of a file: "scan-timeout" */
	const char *variable; /* of the environment; NULL for none */
	const char *fallback; /* in force when nobody says otherwise; "" for nothing */
} LrSettingName;

/* Every setting that a file may hold; ended by one without name. What asks for another test than
 * the one that was meant (--reverse, --bidirectional, --underspeed-ok) is for the command line
 * alone: a forgotten file must not weaken a certification. */
extern const LrSettingName lr_setting_names[];

typedef struct LrSettings LrSettings;

/* The files to read, the later ones win: linerate.conf in each of the XDG configuration
 * directories, and in the user's own. Owned by the caller. */
char **lr_settings_files_dup(void);

/* The files (those that do not exist are skipped) and the environment behind them. A file has one
 * group, [linerate]. Every key or group that is not known is an error that names it with its file
 * and line; so is a file that cannot be read. */
LrSettings *lr_settings_load(const char *const *files, GError **error) G_GNUC_WARN_UNUSED_RESULT;

void lr_settings_free(LrSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrSettings, lr_settings_free)

/* The value that wins and where it comes from, "/etc/xdg/linerate.conf" or the variable's name;
 * NULL when there is none. Both borrowed; origin may be NULL. */
const char *lr_settings_get(const LrSettings *settings, const char *name, const char **origin);

/* The variables of the environment that look like settings and are none; owned by the caller. */
char **lr_settings_unknown_variables_dup(void);
