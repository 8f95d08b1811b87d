/* SPDX-License-Identifier: GPL-3.0-only */
#include "rule.h"

void lr_rule_out(GPtrArray *ruled_out, const char *phrase_format, ...)
{
	va_list args;

	va_start(args, phrase_format);
	g_ptr_array_add(ruled_out, g_strdup_vprintf(phrase_format, args));
	va_end(args);
}

void lr_rule_add_connections(LrCause *cause, const LrSending *sending)
{
	if (sending->min_rtt_us == 0)
		return;
	lr_cause_add_number(cause, "rtt_us", sending->rtt_us);
	lr_cause_add_number(cause, "min_rtt_us", sending->min_rtt_us);
	lr_cause_add_number(cause, "cwnd_segments", sending->cwnd_segments);
}

char *lr_rule_run_dup(const LrRunFacts *facts)
{
	bool both = facts->request->direction == LR_BIDIRECTIONAL;

	return g_strdup_printf("run %u%s", facts->run_number,
			       !both				? ""
			       : facts->direction == LR_REVERSE ? " in reverse"
								: " forward");
}
