/* SPDX-License-Identifier: GPL-3.0-only */
/* `linerate diff`: what changed between two saved results. */
#include "command.h"

#include "arguments.h"
#include "difference.h"
#include "error.h"
#include "read-result.h"
#include "whole-file.h"

int lr_cmd_diff(int argc, char **argv, GError **error)
{
	g_auto(GStrv) paths = NULL;
	const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
	const LrSyntax syntax = {
		.operand = "BEFORE.json AFTER.json",
		.operands = &paths,
		.summary = "Tells what changed between two results that 'linerate test --json' saved:\n"
			   "rate, causes, driver, firmware, link, machine, settings.",
		.entries = entries,
	};
	g_autoptr(LrResult) before = NULL, after = NULL;
	g_autoptr(GString) text = g_string_new(NULL);

	if (!lr_arguments_parse(&syntax, true, argc, argv, NULL, error))
		return 0;
	if (g_strv_length(paths) != 2) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "%u result%s named: give the one before and the one after",
			    g_strv_length(paths), g_strv_length(paths) == 1 ? " was" : "s were");
		return 2;
	}
	before = lr_read_result(paths[0], error);
	after = before != NULL ? lr_read_result(paths[1], error) : NULL;
	if (after == NULL)
		return 2;
	lr_difference_append(text, before, after);
	return lr_whole_file_write("-", text->str, text->len, error) ? 0 : 2;
}
