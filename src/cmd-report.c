/* SPDX-License-Identifier: GPL-3.0-only */
/* `linerate report`: renders saved results, on any machine. */
#include "command.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

#include "arguments.h"
#include "error.h"
#include "read-result.h"
#include "report-text.h"

static GPtrArray *read_results(char **paths, GError **error)
{
	g_autoptr(GPtrArray) results =
		g_ptr_array_new_with_free_func((GDestroyNotify)lr_result_free);

	for (guint i = 0; paths[i] != NULL; i++) {
		LrResult *result = lr_read_result(paths[i], error);

		if (result == NULL)
			return NULL;
		g_ptr_array_add(results, result);
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
	if (fwrite(text->str, 1, text->len, stdout) == text->len && fflush(stdout) == 0)
		return true;
	lr_error_set_errno(error, errno, "cannot write the report to standard output");
	return false;
}

int lr_cmd_report(int argc, char **argv, GError **error)
{
	g_auto(GStrv) paths = NULL;
	const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
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
	if (results != NULL)
		print_text(results, error);
	return 0;
}
