/* SPDX-License-Identifier: GPL-3.0-only */
#include "account.h"

#include "stream.h"
#include "units.h"

GByteArray *lr_account_pack(const GPtrArray *streams, const LrStopwatch *watch,
			    const LrTargetSelf *self)
{
	g_autoptr(GArray) tallies = g_array_new(FALSE, FALSE, sizeof(LrStreamTally));
	g_autofree char *congestion = lr_stream_congestion_dup(streams->pdata[0]);
	const LrTally tally = {
		.seconds = lr_seconds_from_ns(lr_stopwatch_ns(watch)),
		.cpu_user_percent = lr_stopwatch_user_percent(watch),
		.cpu_system_percent = lr_stopwatch_system_percent(watch),
		.congestion_used = congestion,
		.streams = tallies,
		.self = self,
	};

	for (guint i = 0; i < streams->len; i++) {
		LrStreamTally one = lr_stream_tally(streams->pdata[i]);

		g_array_append_val(tallies, one);
	}
	return lr_tally_pack(&tally);
}

static void append_flow(GString *line, const char *verb, uint64_t bytes, int64_t ns)
{
	g_autofree char *amount = lr_bytes_dup(bytes), *rate = NULL;

	rate = lr_rate_dup(lr_mbps_from_bytes(bytes, ns));
	g_string_append_printf(line, ", %s %s (%s)", verb, amount, rate);
}

char *lr_account_line_dup(const GPtrArray *streams, const LrStopwatch *watch, const char *how)
{
	int64_t ns = lr_stopwatch_ns(watch);
	GString *line = g_string_new(how);
	uint64_t sent = 0, received = 0;

	for (guint i = 0; i < streams->len; i++) {
		const LrStream *stream = streams->pdata[i];

		*(stream->sends ? &sent : &received) += stream->bytes;
	}
	if (ns > 0)
		g_string_append_printf(line, " after %.1f s", lr_seconds_from_ns(ns));
	if (received > 0)
		append_flow(line, "received", received, ns);
	if (sent > 0)
		append_flow(line, "sent", sent, ns);
	return g_string_free(line, FALSE);
}
