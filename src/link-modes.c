/* SPDX-License-Identifier: GPL-3.0-only */
#include "link-modes.h"

/* clang-format off */
/* Speed by bit, ten bits a line; 0 for a bit that is a property of the port (autonegotiation,
 * connector, pause, FEC) and not a mode. */
static const uint32_t mode_mbps[] = {
	10, 10, 100, 100, 1000, 1000, 0, 0, 0, 0, /* from 0 */
	0, 0, 10000, 0, 0, 2500, 0, 1000, 10000, 10000, /* from 10 */
	0, 20000, 20000, 40000, 40000, 40000, 40000, 56000, 56000, 56000, /* from 20 */
	56000, 25000, 25000, 25000, 50000, 50000, 100000, 100000, 100000, 100000, /* from 30 */
	50000, 1000, 10000, 10000, 10000, 10000, 10000, 2500, 5000, 0, /* from 40 */
	0, 0, 50000, 50000, 50000, 50000, 50000, 100000, 100000, 100000, /* from 50 */
	100000, 100000, 200000, 200000, 200000, 200000, 200000, 100, 1000, 400000, /* from 60 */
	400000, 400000, 400000, 400000, 0, 100000, 100000, 100000, 100000, 100000, /* from 70 */
	200000, 200000, 200000, 200000, 200000, 400000, 400000, 400000, 400000, 400000, /* from 80 */
	100, 100, 10, 800000, 800000, 800000, 800000, 800000, 800000, 10, /* from 90 */
	10, 10, 10, 200000, 200000, 200000, 200000, 200000, 200000, 400000, /* from 100 */
	400000, 400000, 400000, 400000, 400000, 800000, 800000, 800000, 800000, 800000, /* from 110 */
	800000, 1600000, 1600000, 1600000, 1600000, /* from 120 */
};
/* clang-format on */

const LrLinkModeNames lr_link_modes_no_names = { NULL, 0 };

static bool is_set(const uint32_t *words, guint bit)
{
	return (words[bit / 32] >> (bit % 32) & 1) != 0;
}

static const char *kernel_name(const LrLinkModeNames *kernel, guint bit)
{
	const char *name = bit < kernel->n_names ? kernel->names[bit] : NULL;

	return name != NULL && name[0] != '\0' ? name : NULL;
}

/* The kernel's names begin with the speed, "3200000baseXX16/Full"; those of other bits do not. */
static uint32_t mbps_of_name(const char *name)
{
	char *rest;
	guint64 mbps = name != NULL ? g_ascii_strtoull(name, &rest, 10) : 0;

	return mbps > 0 && mbps <= G_MAXINT32 && g_str_has_prefix(rest, "base") ? (uint32_t)mbps
										: 0;
}

uint32_t lr_link_modes_highest_mbps(const uint32_t *words, guint n_words,
				    const LrLinkModeNames *kernel)
{
	uint32_t highest = 0;

	for (guint bit = 0; bit < n_words * 32; bit++) {
		if (is_set(words, bit))
			highest = MAX(highest, bit < G_N_ELEMENTS(mode_mbps)
						       ? mode_mbps[bit]
						       : mbps_of_name(kernel_name(kernel, bit)));
	}
	return highest;
}

bool lr_link_modes_has_unknown(const uint32_t *words, guint n_words)
{
	for (guint bit = G_N_ELEMENTS(mode_mbps); bit < n_words * 32; bit++) {
		if (is_set(words, bit))
			return true;
	}
	return false;
}

void lr_link_modes_unknown_append(GString *list, const uint32_t *words, guint n_words,
				  const LrLinkModeNames *kernel)
{
	for (guint bit = G_N_ELEMENTS(mode_mbps); bit < n_words * 32; bit++) {
		const char *name = kernel_name(kernel, bit);

		if (!is_set(words, bit))
			continue;
		if (list->len > 0)
			g_string_append(list, ", ");
		if (name != NULL)
			g_string_append(list, name);
		else
			g_string_append_printf(list, "bit %u", bit);
	}
}
