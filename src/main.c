/* SPDX-License-Identifier: GPL-3.0-only */
/* The table of commands. The only file that prints errors. */
#include "config.h"

#include <fcntl.h>
#include <glib.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "command.h"

#define EXIT_COULD_NOT 2

static const struct {
	const char *name;
	LrCommandFunc run;
	const char *does; /* NULL for a command that people do not call */
} commands[] = {
	{ "devices", lr_cmd_devices, "list network interfaces and whether they can be tested" },
	{ "plan", lr_cmd_plan, "tell what a test of an interface would do; sends nothing" },
	{ "test", lr_cmd_test, "test an interface; the exit status is the verdict" },
	{ "serve", lr_cmd_serve, "be a target: iperf3-compatible servers, one for each core" },
	{ "report", lr_cmd_report, "render saved results as text or as an HTML page" },
	{ "compare", lr_cmd_compare, "measure with 1, 2, 4 ... workers: is one core the limit?" },
	{ "diff", lr_cmd_diff, "tell what changed between two saved results" },
	{ "check-target", lr_cmd_check_target, "tell in seconds whether targets can be used from here" },
	{ "config", lr_cmd_config, "tell every setting in force and where it comes from" },
	{ "worker", lr_cmd_worker, NULL },
	{ "serve-port", lr_cmd_serve_port, NULL },
	{ NULL, NULL, NULL },
};

static void print_help(void)
{
	g_print("Usage: linerate COMMAND [OPTION...]\n\n"
		"Tells whether a network interface moves data at the speed it claims, and if not,\n"
		"what is in the way.\n\nCommands:\n");
	for (size_t i = 0; commands[i].name != NULL; i++) {
		if (commands[i].does != NULL)
			g_print("  %-12s %s\n", commands[i].name, commands[i].does);
	}
	g_print("\n'linerate COMMAND --help' tells the options of a command.\n"
		"Exit status: 0 pass, 1 fail, 2 could not test.\n");
}

static int run_command(int argc, char **argv)
{
	for (size_t i = 0; commands[i].name != NULL; i++) {
		if (g_str_equal(argv[1], commands[i].name)) {
			g_autoptr(GError) error = NULL;
			int status = commands[i].run(argc - 1, argv + 1, &error);

			if (error == NULL)
				return status;
			g_printerr("linerate %s: %s\n", argv[1], error->message);
			return EXIT_COULD_NOT;
		}
	}
	g_printerr("linerate: there is no command '%s': see 'linerate --help'\n", argv[1]);
	return EXIT_COULD_NOT;
}

/* Where a standard descriptor is closed, the next file that is opened would take its place and be
 * written to as if it were standard output. Opened the wrong way round it is an error instead. */
static void occupy_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
			_exit(EXIT_COULD_NOT);
	}
}

int main(int argc, char **argv)
{
	occupy_standard_descriptors();
	setlocale(LC_ALL, "");
	/* Numbers look the same everywhere, so that a log from any lab can be searched. */
	setlocale(LC_NUMERIC, "C");
	if (argc < 2) {
		g_printerr("linerate: no command given: see 'linerate --help'\n");
		return EXIT_COULD_NOT;
	}
	if (g_str_equal(argv[1], "--help") || g_str_equal(argv[1], "-h") ||
	    g_str_equal(argv[1], "help")) {
		print_help();
		return EXIT_SUCCESS;
	}
	if (g_str_equal(argv[1], "--version")) {
		g_print("linerate " PACKAGE_VERSION "\n");
		return EXIT_SUCCESS;
	}
	return run_command(argc, argv);
}
