/* SPDX-License-Identifier: GPL-3.0-only */
/* Interfaces that belong to or stand on one another: bonds, bridges, VLANs, DSA ports, netvsc
 * pairs. Pure: works on the facts of the whole list. */
#pragma once

#include <glib.h>

/* Resolves, for every LrNic of the list, what it belongs to and stands on: adjusts kinds, and sets
 * lower, below_mbps and below_note. */
void lr_stack_resolve(GPtrArray *nics);
