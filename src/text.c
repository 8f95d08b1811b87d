/* SPDX-License-Identifier: GPL-3.0-only */
#include "text.h"

#include <string.h>

/* What one character of a line becomes; 0 for nothing at all. */
static gunichar clean_character(gunichar c)
{
	switch (g_unichar_type(c)) {
	/* Python's splitlines() ends a line at both separators, and its strip() takes every space.
	 */
	case G_UNICODE_CONTROL:
	case G_UNICODE_LINE_SEPARATOR:
	case G_UNICODE_PARAGRAPH_SEPARATOR:
	case G_UNICODE_SPACE_SEPARATOR:
		return ' ';
	case G_UNICODE_FORMAT:
		return 0;
	case G_UNICODE_PRIVATE_USE:
	case G_UNICODE_SURROGATE:
	case G_UNICODE_UNASSIGNED:
		return 0xfffd;
	default:
		return c;
	}
}

char *lr_text_line_dup(const char *text)
{
	g_autofree char *valid = NULL;
	g_autoptr(GString) line = g_string_new(NULL);

	if (text == NULL)
		return NULL;
	valid = g_utf8_make_valid(text, -1);
	for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
		gunichar c = clean_character(g_utf8_get_char(at));

		if (c != 0)
			g_string_append_unichar(line, c);
	}
	g_strstrip(line->str);
	return line->str[0] != '\0' ? g_strdup(line->str) : NULL;
}

char *lr_text_name_dup(const char *bytes)
{
	g_autoptr(GString) name = g_string_new(NULL);

	for (const char *at = bytes; *at != '\0';) {
		gunichar c = g_utf8_get_char_validated(at, -1);
		gsize length = c > G_MAXINT32 ? 1 : (gsize)(g_utf8_next_char(at) - at);

		if (c > G_MAXINT32 || c == ' ' || c == '\\' || clean_character(c) != c) {
			for (gsize i = 0; i < length; i++)
				g_string_append_printf(name, "\\x%02x", (guint8)at[i]);
		} else {
			g_string_append_len(name, at, (gssize)length);
		}
		at += length;
	}
	return g_string_free(g_steal_pointer(&name), FALSE);
}

char *lr_text_udev_dup(const char *text)
{
	g_autoptr(GString) bytes = g_string_new(NULL);

	if (text == NULL)
		return NULL;
	for (const char *at = text; *at != '\0';) {
		bool escaped = at[0] == '\\' && at[1] == 'x' && g_ascii_isxdigit(at[2]) &&
			       g_ascii_isxdigit(at[3]);
		int byte = escaped ? g_ascii_xdigit_value(at[2]) * 16 + g_ascii_xdigit_value(at[3])
				   : *at;

		g_string_append_c(bytes, byte != 0 ? (char)byte : ' ');
		at += escaped ? 4 : 1;
	}
	return lr_text_line_dup(bytes->str);
}

char *lr_text_slug_dup(const char *text)
{
	g_autoptr(GString) slug = g_string_new(NULL);

	if (text == NULL || text[0] == '\0')
		text = "unknown";
	if (g_ascii_isdigit(text[0]))
		g_string_append_c(slug, '_');
	for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at))
		g_string_append_c(slug, g_ascii_isalnum(*at) ? *at : '_');
	return g_string_free(g_steal_pointer(&slug), FALSE);
}

char **lr_text_list_dup(const char *comma_list)
{
	g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_free);
	g_auto(GStrv) parts = g_strsplit(comma_list != NULL ? comma_list : "", ",", -1);

	for (char **part = parts; *part != NULL; part++) {
		g_strstrip(*part);
		if ((*part)[0] != '\0')
			g_ptr_array_add(items, g_strdup(*part));
	}
	g_ptr_array_add(items, NULL);
	return (char **)g_ptr_array_free(g_steal_pointer(&items), FALSE);
}

guint lr_text_columns(const char *text)
{
	guint columns = 0;

	for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);

		if (!g_unichar_iszerowidth(c))
			columns += g_unichar_iswide(c) ? 2 : 1;
	}
	return columns;
}

void lr_text_column_append(GString *line, const char *text, guint columns)
{
	const char *cut = text;
	guint used = 0;

	if (lr_text_columns(text) <= columns) {
		g_string_append(line, text);
		used = lr_text_columns(text);
	} else if (columns > 0) {
		for (;;) {
			gunichar c = g_utf8_get_char(cut);
			guint wide = g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;

			if (used + wide > columns - 1)
				break;
			used += wide;
			cut = g_utf8_next_char(cut);
		}
		g_string_append_len(line, text, cut - text);
		g_string_append(line, "\xe2\x80\xa6");
		used++;
	}
	for (; used < columns; used++)
		g_string_append_c(line, ' ');
}
