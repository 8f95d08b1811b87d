/* SPDX-License-Identifier: GPL-3.0-only */
/* The options that `plan` and `test` share, and the environment behind them, made into a request.
 */
#pragma once

#include <glib.h>

#include "request.h"

/* The request of a command line `NAME IFACE [OPTION...]`, checked as a whole; owned by the caller.
 * An option wins over the environment: TEST_TARGET_IPERF for --target, LINERATE_SPEED for --speed;
 * LINERATE_ALLOW_VIRTUAL adds to --allow-virtual. A request without target is no error here.
 * NULL with *error when something was not understood (LR_ERROR_INVALID), NULL without when --help
 * was asked for and has been printed. `more` are options of the command's own; NULL for none. */
LrRequest *lr_options_parse(int argc, char **argv, const char *summary, const GOptionEntry *more,
			    GError **error) G_GNUC_WARN_UNUSED_RESULT;
