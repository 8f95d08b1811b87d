/* SPDX-License-Identifier: GPL-3.0-only */
/* What a test of a target came to, in the two forms in which it is told: results for the client,
 * a line for the log. */
#pragma once

#include <glib.h>

#include "iperf-protocol.h"
#include "stopwatch.h"

/* The results as the control connection carries them. streams are LrStream, at least one. */
GByteArray *lr_account_pack(const GPtrArray *streams, const LrStopwatch *watch,
			    const LrTargetSelf *self);

/* "done after 10.0 s, received 10.90 GiB (9.36 Gb/s)", where how is "done". Owned by the caller. */
char *lr_account_line_dup(const GPtrArray *streams, const LrStopwatch *watch, const char *how);
