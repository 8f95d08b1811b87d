/* SPDX-License-Identifier: GPL-3.0-only */
/* The same link measured with different numbers of workers, and what that says: whether one core
 * is the limit. Pure: results in, sentence out. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "request.h"
#include "result.h"

/* All rounds with one number of workers in one direction. */
typedef struct {
	uint32_t n_workers;
	LrDirection direction; /* forward or reverse */
	GArray *mbps; /* of double, goodput round by round */
	GArray *cpu; /* of double, CPU seconds of this machine's workers per gigabit, by round */
	double percent; /* of the reference speed, by the median round */
	LrOutcome outcome; /* the worst of the rounds */
} LrVariant;

LrVariant *lr_variant_new(uint32_t n_workers, LrDirection direction);
void lr_variant_free(LrVariant *variant);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrVariant, lr_variant_free)

/* Takes what one round measured; false when the result has no complete run. */
bool lr_variant_add(LrVariant *variant, const LrResult *result) G_GNUC_WARN_UNUSED_RESULT;

/* Median, lowest and highest of an array of double that is not empty. */
typedef struct {
	double median, lowest, highest;
} LrSpread;
LrSpread lr_spread_make(const GArray *values);

/* 1, 2, 4 ... and last max_workers itself, each with every direction: an array of LrVariant that
 * frees its elements, by direction and then ascending. */
GPtrArray *lr_comparison_make(uint32_t max_workers, bool both_directions);

/* What the rounds say of one direction: one sentence, without full stop. threshold_percent is of
 * the reference speed. Owned by the caller. */
char *lr_comparison_finding_dup(const GPtrArray *variants, LrDirection direction,
				double threshold_percent);
