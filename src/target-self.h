/* SPDX-License-Identifier: GPL-3.0-only */
/* What a target tells its clients of itself, so that they can say beforehand whether it is fast
 * enough. */
#pragma once

#include "iperf-protocol.h"

/* As it is seen by the client behind this connected socket. The caller clears it. */
void lr_target_self_read(int fd, LrTargetSelf *self);
