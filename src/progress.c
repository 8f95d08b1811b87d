/* SPDX-License-Identifier: GPL-3.0-only */
#include "progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "live-view.h"
#include "units.h"

#define LOG_EVERY_NS	 (60 * LR_NS_PER_SECOND)
#define DEFAULT_COLUMNS	 80
#define HISTORY_SECONDS	 60

struct LrProgress {
	bool terminal; /* one that can move the cursor */
	guint open_lines; /* of the view that stands on the terminal now */
	int64_t next_log_ns;
	GArray *history; /* of double, see LrLiveFacts */
};

static bool is_capable_terminal(void)
{
	const char *term = g_getenv("TERM");

	return isatty(STDERR_FILENO) && term != NULL && term[0] != '\0' && !g_str_equal(term, "dumb");
}

LrProgress *lr_progress_new(void)
{
	LrProgress *progress = g_new0(LrProgress, 1);

	progress->terminal = is_capable_terminal();
	progress->history = g_array_new(FALSE, FALSE, sizeof(double));
	return progress;
}

/* The cursor stands below the view; no other state of the terminal is ever changed, so nothing
 * needs to be restored, not even after SIGKILL. */
static void erase_view(LrProgress *progress)
{
	if (progress->open_lines > 0)
		fprintf(stderr, "\r\033[%uA\033[J", progress->open_lines);
	progress->open_lines = 0;
}

void lr_progress_free(LrProgress *progress)
{
	if (progress == NULL)
		return;
	erase_view(progress);
	fflush(stderr);
	g_array_unref(progress->history);
	g_free(progress);
}

void lr_progress_say(LrProgress *progress, const char *line)
{
	erase_view(progress);
	fprintf(stderr, "%s\n", line);
	fflush(stderr);
}

/* Asked each time, so that a window may be resized in mid-run. */
static LrLiveTerminal look_at_terminal(void)
{
	const char *no_colour = g_getenv("NO_COLOR"); /* no-color.org: set and not empty */
	struct winsize size;
	LrLiveTerminal terminal = { .columns = DEFAULT_COLUMNS,
				    .utf8 = g_get_charset(NULL),
				    .colour = no_colour == NULL || no_colour[0] == '\0' };

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		terminal.columns = size.ws_col;
	/* The last column is left free: a terminal may wrap the line there. */
	terminal.columns = MAX(terminal.columns, 2) - 1;
	return terminal;
}

static guint count_lines(const char *text)
{
	guint lines = 0;

	for (; *text != '\0'; text++)
		lines += *text == '\n';
	return lines;
}

static void show_view(LrProgress *progress, const LrLiveFacts *facts)
{
	LrLiveTerminal terminal = look_at_terminal();
	g_autofree char *view = lr_live_view_dup(facts, &terminal);

	erase_view(progress);
	fputs(view, stderr);
	fflush(stderr);
	progress->open_lines = count_lines(view);
}

static void remember(LrProgress *progress, double mbps, bool first_of_run)
{
	if (first_of_run)
		g_array_set_size(progress->history, 0);
	if (progress->history->len == HISTORY_SECONDS)
		g_array_remove_index(progress->history, 0);
	g_array_append_val(progress->history, mbps);
}

void lr_progress_sampled(LrProgress *progress, const LrResult *result, const LrRun *run, guint index)
{
	const LrSample *last = run->samples->pdata[run->samples->len - 1];
	LrLiveFacts facts;

	if (!progress->terminal && last->at_ns < progress->next_log_ns)
		return;
	facts = lr_live_facts_make(result, run, index);
	if (progress->terminal) {
		remember(progress, facts.mbps, run->samples->len <= 2);
		facts.history = progress->history;
		show_view(progress, &facts);
	} else {
		g_autofree char *line = lr_live_log_line_dup(&facts);

		lr_progress_say(progress, line);
		progress->next_log_ns = last->at_ns + LOG_EVERY_NS;
	}
}
