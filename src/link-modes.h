/* SPDX-License-Identifier: GPL-3.0-only */
/* The link modes of the kernel's ethtool interface by bit number, from 10 Mb/s to 1.6 Tb/s. Bit
 * numbers are kernel ABI, so the table does not depend on the headers of the build. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Names that the running kernel gives to link modes, indexed by bit; lr_link_modes_no_names
 * where it gives none. They matter only for bits that the table does not know. */
typedef struct {
	const char *const *names;
	guint n_names;
} LrLinkModeNames;

extern const LrLinkModeNames lr_link_modes_no_names;

/* The highest speed among the set bits; 0 when there is none. words are 32 bits each, lowest first,
 * as the kernel gives them. A bit that neither the table nor the kernel names does not count. */
uint32_t lr_link_modes_highest_mbps(const uint32_t *words, guint n_words,
				    const LrLinkModeNames *kernel);

/* Whether a bit is set that the table does not know. */
bool lr_link_modes_has_unknown(const uint32_t *words, guint n_words);

/* Appends the kernel's name, or "bit 130" when there is none, for each set bit that the table does
 * not know. */
void lr_link_modes_unknown_append(GString *list, const uint32_t *words, guint n_words,
				  const LrLinkModeNames *kernel);
