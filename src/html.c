/* SPDX-License-Identifier: GPL-3.0-only */
#include "html.h"

#include <math.h>

#include "text.h"

static void append_escaped(GString *out, const char *text)
{
	g_autofree char *line = lr_text_line_dup(text);
	g_autofree char *escaped = line != NULL ? g_markup_escape_text(line, -1) : NULL;

	if (escaped != NULL)
		g_string_append(out, escaped);
}

void lr_html_append(GString *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	for (const char *at = format; *at != '\0'; at++) {
		if (*at != '%') {
			g_string_append_c(out, *at);
			continue;
		}
		at++;
		if (*at == 's')
			append_escaped(out, va_arg(args, const char *));
		else if (*at == 'u')
			g_string_append_printf(out, "%u", va_arg(args, guint));
		else
			g_string_append_c(out, *at);
		g_assert(*at == 's' || *at == 'u' || *at == '%');
	}
	va_end(args);
}

void lr_html_append_coordinate(GString *out, double value)
{
	double tenths = round(value * 10);
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	g_ascii_formatd(text, sizeof(text), fmod(tenths, 10) == 0 ? "%.0f" : "%.1f",
			tenths / 10 + 0.0);
	g_string_append(out, text);
}

void lr_html_append_fact(GString *out, const char *name, const char *value)
{
	if (value != NULL)
		lr_html_append(out, "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", name, value);
}

void lr_html_open_table(GString *out, const char *label, const char *const *heads, guint n_heads)
{
	lr_html_append(out,
		       "<div class=\"scroll\" role=\"region\" aria-label=\"%s\" tabindex=\"0\">"
		       "<table>\n",
		       label);
	if (heads == NULL)
		return;
	g_string_append(out, "<thead><tr>");
	for (guint i = 0; i < n_heads; i++)
		lr_html_append(out, "<th scope=\"col\">%s</th>", heads[i]);
	g_string_append(out, "</tr></thead>\n");
}

void lr_html_close_table(GString *out)
{
	g_string_append(out, "</table></div>\n");
}
