/* SPDX-License-Identifier: GPL-3.0-only */
#include "units.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "error.h"

#define MAX_DURATION_NS (30 * 24 * 3600 * LR_NS_PER_SECOND)

struct unit {
	const char *suffix;
	double factor;
};

/* A plain non-negative decimal number, "12" or "2.5". g_ascii_strtod() alone would also take
 * hexadecimal, exponents, "inf" and "nan". */
static bool parse_decimal(const char *text, double *value, const char **rest)
{
	size_t length = strspn(text, "0123456789.");
	g_autofree char *digits = g_strndup(text, length);
	char *end;

	if (length == 0 || !g_ascii_isdigit(digits[0]) || strchr(digits, '.') != strrchr(digits, '.'))
		return false;
	*value = g_ascii_strtod(digits, &end);
	if (*end != '\0' || !isfinite(*value))
		return false;
	*rest = text + length;
	return true;
}

static bool parse_with_unit(const char *text, const struct unit *units, size_t n_units, double *value)
{
	g_autofree char *trimmed = g_strstrip(g_strdup(text));
	const char *suffix;
	double number;

	if (!parse_decimal(trimmed, &number, &suffix))
		return false;
	while (*suffix == ' ')
		suffix++;
	for (size_t i = 0; i < n_units; i++) {
		if (g_ascii_strcasecmp(suffix, units[i].suffix) == 0) {
			*value = number * units[i].factor;
			return true;
		}
	}
	return false;
}

/* "Gb/s", "Gbit/s", "Gbit", "Gbps" say the same as "G". */
static char *without_bit_words(const char *text)
{
	static const char *const words[] = { "bit/s", "b/s", "bps", "bit" };
	g_autofree char *trimmed = g_strstrip(g_strdup(text));

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		size_t length = strlen(trimmed), tail = strlen(words[i]);

		if (length > tail && g_ascii_strcasecmp(trimmed + length - tail, words[i]) == 0 &&
		    g_ascii_isalpha(trimmed[length - tail - 1]))
			return g_strndup(trimmed, length - tail);
	}
	return g_steal_pointer(&trimmed);
}

bool lr_rate_parse(const char *text, uint64_t *mbps, GError **error)
{
	static const struct unit units[] = { { "", 1 }, { "M", 1 }, { "G", 1e3 }, { "T", 1e6 } };
	g_autofree char *bare = without_bit_words(text);
	double value;

	if (!parse_with_unit(bare, units, G_N_ELEMENTS(units), &value)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "'%s' is not a speed: write for example 10G, 2500M or 2500 (Mb/s)", text);
		return false;
	}
	if (value < 1 || value > (double)LR_MAX_RATE_MBPS || value != floor(value)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "'%s' is not a usable speed: give whole Mb/s from 1M to 10T", text);
		return false;
	}
	*mbps = (uint64_t)value;
	return true;
}

bool lr_duration_parse(const char *text, int64_t *ns, GError **error)
{
	static const struct unit units[] = { { "", 1 },	  { "s", 1 },	 { "ms", 1e-3 },
					     { "m", 60 }, { "min", 60 }, { "h", 3600 },
					     { "d", 86400 } };
	double seconds;

	if (!parse_with_unit(text, units, G_N_ELEMENTS(units), &seconds)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "'%s' is not a duration: write for example 90, 90s, 15m or 2h", text);
		return false;
	}
	if (seconds < 1e-3 || seconds * 1e9 > (double)MAX_DURATION_NS) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "'%s' is not a usable duration: more than zero and at most 30d", text);
		return false;
	}
	*ns = llround(seconds * 1e9);
	return true;
}

bool lr_percent_parse(const char *text, double *percent, GError **error)
{
	static const struct unit units[] = { { "", 1 }, { "%", 1 } };
	double value;

	if (!parse_with_unit(text, units, G_N_ELEMENTS(units), &value) || value > 100) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "'%s' is not a percentage: give a number from 0 to 100", text);
		return false;
	}
	*percent = value;
	return true;
}

bool lr_count_parse(const char *text, uint64_t minimum, uint64_t maximum, uint64_t *count,
		    GError **error)
{
	g_autoptr(GError) reason = NULL;
	guint64 value;

	if (!g_ascii_string_to_unsigned(text, 10, minimum, maximum, &value, &reason)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "'%s' is not a whole number from %" G_GUINT64_FORMAT
			    " to %" G_GUINT64_FORMAT,
			    text, (guint64)minimum, (guint64)maximum);
		return false;
	}
	*count = value;
	return true;
}

double lr_mbps_from_bytes(uint64_t bytes, int64_t ns)
{
	return ns > 0 ? (double)bytes * 8e3 / (double)ns : 0;
}

double lr_seconds_from_ns(int64_t ns)
{
	return (double)ns / 1e9;
}

/* Up to `decimals` digits behind the point, without trailing zeros. */
static char *number_dup(double value, int decimals)
{
	char *text = g_strdup_printf("%.*f", decimals, value);

	if (strchr(text, '.') != NULL) {
		size_t length = strlen(text);

		while (text[length - 1] == '0')
			text[--length] = '\0';
		if (text[length - 1] == '.')
			text[length - 1] = '\0';
	}
	return text;
}

char *lr_rate_dup(double mbps)
{
	bool giga = mbps >= 1000;
	g_autofree char *number = number_dup(giga ? mbps / 1000 : mbps, giga ? 2 : mbps < 10 ? 1 : 0);

	return g_strdup_printf("%s %s", number, giga ? "Gb/s" : "Mb/s");
}

char *lr_duration_dup(int64_t ns)
{
	int64_t seconds = (ns + LR_NS_PER_SECOND / 2) / LR_NS_PER_SECOND;
	GString *text = g_string_new(NULL);

	if (ns < LR_NS_PER_SECOND) {
		g_string_printf(text, "%" G_GINT64_FORMAT " ms", ns / LR_NS_PER_MS);
		return g_string_free(text, FALSE);
	}
	if (seconds >= 3600)
		g_string_append_printf(text, "%" G_GINT64_FORMAT " h ", seconds / 3600);
	if (seconds % 3600 >= 60)
		g_string_append_printf(text, "%" G_GINT64_FORMAT " min ", seconds % 3600 / 60);
	if (seconds % 60 > 0)
		g_string_append_printf(text, "%" G_GINT64_FORMAT " s ", seconds % 60);
	g_string_truncate(text, text->len - 1);
	return g_string_free(text, FALSE);
}

char *lr_bytes_dup(uint64_t bytes)
{
	static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	double value = (double)bytes;
	size_t i = 0;

	for (; value >= 1024 && i + 1 < G_N_ELEMENTS(names); i++)
		value /= 1024;
	return g_strdup_printf("%.*f %s", i == 0 ? 0 : 2, value, names[i]);
}
