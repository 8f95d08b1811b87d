/* SPDX-License-Identifier: GPL-3.0-only */
#include "event-log.h"

#include "units.h"

#define PERIOD_NS	 (10 * LR_NS_PER_SECOND)
#define LINES_PER_PERIOD 20

LrEventLog *lr_event_log_new(const char *prefix)
{
	LrEventLog *log = g_new0(LrEventLog, 1);

	log->prefix = g_strdup(prefix);
	return log;
}

void lr_event_log_free(LrEventLog *log)
{
	if (log == NULL)
		return;
	g_free(log->prefix);
	g_free(log);
}

void lr_event_log_settle(LrEventLog *log, int64_t now_ns)
{
	if (now_ns - log->period_start_ns < PERIOD_NS)
		return;
	if (log->suppressed > 0)
		g_printerr("%s: %u more lines were not written\n", log->prefix, log->suppressed);
	log->period_start_ns = now_ns;
	log->lines = 0;
	log->suppressed = 0;
}

void lr_event_log_write(LrEventLog *log, int64_t now_ns, const char *format, ...)
{
	g_autofree char *line = NULL;
	va_list args;

	lr_event_log_settle(log, now_ns);
	if (log->lines >= LINES_PER_PERIOD) {
		log->suppressed++;
		return;
	}
	log->lines++;
	va_start(args, format);
	line = g_strdup_vprintf(format, args);
	va_end(args);
	g_printerr("%s: %s\n", log->prefix, line);
}
