/* SPDX-License-Identifier: GPL-3.0-only */
#include "ceiling.h"

#include <glib.h>

/* Payload and wire bytes of one full frame, counted by hand from the standards. */
static void the_ceiling_is_the_payload_over_the_wire(void)
{
	static const struct {
		const char *name;
		uint64_t line_mbps;
		LrFrame frame;
		double mbps;
	} rows[] = {
		{ "gigabit", 1000, { .mtu_bytes = 1500, .timestamps = true }, 941.48 },
		{ "gigabit-without-timestamps", 1000, { .mtu_bytes = 1500 }, 949.28 },
		{ "gigabit-ipv6",
		  1000,
		  { .mtu_bytes = 1500, .ipv6 = true, .timestamps = true },
		  928.48 },
		{ "gigabit-vlan",
		  1000,
		  { .mtu_bytes = 1500, .timestamps = true, .vlan = true },
		  939.04 },
		{ "gigabit-jumbo", 1000, { .mtu_bytes = 9000, .timestamps = true }, 990.04 },
		{ "ten-gigabit", 10000, { .mtu_bytes = 1500, .timestamps = true }, 9414.82 },
		{ "four-hundred-gigabit-jumbo",
		  400000,
		  { .mtu_bytes = 9000, .timestamps = true },
		  396016.82 },
		{ "unknown-mtu", 1000, { .mtu_bytes = 0, .timestamps = true }, 0 },
		{ "unknown-speed", 0, { .mtu_bytes = 1500, .timestamps = true }, 0 },
		{ "one-byte-fits", 1000, { .mtu_bytes = 53, .timestamps = true }, 10.99 },
		{ "headers-fill-the-packet", 1000, { .mtu_bytes = 52, .timestamps = true }, 0 },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_test_message("row '%s'", rows[i].name);
		g_assert_cmpfloat_with_epsilon(lr_ceiling_mbps(rows[i].line_mbps, &rows[i].frame),
					       rows[i].mbps, 0.005);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/ceiling/the-ceiling-is-the-payload-over-the-wire",
			the_ceiling_is_the_payload_over_the_wire);
	return g_test_run();
}
