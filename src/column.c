/* SPDX-License-Identifier: GPL-3.0-only */
#include "column.h"

#include <string.h>

#include "text.h"

char *lr_column_plain_dup(const char *text)
{
	g_autofree char *line = lr_text_line_dup(text);

	return line != NULL ? g_str_to_ascii(line, "C") : g_strdup("");
}

/* How much of the text goes on a line: up to the last space within the width, or all of the width
 * where a word is longer than that. */
static size_t line_length(const char *text, size_t width)
{
	size_t length = strlen(text);

	if (length <= width)
		return length;
	for (length = width; length > 0; length--) {
		if (text[length] == ' ')
			return length;
	}
	return width;
}

void lr_column_append(GString *out, guint indent, const char *label, const char *format, ...)
{
	g_autofree char *raw = NULL, *text = NULL;
	va_list args;

	va_start(args, format);
	raw = g_strdup_vprintf(format, args);
	va_end(args);
	text = lr_column_plain_dup(raw);
	g_string_append_printf(out, "%-*s", (int)indent, label);
	for (const char *at = text; *at != '\0';) {
		size_t length = line_length(at, LR_COLUMNS - indent);

		if (at != text)
			g_string_append_printf(out, "\n%*s", (int)indent, "");
		g_string_append_len(out, at, (gssize)length);
		at += length;
		while (*at == ' ')
			at++;
	}
	g_string_append_c(out, '\n');
}
