/* SPDX-License-Identifier: GPL-3.0-only */
/* The one GError domain of the program. Facts about hardware are never errors; see cause.h. */
#pragma once

#include <glib.h>

#define LR_ERROR (lr_error_quark())

typedef enum {
	LR_ERROR_INVALID,   /* a value from a person or a file was not understood */
	LR_ERROR_NOT_FOUND, /* what was named does not exist */
	LR_ERROR_SYSTEM,    /* the kernel or a library refused */
} LrErrorCode;

GQuark lr_error_quark(void);

/* Sets *error to "<what>: <text of errno_value>" with code LR_ERROR_SYSTEM. */
void lr_error_set_errno(GError **error, int errno_value, const char *what_format, ...)
	G_GNUC_PRINTF(3, 4);
