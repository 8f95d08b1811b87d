/* SPDX-License-Identifier: GPL-3.0-only */
/* What a person asked for: the options of one test, with the defaults that a certification run
 * expects. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "target.h"

typedef enum {
	LR_FORWARD,	  /* this machine sends */
	LR_REVERSE,	  /* the target sends */
	LR_BIDIRECTIONAL, /* both at once, each judged */
} LrDirection;

typedef struct {
	char *ifname;
	GPtrArray *targets; /* of LrTarget, in the order to try */
	uint16_t port; /* first port of a target that names none */
	LrDirection direction;
	uint32_t threads; /* 0: as many as the plan finds right */
	uint32_t runs;
	int64_t duration_ns; /* of one run, whole seconds */
	double fail_threshold_percent; /* of the reference speed */
	double cpu_threshold_percent; /* average load of the workers' cores */
	uint64_t speed_mbps; /* reference speed by override; 0: by the interface */
	bool underspeed_ok; /* test although the link is below the reference speed */
	GStrv allow_virtual; /* names of interfaces to test although they are virtual; never NULL */
	char *congestion; /* TCP congestion control; NULL: cubic where the kernel has it */
	uint32_t block_bytes; /* what a worker writes at once */
	int64_t iface_timeout_ns; /* wait for carrier, address and route */
	int64_t scan_timeout_ns; /* wait for a target that is busy or not up yet */
	int64_t connect_timeout_ns;
} LrRequest;

#define LR_DEFAULT_PORT 5201
#define LR_MAX_THREADS	256

LrRequest *lr_request_new(void);
LrRequest *lr_request_copy(const LrRequest *request);
void lr_request_free(LrRequest *request);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrRequest, lr_request_free)

/* "forward", "reverse" or "bidirectional". */
const char *lr_direction_name(LrDirection direction);
