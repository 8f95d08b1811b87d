/* SPDX-License-Identifier: GPL-3.0-only */
/* `linerate test`: the test itself. The report goes to standard output, everything on the way to
 * standard error. */
#include "command.h"

#include <stdbool.h>

#include "foreground.h"
#include "options.h"
#include "report-html.h"
#include "report-json.h"
#include "report-text.h"
#include "verdict.h"
#include "whole-file.h"

#define SUMMARY                                                                                     \
	"Tests whether the interface moves data at its speed, with iperf3 traffic to a target.\n"   \
	"Exit status: 0 pass, 1 fail, 2 could not test."

typedef struct {
	char *json_path, *html_path; /* NULL for none */
} Files;

static void files_clear(Files *files)
{
	g_free(files->json_path);
	g_free(files->html_path);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Files, files_clear)

static bool check_files(const Files *files, GError **error)
{
	if (files->json_path != NULL && !lr_whole_file_check(files->json_path, error)) {
		g_prefix_error(error, "--json: ");
		return false;
	}
	if (files->html_path != NULL && !lr_whole_file_check(files->html_path, error)) {
		g_prefix_error(error, "--html: ");
		return false;
	}
	return true;
}

static bool print_report(const LrResult *result, GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	lr_report_text_append(text, result);
	return lr_whole_file_write("-", text->str, text->len, error);
}

/* One that fails does not keep the others from being written; the first error is told. The text
 * stays away where standard output is asked to carry a document. */
static bool write_reports(LrResult *result, const Files *files, GError **error)
{
	g_autoptr(GPtrArray) results = g_ptr_array_new();
	bool quiet = g_strcmp0(files->json_path, "-") == 0 || g_strcmp0(files->html_path, "-") == 0;
	bool json, html, text;

	g_ptr_array_add(results, result);
	json = files->json_path == NULL || lr_report_json_write(result, files->json_path, error);
	html = files->html_path == NULL ||
	       lr_report_html_write(results, files->html_path, json ? error : NULL);
	text = quiet || print_report(result, json && html ? error : NULL);
	return json && html && text;
}

int lr_cmd_test(int argc, char **argv, GError **error)
{
	g_auto(Files) files = { NULL, NULL };
	g_autofree char *unused = NULL;
	gboolean all = FALSE;
	/* The first two are for --help; with one of them this function goes another way. */
	const GOptionEntry more[] = {
		{ "parallel-interfaces", 0, 0, G_OPTION_ARG_STRING, &unused,
		  "Test these at once, in place of IFACE; cores and ports are shared out",
		  "NAME[,NAME...]" },
		{ "all", 0, 0, G_OPTION_ARG_NONE, &all,
		  "The same for every interface that can be tested and has a link", NULL },
		{ "json", 0, 0, G_OPTION_ARG_FILENAME, &files.json_path,
		  "Write the whole result as one JSON document", "FILE" },
		{ "html", 0, 0, G_OPTION_ARG_FILENAME, &files.html_path,
		  "Write the report as one self-contained HTML page", "FILE" },
		G_OPTION_ENTRY_NULL
	};
	g_autoptr(LrRequest) request = NULL;
	g_autoptr(LrForeground) foreground = NULL;
	g_autoptr(LrResult) result = NULL;

	if (lr_cmd_test_is_several(argv))
		return lr_cmd_test_several(argv, error);
	request = lr_options_parse(argc, argv, SUMMARY, more, error);
	if (request == NULL)
		return 0;
	if (!check_files(&files, error) ||
	    (foreground = lr_foreground_new(request, error)) == NULL)
		return 2;
	result = lr_foreground_test(foreground, g_steal_pointer(&request));
	g_clear_pointer(&foreground, lr_foreground_free);
	if (!write_reports(result, &files, error))
		return 2;
	return lr_outcome_exit_status(result->verdict->outcome);
}
