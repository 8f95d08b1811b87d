/* SPDX-License-Identifier: GPL-3.0-only */
#include "arguments.h"

#include "error.h"

static void print_help(GOptionContext *context, const char *command)
{
	g_autofree char *name = g_strdup_printf("linerate %s", command);
	g_autofree char *help = NULL, *plain = NULL;
	g_auto(GStrv) parts = NULL;

	g_set_prgname(name);
	help = g_option_context_get_help(context, TRUE, NULL);
	/* GLib writes an ellipsis, which a terminal in the C locale cannot show. */
	parts = g_strsplit(help, "\xe2\x80\xa6", -1);
	plain = g_strjoinv("...", parts);
	g_print("%s", plain);
}

/* GOption says "Unknown option --foo" and the like: the start of a sentence, and no remedy. */
static void explain(GError **error, const GError *reason, const char *command)
{
	g_autofree char *message = g_strdup(reason->message);

	if (reason->domain != G_OPTION_ERROR) {
		g_propagate_error(error, g_error_copy(reason));
		return;
	}
	if (g_ascii_isupper(message[0]) && g_ascii_islower(message[1]))
		message[0] = g_ascii_tolower(message[0]);
	g_set_error(error, LR_ERROR, LR_ERROR_INVALID, "%s: see 'linerate %s --help'", message,
		    command);
}

static bool take_operand(const LrSyntax *syntax, bool required, char **words, char **operand,
			 GError **error)
{
	guint n_words = words != NULL ? g_strv_length(words) : 0;

	if (syntax->operands == NULL && n_words > (syntax->operand != NULL ? 1 : 0)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "'%s' is one argument too many: %s%s", words[n_words - 1],
			    syntax->operand != NULL ? "give one "
						    : "the command takes options only",
			    syntax->operand != NULL ? syntax->operand : "");
		return false;
	}
	if (n_words == 0 && required) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "%s is missing: name it behind the command", syntax->operand);
		return false;
	}
	if (syntax->operands != NULL)
		*syntax->operands = g_strdupv(words);
	if (operand != NULL)
		*operand = n_words > 0 ? g_strdup(words[0]) : NULL;
	return true;
}

bool lr_arguments_parse(const LrSyntax *syntax, bool required, int argc, char **argv,
			char **operand, GError **error)
{
	g_autoptr(GOptionContext) context = g_option_context_new(syntax->operand);
	g_autoptr(GError) reason = NULL;
	g_auto(GStrv) arguments = g_new0(char *, (gsize)argc + 1);
	g_auto(GStrv) words = NULL;
	gboolean help = FALSE;
	const GOptionEntry own[] = { { "help", 'h', 0, G_OPTION_ARG_NONE, &help,
				       "Tell the options of this command", NULL },
				     { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY,
				       &words, NULL, NULL },
				     G_OPTION_ENTRY_NULL };

	for (int i = 0; i < argc; i++)
		arguments[i] = g_strdup(argv[i]);
	g_option_context_set_help_enabled(context, FALSE);
	g_option_context_set_summary(context, syntax->summary);
	g_option_context_set_description(context, syntax->details);
	g_option_context_set_main_group(context,
					g_option_group_new(NULL, NULL, NULL, syntax->data, NULL));
	g_option_context_add_main_entries(context, syntax->entries, NULL);
	if (syntax->more != NULL)
		g_option_context_add_main_entries(context, syntax->more, NULL);
	g_option_context_add_main_entries(context, own, NULL);
	if (!g_option_context_parse_strv(context, &arguments, &reason)) {
		explain(error, reason, argv[0]);
		return false;
	}
	if (help) {
		print_help(context, argv[0]);
		return false;
	}
	return take_operand(syntax, required, words, operand, error);
}
