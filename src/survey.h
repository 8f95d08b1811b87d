/* SPDX-License-Identifier: GPL-3.0-only */
/* How the machine and the interface stood at one moment, beyond what every sample tells: settings,
 * and counters that matter only by their growth over a whole run. A run has one from before it, one
 * from its middle and one from after it. Facts only. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* A queueing discipline of the interface (tc(8)). */
typedef struct {
	char *kind; /* "fq_codel"; never NULL */
	double rate_mbps; /* what it lets through; 0 when it sets no rate, or it is not known */
	uint64_t dropped, overlimits; /* packets since it exists */
	uint64_t backlog_bytes; /* queued now */
} LrQdisc;

/* One of the driver's own statistics. */
typedef struct {
	char *name; /* the driver's, one clean line; never NULL */
	uint64_t count;
} LrStatistic;

/* One PU that a worker runs on, or that served interrupts of the interface. */
typedef struct {
	uint32_t cpu;
	char *governor; /* of its frequency, "performance"; NULL when unknown */
	uint32_t mhz, max_mhz; /* 0 when unknown */
	uint64_t throttles; /* how often heat slowed it or its package down since boot */
	uint64_t interrupts; /* of the interface, since they were set up */
} LrPuSurvey;

typedef struct {
	int64_t at_ns; /* CLOCK_MONOTONIC */
	GPtrArray *qdiscs; /* of LrQdisc */
	GPtrArray *statistics; /* of LrStatistic: those above 0 that tell of drops, errors and
				* pauses */
	GArray *pus; /* of LrPuSurvey, ascending by cpu */
	uint32_t rx_ring, rx_ring_max, tx_ring, tx_ring_max; /* descriptors; 0 when unknown */
	uint32_t channels, channels_max; /* queues with an interrupt of their own; 0 when unknown */
	uint64_t aer_correctable, aer_uncorrectable; /* errors that PCI Express reported (AER) */
	double quota_percent; /* CPU that the control group allows, of one core; 0: as much as there
				 is */
	int64_t throttled_ns; /* how long such have held the groups back so far, added up */
	GPtrArray *kernel_lines; /* of char *: what the kernel said of the device since the survey
				  * before; the log may be out of reach */
} LrSurvey;

LrSurvey *lr_survey_new(void);
void lr_survey_free(LrSurvey *survey);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrSurvey, lr_survey_free)

/* Each appends one item and returns it, borrowed, to be filled. */
LrQdisc *lr_survey_add_qdisc(LrSurvey *survey, const char *kind);
LrStatistic *lr_survey_add_statistic(LrSurvey *survey, const char *name, uint64_t count);

/* The entry of that PU, made where there is none yet. Valid until the next one is made. */
LrPuSurvey *lr_survey_pu(LrSurvey *survey, uint32_t cpu);

/* The entry of that PU; NULL when there is none. */
const LrPuSurvey *lr_survey_find_pu(const LrSurvey *survey, uint32_t cpu);

/* The count of that name; 0 when there is none. */
uint64_t lr_survey_statistic(const LrSurvey *survey, const char *name);
