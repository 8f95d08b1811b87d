/* SPDX-License-Identifier: GPL-3.0-only */
#include "error.h"

G_DEFINE_QUARK(lr-error-quark, lr_error)

void lr_error_set_errno(GError **error, int errno_value, const char *what_format, ...)
{
	g_autofree char *what = NULL;
	va_list args;

	va_start(args, what_format);
	what = g_strdup_vprintf(what_format, args);
	va_end(args);
	g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM, "%s: %s", what, g_strerror(errno_value));
}
