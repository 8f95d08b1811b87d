/* SPDX-License-Identifier: GPL-3.0-only */
/* `linerate report`: renders saved results, on any machine. */
#include "command.h"

#include <stdbool.h>

#include "arguments.h"
#include "error.h"
#include "read-result.h"
#include "report-html.h"
#include "report-text.h"
#include "whole-file.h"

static GPtrArray *read_results(char **paths, GError **error)
{
	g_autoptr(GPtrArray) results =
		g_ptr_array_new_with_free_func((GDestroyNotify)lr_result_free);

	for (guint i = 0; paths[i] != NULL; i++) {
		if (!lr_read_results(paths[i], results, error))
			return NULL;
	}
	if (results->len == 0) {
		g_set_error(error, LR_ERROR, LR_ERROR_NOT_FOUND, "there is no result in '%s'",
			    paths[0]);
		return NULL;
	}
	return g_steal_pointer(&results);
}

static bool print_text(const GPtrArray *results, GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < results->len; i++) {
		if (i > 0)
			g_string_append(text, "\n----\n\n");
		lr_report_text_append(text, results->pdata[i]);
	}
	return lr_whole_file_write("-", text->str, text->len, error);
}

int lr_cmd_report(int argc, char **argv, GError **error)
{
	g_auto(GStrv) paths = NULL;
	g_autofree char *html_path = NULL;
	gboolean text = FALSE;
	const GOptionEntry entries[] = { { "html", 0, 0, G_OPTION_ARG_FILENAME, &html_path,
					   "Write one self-contained HTML page instead", "FILE" },
					 { "text", 0, 0, G_OPTION_ARG_NONE, &text,
					   "Print the text beside the page, too", NULL },
					 G_OPTION_ENTRY_NULL };
	const LrSyntax syntax = {
		.operand = "RESULT.json...",
		.operands = &paths,
		.summary = "Renders results that 'linerate test --json' saved, on any machine.",
		.entries = entries,
	};
	g_autoptr(GPtrArray) results = NULL;

	if (!lr_arguments_parse(&syntax, true, argc, argv, NULL, error))
		return 0;
	results = read_results(paths, error);
	if (results == NULL ||
	    (html_path != NULL && !lr_report_html_write(results, html_path, error)) ||
	    ((html_path == NULL || text) && !print_text(results, error)))
		return 2;
	return 0;
}
