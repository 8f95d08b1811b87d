/* SPDX-License-Identifier: GPL-3.0-only */
/* What a child process of this program does first. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

/* From now on this process is killed when its parent ends, however that ends. Does not return when
 * the parent is gone already. */
void lr_child_die_with_parent(pid_t parent);

/* Binds this process to one PU. */
bool lr_child_pin(int cpu, GError **error) G_GNUC_WARN_UNUSED_RESULT;
