/* SPDX-License-Identifier: GPL-3.0-only */
/* The options that `plan` and `test` share, and the settings behind them, made into a
 * request. */
#pragma once

#include <glib.h>

#include "request.h"
#include "settings.h"

/* The request of a command line `NAME IFACE [OPTION...]`, checked as a whole; owned by the caller.
 * An option wins over the environment, and that over the files (see settings.h); what they allow of
 * virtual interfaces is allowed together with --allow-virtual. A request without target is no error
 * here. NULL with *error when something was not understood (LR_ERROR_INVALID), NULL without when
 * --help was asked for and has been printed. `more` are options of the command's own; NULL for
 * none. */
LrRequest *lr_options_parse(int argc, char **argv, const char *summary, const GOptionEntry *more,
			    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The settings behind a command line of options alone, all of which are understood; owned by the
 * caller. NULL as above. */
LrSettings *lr_options_load(int argc, char **argv, const char *summary,
			    GError **error) G_GNUC_WARN_UNUSED_RESULT;
