/* SPDX-License-Identifier: GPL-3.0-only */
/* The signals that ask the program to stop, as a descriptor instead of an interruption. */
#pragma once

#include <glib.h>

/* A descriptor that turns readable at the first SIGINT, SIGTERM or SIGHUP and stays so; those that
 * the caller of the program ignores (nohup) stay ignored. To be called once, before any thread or
 * process is made. SIGPIPE is ignored from here on. -1 with an error. */
int lr_stop_signals_open(GError **error) G_GNUC_WARN_UNUSED_RESULT;
