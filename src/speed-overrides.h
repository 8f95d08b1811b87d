/* SPDX-License-Identifier: GPL-3.0-only */
/* Reference speeds that a person gives per interface: LINERATE_SPEED="eth0=200G,ens3=10G". */
#pragma once

#include <glib.h>
#include <stdint.h>

#define LR_SPEED_OVERRIDES_VARIABLE "LINERATE_SPEED"

typedef struct LrSpeedOverrides LrSpeedOverrides;

/* A comma list of NAME=RATE; NULL and "" are an empty one. 0, negative values, nonsense and a name
 * given twice are errors, which begin with the origin of the text. */
LrSpeedOverrides *lr_speed_overrides_parse(const char *text, const char *origin,
					   GError **error) G_GNUC_WARN_UNUSED_RESULT;

void lr_speed_overrides_free(LrSpeedOverrides *overrides);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrSpeedOverrides, lr_speed_overrides_free)

/* In Mb/s; 0 when none is given for the interface. */
uint64_t lr_speed_overrides_get_mbps(const LrSpeedOverrides *overrides, const char *ifname);
