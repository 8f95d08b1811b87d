/* SPDX-License-Identifier: GPL-3.0-only */
/* One line per event on standard error, for the journal or a terminal, never more than a person
 * could read: lines beyond the allowance are counted and told as a number. */
#pragma once

#include <glib.h>
#include <stdint.h>

typedef struct {
	char *prefix;
	int64_t period_start_ns;
	uint32_t lines; /* written in this period */
	uint32_t suppressed; /* in this period */
} LrEventLog;

/* Every line starts with the prefix and ": ". */
LrEventLog *lr_event_log_new(const char *prefix);
void lr_event_log_free(LrEventLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrEventLog, lr_event_log_free)

void lr_event_log_write(LrEventLog *log, int64_t now_ns, const char *format, ...)
	G_GNUC_PRINTF(3, 4);

/* Tells how many lines were suppressed in a period that is over. Call it now and then. */
void lr_event_log_settle(LrEventLog *log, int64_t now_ns);
