/* SPDX-License-Identifier: GPL-3.0-only */
/* One line of a check: what was looked at, how it is, and what to do where it should be better. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum { LR_REMARK_OK, LR_REMARK_WARNING, LR_REMARK_FAULT } LrRemarkLevel;

typedef struct {
	const char *subject; /* "ports" */
	LrRemarkLevel level;
	char *text;
	char *fix; /* NULL when there is nothing to do */
} LrRemark;

/* Takes text over and copies fix; subject is a literal. */
LrRemark *lr_remark_new(const char *subject, LrRemarkLevel level, char *text, const char *fix);
void lr_remark_free(LrRemark *remark);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrRemark, lr_remark_free)

/* An array of LrRemark that frees its elements. */
GPtrArray *lr_remarks_new(void);

/* Whether none of them is a fault. */
bool lr_remarks_are_usable(const GPtrArray *remarks);

/* The remarks as a table, each fix on a line of its own below. */
void lr_remarks_append(GString *out, const GPtrArray *remarks);
