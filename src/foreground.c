/* SPDX-License-Identifier: GPL-3.0-only */
#include "foreground.h"

#include <unistd.h>

#include "error.h"
#include "progress.h"
#include "stop-signals.h"
#include "tcp-diag.h"

struct LrForeground {
	LrProgress *progress;
	LrTrialHooks hooks;
};

static void say(const char *line, void *data)
{
	lr_progress_say(data, line);
}

static void sampled(const LrResult *result, const LrRun *run, guint index, void *data)
{
	lr_progress_sampled(data, result, run, index);
}

static bool check_congestion(const char *name, GError **error)
{
	if (name == NULL || lr_tcp_congestion_usable(name) != NULL)
		return true;
	g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
		    "--congestion: this kernel does not let this user set '%s': see 'sysctl "
		    "net.ipv4.tcp_available_congestion_control'",
		    name);
	return false;
}

LrForeground *lr_foreground_new(const LrRequest *request, GError **error)
{
	LrForeground *foreground;
	int stop_fd;

	if (!check_congestion(request->congestion, error) ||
	    (stop_fd = lr_stop_signals_open(error)) < 0)
		return NULL;
	foreground = g_new0(LrForeground, 1);
	foreground->progress = lr_progress_new();
	foreground->hooks = (LrTrialHooks){ .stop_fd = stop_fd,
					     .say = say,
					     .sampled = sampled,
					     .data = foreground->progress };
	return foreground;
}

void lr_foreground_free(LrForeground *foreground)
{
	if (foreground == NULL)
		return;
	lr_progress_free(foreground->progress);
	close(foreground->hooks.stop_fd);
	g_free(foreground);
}

LrResult *lr_foreground_test(LrForeground *foreground, LrRequest *request)
{
	return lr_engine_test(request, &foreground->hooks);
}

void lr_foreground_say(LrForeground *foreground, const char *line)
{
	lr_progress_say(foreground->progress, line);
}
