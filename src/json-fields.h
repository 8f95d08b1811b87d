/* SPDX-License-Identifier: GPL-3.0-only */
/* Plain counts whose names in a document are those of the struct: one table for writing and for
 * reading. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
	const char *name; /* NULL behind the last */
	size_t offset, size; /* of an unsigned or never negative integer of 16, 32 or 64 bits */
} LrJsonField;

/* Of LrCounters, LrFlow and LrWorkerTime. */
const LrJsonField *lr_json_counter_fields(void);
const LrJsonField *lr_json_flow_fields(void);
const LrJsonField *lr_json_worker_time_fields(void);

uint64_t lr_json_field_get(const LrJsonField *field, const void *base);

/* A value that is too large for the field becomes the largest that fits. */
void lr_json_field_set(const LrJsonField *field, void *base, uint64_t value);
