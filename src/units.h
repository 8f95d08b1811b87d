/* SPDX-License-Identifier: GPL-3.0-only */
/* Numbers with units between people and the program: rates, durations, percentages. Inside the
 * program a rate is in Mb/s (10^6 bit/s), a time in ns, an amount in bytes. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define LR_NS_PER_SECOND INT64_C(1000000000)
#define LR_NS_PER_MS     INT64_C(1000000)

/* The fastest rate that is taken for a speed: above every Ethernet standard, below the values
 * that drivers use for "unknown" (65535 is refused by name where it is read, not here). */
#define LR_MAX_RATE_MBPS UINT64_C(10000000)

/* "10G", "2.5G", "2500M", "1T", "2500" (Mb/s), each also with "bit", "b/s" or "bit/s" behind.
 * Zero, negative, fractional Mb/s and anything above LR_MAX_RATE_MBPS are errors. */
bool lr_rate_parse(const char *text, uint64_t *mbps, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* "90", "90s", "15m", "2h", "1d", "500ms"; more than zero and at most 30 days. */
bool lr_duration_parse(const char *text, int64_t *ns, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* "80", "80%", "99.5"; from 0 to 100. */
bool lr_percent_parse(const char *text, double *percent, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A whole number in [minimum, maximum], decimal, nothing before or behind it. */
bool lr_count_parse(const char *text, uint64_t minimum, uint64_t maximum, uint64_t *count,
		    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The rate of bytes over ns, in Mb/s; 0 when ns is not positive. */
double lr_mbps_from_bytes(uint64_t bytes, int64_t ns);

double lr_seconds_from_ns(int64_t ns);

/* "10 Gb/s", "2.5 Gb/s", "940 Mb/s". Owned by the caller. */
char *lr_rate_dup(double mbps);

/* "4 s", "15 min", "1 h 30 min". Owned by the caller. */
char *lr_duration_dup(int64_t ns);

/* "1.09 GiB". Owned by the caller. */
char *lr_bytes_dup(uint64_t bytes);
