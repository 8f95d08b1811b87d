/* SPDX-License-Identifier: GPL-3.0-only */
/* Which PUs each of several interfaces may use while they are tested at once. Pure. */
#pragma once

#include <glib.h>

#include "placement.h"

/* For each of the placements (LrPlacement, of one interface each) an array of uint32_t: the PUs
 * that its test may use, at least one. They take turns, and each takes its best physical core that
 * is still free, as long as its best place has one. Who got none so takes any other; where there
 * are more interfaces than cores, the last ones share everything that they may use. Owned by the
 * caller. */
GPtrArray *lr_share_make(const GPtrArray *placements);
