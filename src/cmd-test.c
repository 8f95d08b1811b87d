/* SPDX-License-Identifier: GPL-3.0-only */
/* `linerate test`: the test itself. The report goes to standard output, everything on the way to
 * standard error. */
#include "command.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "engine.h"
#include "error.h"
#include "options.h"
#include "progress.h"
#include "report-json.h"
#include "report-text.h"
#include "stop-signals.h"
#include "tcp-diag.h"
#include "verdict.h"

#define SUMMARY                                                                                     \
	"Tests whether the interface moves data at its speed, with iperf3 traffic to a target.\n"   \
	"Exit status: 0 pass, 1 fail, 2 could not test."

/* An hour of measuring must not end at a folder that is not there. */
static bool check_json_path(const char *path, GError **error)
{
	g_autofree char *folder = NULL;

	if (path == NULL || g_str_equal(path, "-"))
		return true;
	folder = g_path_get_dirname(path);
	if (access(folder, W_OK | X_OK) == 0)
		return true;
	lr_error_set_errno(error, errno, "--json: cannot write into '%s'", folder);
	return false;
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

static void say(const char *line, void *data)
{
	lr_progress_say(data, line);
}

static void sampled(const LrResult *result, const LrRun *run, guint index, void *data)
{
	lr_progress_sampled(data, result, run, index);
}

static bool print_report(const LrResult *result, GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	lr_report_text_append(text, result);
	if (fwrite(text->str, 1, text->len, stdout) == text->len && fflush(stdout) == 0)
		return true;
	lr_error_set_errno(error, errno, "cannot write the report to standard output");
	return false;
}

int lr_cmd_test(int argc, char **argv, GError **error)
{
	g_autofree char *json_path = NULL;
	const GOptionEntry more[] = {
		{ "json", 0, 0, G_OPTION_ARG_FILENAME, &json_path,
		  "Write the whole result as one JSON document", "FILE" },
		G_OPTION_ENTRY_NULL
	};
	g_autoptr(LrRequest) request = lr_options_parse(argc, argv, SUMMARY, more, error);
	g_autoptr(LrProgress) progress = NULL;
	g_autoptr(LrResult) result = NULL;
	LrTrialHooks hooks = { .say = say, .sampled = sampled };

	if (request == NULL)
		return 0;
	if (!check_json_path(json_path, error) || !check_congestion(request->congestion, error))
		return 2;
	hooks.stop_fd = lr_stop_signals_open(error);
	if (hooks.stop_fd < 0)
		return 2;
	progress = lr_progress_new();
	hooks.data = progress;
	result = lr_engine_test(g_steal_pointer(&request), &hooks);
	g_clear_pointer(&progress, lr_progress_free);
	close(hooks.stop_fd);
	if (!print_report(result, error))
		return 2;
	if (json_path != NULL && !lr_report_json_write(result, json_path, error))
		return 2;
	return lr_outcome_exit_status(result->verdict->outcome);
}
