/* SPDX-License-Identifier: GPL-3.0-only */
/* What a test of an interface will do: the speed it is judged against, and which worker runs on
 * which core against which port. Pure: struct in, struct out. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "ceiling.h"
#include "cores.h"
#include "nic.h"
#include "placement.h"
#include "request.h"

typedef enum {
	LR_SPEED_UNKNOWN,
	LR_SPEED_OVERRIDE, /* --speed or LINERATE_SPEED */
	LR_SPEED_ADVERTISED, /* highest advertised link mode */
	LR_SPEED_SUPPORTED, /* highest supported link mode */
	LR_SPEED_CURRENT, /* what the link runs at */
} LrSpeedSource;

typedef struct {
	uint64_t reference_mbps; /* 0 when unknown */
	LrSpeedSource reference_source;
	uint64_t claimed_mbps; /* what the reference would be without --underspeed-ok; 0 when the
				  same */
	LrFrame frame; /* what the ceiling is computed from */
	bool mtu_assumed; /* the interface's MTU is unknown; the frame has Ethernet's */
	double ceiling_mbps; /* goodput that TCP can reach at the reference speed; 0 when unknown */
	GArray *workers; /* of LrPlanWorker; at least one */
	char *workers_note; /* why so many and why there, a phrase; never NULL */
	GPtrArray *warnings; /* of char *, see advice.h */
} LrPlan;

/* base_port is that of the target which will be used. */
LrPlan *lr_plan_make(const LrNic *nic, const LrCores *cores, const LrRequest *request,
		     uint16_t base_port);
void lr_plan_free(LrPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrPlan, lr_plan_free)

/* Gives each of the workers (LrPlanWorker) its direction. For both at once they take turns, so that
 * the cores next to the interface are shared out evenly: half of the workers send. */
void lr_plan_set_directions(GArray *workers, LrDirection direction);

/* How long the runs take together, without waiting and connecting. */
int64_t lr_plan_total_ns(const LrRequest *request);

/* The speed to judge the interface against, by the rule in docs/architecture.md; 0 with source
 * LR_SPEED_UNKNOWN when nothing says. override_mbps is 0 for none. */
uint64_t lr_plan_reference_mbps(const LrNic *nic, uint64_t override_mbps, LrSpeedSource *source);

/* "override", "advertised", "supported", "current" or "unknown". */
const char *lr_speed_source_name(LrSpeedSource source);
