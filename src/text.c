/* SPDX-License-Identifier: GPL-3.0-only */
#include "text.h"

#include <string.h>

char *lr_text_line_dup(const char *text)
{
	g_autofree char *valid = NULL;
	g_autoptr(GString) line = g_string_new(NULL);

	if (text == NULL)
		return NULL;
	valid = g_utf8_make_valid(text, -1);
	for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);

		/* U+2028 and U+2029 end a line for Python's splitlines(), which readers use. */
		g_string_append_unichar(line, g_unichar_iscntrl(c) || c == 0x2028 || c == 0x2029 ? ' ' :
												   c);
	}
	g_strstrip(line->str);
	return line->str[0] != '\0' ? g_strdup(line->str) : NULL;
}

char *lr_text_udev_dup(const char *text)
{
	g_autoptr(GString) bytes = g_string_new(NULL);

	if (text == NULL)
		return NULL;
	for (const char *at = text; *at != '\0';) {
		bool escaped = at[0] == '\\' && at[1] == 'x' && g_ascii_isxdigit(at[2]) &&
			       g_ascii_isxdigit(at[3]);
		int byte = escaped ? g_ascii_xdigit_value(at[2]) * 16 + g_ascii_xdigit_value(at[3]) : *at;

		g_string_append_c(bytes, byte != 0 ? (char)byte : ' ');
		at += escaped ? 4 : 1;
	}
	return lr_text_line_dup(bytes->str);
}

char *lr_text_slug_dup(const char *text)
{
	char *slug = g_strdup(text != NULL && text[0] != '\0' ? text : "unknown");

	for (char *at = slug; *at != '\0'; at++) {
		if (!g_ascii_isalnum(*at) && *at != '_')
			*at = '_';
	}
	return slug;
}
