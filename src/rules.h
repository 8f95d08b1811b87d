/* SPDX-License-Identifier: GPL-3.0-only */
/* The rules by which a measured run is judged, and their order: the likeliest first, since a void
 * measurement says nothing about what follows, and what was seen directly goes before what follows
 * from the rate alone. Pure. */
#pragma once

#include <glib.h>

#include "cause.h"
#include "run-facts.h"

/* What the rules found. */
typedef struct {
	GPtrArray *causes; /* of LrCause: they decide */
	GPtrArray *hints; /* of LrCause: true, and worth knowing, but not the reason of a failure */
	GPtrArray *ruled_out; /* of char *: what was looked at and spoke against a cause */
} LrFindings;

LrFindings *lr_findings_new(void);
void lr_findings_free(LrFindings *findings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrFindings, lr_findings_free)

/* All rules on one complete run. A run that is too slow always has a cause: below-threshold where
 * nothing else was found. */
LrFindings *lr_rules_apply(const LrRunFacts *facts);

/* What the run that did not come to its end shows of the reason, whatever its workers say: the link
 * went away, full-size packets are swallowed. NULL when nothing does. Owned by the caller. */
LrCause *lr_rules_explain_trouble(const LrRunFacts *facts);
