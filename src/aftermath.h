/* SPDX-License-Identifier: GPL-3.0-only */
/* How interface and target were found right after a run that came to nothing. Facts only. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "nic.h"

/* What came of asking the target for a connection, a matter of small packets. */
typedef enum {
	LR_ANSWER_NONE,
	LR_ANSWER_HERE, /* accepted or refused, through the interface */
	LR_ANSWER_ELSEWHERE, /* it came in through another interface */
} LrAnswer;

typedef struct {
	char *ifname; /* never NULL */
	bool gone; /* there is no such interface any more */
	LrTristate carrier;
	bool has_address; /* a usable one of the target's family */
	LrAnswer answer;
	char *elsewhere; /* the other interface for LR_ANSWER_ELSEWHERE, else NULL */
} LrAftermath;

LrAftermath *lr_aftermath_new(const char *ifname);
void lr_aftermath_free(LrAftermath *after);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrAftermath, lr_aftermath_free)
