/* SPDX-License-Identifier: GPL-3.0-only */
/* What an interface is, concluded from facts. Pure. The name of an interface is never evidence of
 * its kind. */
#pragma once

#include <glib.h>

#include "clues.h"
#include "nic.h"

/* Sets category and kind of the nic, whose driver, bus and link modes are filled. */
void lr_classify(LrNic *nic, const LrClues *clues);

/* Adjusts the kind by what the interface belongs to ("bond-member"). master is the nic that
 * nic->master names; NULL when it is not known. */
void lr_classify_member(LrNic *nic, const LrNic *master);
