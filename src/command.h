/* SPDX-License-Identifier: GPL-3.0-only */
/* The commands of the program. Each takes its own arguments (argv[0] is the command's name),
 * writes its result to standard output, and returns the exit status; with *error set, main prints
 * the message and the status is 2. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef int (*LrCommandFunc)(int argc, char **argv, GError **error);

int lr_cmd_check_target(int argc, char **argv, GError **error);
int lr_cmd_compare(int argc, char **argv, GError **error);
int lr_cmd_config(int argc, char **argv, GError **error);
int lr_cmd_devices(int argc, char **argv, GError **error);
int lr_cmd_diff(int argc, char **argv, GError **error);
int lr_cmd_plan(int argc, char **argv, GError **error);
int lr_cmd_report(int argc, char **argv, GError **error);
int lr_cmd_test(int argc, char **argv, GError **error);

/* The two ways to write `test` for several interfaces; lr_cmd_test() calls them. */
bool lr_cmd_test_is_several(char **argv);
int lr_cmd_test_several(char **argv, GError **error);

int lr_cmd_worker(int argc, char **argv, GError **error);
int lr_cmd_serve(int argc, char **argv, GError **error);
int lr_cmd_serve_port(int argc, char **argv, GError **error);
