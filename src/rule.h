/* SPDX-License-Identifier: GPL-3.0-only */
/* What a rule of the verdict is: a look at one run that names one cause, or none. Without evidence
 * there is no cause. Pure. */
#pragma once

#include <glib.h>

#include "cause.h"
#include "run-facts.h"

/* The cause, owned by the caller; else NULL. Then, if what was looked at speaks against the cause
 * in a way that is worth telling, a phrase (of char *) may have been added to ruled_out. */
typedef LrCause *(*LrRuleFunc)(const LrRunFacts *facts, GPtrArray *ruled_out);

typedef enum {
	LR_RULE_DECIDES, /* the run is not passed, whatever its rate */
	LR_RULE_EXPLAINS, /* says why a slow run was slow; of a fast run it is a hint */
	LR_RULE_EXPLAINS_ONLY, /* says nothing about a fast run */
} LrRuleWeight;

typedef struct {
	LrRuleFunc find; /* NULL behind the last of a table */
	LrRuleWeight weight;
} LrRule;

/* For a rule that found nothing. */
void lr_rule_out(GPtrArray *ruled_out, const char *phrase_format, ...) G_GNUC_PRINTF(2, 3);

/* Round trips and congestion window as evidence, where they are known. */
void lr_rule_add_connections(LrCause *cause, const LrSending *sending);

/* "run 2", or "run 2 in reverse" where both directions were measured at once. Owned by the caller.
 */
char *lr_rule_run_dup(const LrRunFacts *facts);
