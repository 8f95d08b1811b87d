/* SPDX-License-Identifier: GPL-3.0-only */
#include "progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "series.h"
#include "units.h"

#define LOG_EVERY_NS (60 * LR_NS_PER_SECOND)

struct LrProgress {
	bool terminal;
	bool line_is_open; /* a renewable line stands on the terminal */
	int64_t next_log_ns;
};

static bool is_capable_terminal(void)
{
	const char *term = g_getenv("TERM");

	return isatty(STDERR_FILENO) && term != NULL && !g_str_equal(term, "dumb");
}

LrProgress *lr_progress_new(void)
{
	LrProgress *progress = g_new0(LrProgress, 1);

	progress->terminal = is_capable_terminal();
	return progress;
}

static void clear_line(LrProgress *progress)
{
	if (progress->line_is_open)
		fputs("\r\033[K", stderr);
	progress->line_is_open = false;
}

void lr_progress_free(LrProgress *progress)
{
	if (progress == NULL)
		return;
	clear_line(progress);
	fflush(stderr);
	g_free(progress);
}

void lr_progress_say(LrProgress *progress, const char *line)
{
	clear_line(progress);
	fprintf(stderr, "%s\n", line);
	fflush(stderr);
}

static char *make_line(const LrResult *result, const LrRun *run, guint index)
{
	const LrSample *last = run->samples->pdata[run->samples->len - 1];
	LrDirection direction = result->request->direction == LR_REVERSE ? LR_REVERSE : LR_FORWARD;
	g_autoptr(GArray) rates = lr_series_goodput_make(run, direction, NULL);
	double mbps = rates->len > 0 ? g_array_index(rates, LrSpan, rates->len - 1).average : 0;
	int64_t left_ns = MAX(run->gate_ns + result->request->duration_ns - last->at_ns, 0);
	g_autofree char *rate = lr_rate_dup(mbps);
	g_autofree char *reference = lr_rate_dup((double)result->plan->reference_mbps);
	g_autofree char *left = lr_duration_dup(left_ns / LR_NS_PER_SECOND * LR_NS_PER_SECOND);

	return g_strdup_printf("%s: run %u of %u, %s left, now %s, %.0f %% of %s",
			       result->nic->ifname, index + 1, result->request->runs, left, rate,
			       100 * mbps / (double)result->plan->reference_mbps, reference);
}

void lr_progress_sampled(LrProgress *progress, const LrResult *result, const LrRun *run, guint index)
{
	const LrSample *last = run->samples->pdata[run->samples->len - 1];
	g_autofree char *line = NULL;

	if (!progress->terminal && last->at_ns < progress->next_log_ns)
		return;
	line = make_line(result, run, index);
	if (progress->terminal) {
		fprintf(stderr, "\r%s\033[K", line);
		fflush(stderr);
		progress->line_is_open = true;
		return;
	}
	lr_progress_say(progress, line);
	progress->next_log_ns = last->at_ns + LOG_EVERY_NS;
}
