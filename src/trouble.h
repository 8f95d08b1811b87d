/* SPDX-License-Identifier: GPL-3.0-only */
/* What kept a run from being a measurement, told from the ends of its workers and from how things
 * were found afterwards. Pure. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "aftermath.h"
#include "cause.h"
#include "run.h"

/* NULL when every worker ended well. The worst and most telling end decides: a refused port is not
 * hidden by the workers that were ended because of it. Where the target seems to be silent, `after`
 * tells whether it was the interface or the path; NULL when nobody looked. Owned by the caller. */
LrCause *lr_trouble_of_run(const LrRun *run, const LrAftermath *after);

/* A worker met silence, so that it is worth looking at interface and path. */
bool lr_trouble_is_silence(const LrRun *run);

/* No worker moved data: the run can be tried again without hiding anything about the interface. */
bool lr_trouble_run_never_began(const LrRun *run);

/* Some worker moved data, whatever became of it. */
bool lr_trouble_run_moved_data(const LrRun *run);

/* A server closed the connection before it agreed to a test. One of iperf3 does that, for a moment,
 * to those who stand in its queue when another's test has ended; what is no server does it always.
 */
bool lr_trouble_is_turned_away(const LrRun *run);

/* Trying again later may help: the server is busy or not up yet. */
bool lr_trouble_may_pass(const LrCause *cause);

/* Of two causes for not having used a target, the one that gives more hope, the first when they are
 * alike: waiting may help, the target answered, there was no way to it. Either may be NULL. */
const LrCause *lr_trouble_more_hopeful(const LrCause *first, const LrCause *second);

/* The ports that are not served while others of the same target are, as an array of uint16_t: they
 * refused, or did not answer while data flowed to another. Owned by the caller. */
GArray *lr_trouble_missing_ports(const LrRun *run);

/* "5203, 5205". Owned by the caller. */
char *lr_trouble_ports_dup(const GArray *ports);
