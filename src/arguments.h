/* SPDX-License-Identifier: GPL-3.0-only */
/* The words behind a command: options by GOption, and operands. Unlike GOption alone it never
 * exits, and its errors name the remedy. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
	const char *operand; /* "IFACE"; NULL when the command takes none */
	char ***operands; /* where they go, owned by the caller, when the command takes one or more;
			   * NULL when it takes one at most */
	const char *summary; /* what the command does, for --help */
	const char *details; /* what stands behind the options in --help; NULL for nothing */
	const GOptionEntry *entries; /* ended by an entry without name */
	const GOptionEntry *more; /* the same; NULL for none */
	void *data; /* for the callbacks among the entries */
} LrSyntax;

/* True when the command shall go on: the entries' variables are set and *operand is owned by the
 * caller. False with *error when something was not understood (LR_ERROR_INVALID), false without
 * when --help was asked for and has been printed. operand is NULL for a command without. A missing
 * operand is an error only where `required`. argv[0] is the name of the command. */
bool lr_arguments_parse(const LrSyntax *syntax, bool required, int argc, char **argv,
			char **operand, GError **error) G_GNUC_WARN_UNUSED_RESULT;
