/* SPDX-License-Identifier: GPL-3.0-only */
/* A request in the making: what options and settings said, until all of them are known and it can
 * be checked as a whole. Reads no option itself. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "request.h"
#include "settings.h"

typedef struct {
	LrRequest *request;
	LrSettings *settings; /* NULL until they are loaded */
	GPtrArray *targets; /* of char *, comma lists */
	GPtrArray *allow_virtual; /* of char *, comma lists */
	bool allow_this_virtual; /* --allow-virtual without a name */
	bool reverse, bidirectional;
} LrDraft;

LrDraft *lr_draft_new(void);
void lr_draft_free(LrDraft *draft);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrDraft, lr_draft_free)

/* Completes the request from what the options said and, where they are silent, from the settings,
 * which must be loaded. `operand` is the interface of the command line, NULL for none; owned by the
 * draft from here on. False with *error (LR_ERROR_INVALID) when the whole makes no sense. */
bool lr_draft_finish(LrDraft *draft, char *operand, GError **error) G_GNUC_WARN_UNUSED_RESULT;
