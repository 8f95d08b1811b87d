/* SPDX-License-Identifier: GPL-3.0-only */
/* What kept a run from being a measurement, told from the ends of its workers. Pure. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "cause.h"
#include "run.h"

/* NULL when every worker ended well. The worst and most telling end decides: a refused port is not
 * hidden by the workers that were ended because of it. Owned by the caller. */
LrCause *lr_trouble_of_run(const LrRun *run);

/* No worker moved data: the run can be tried again without hiding anything about the interface. */
bool lr_trouble_run_never_began(const LrRun *run);

/* Trying again later may help: the server is busy or not up yet. */
bool lr_trouble_may_pass(const LrCause *cause);

/* The ports that refused while others of the same target answered, as an array of uint16_t; empty
 * when all or none refused. Owned by the caller. */
GArray *lr_trouble_refused_ports(const LrRun *run);

/* "5203, 5205". Owned by the caller. */
char *lr_trouble_ports_dup(const GArray *ports);
