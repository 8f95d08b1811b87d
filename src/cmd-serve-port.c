/* SPDX-License-Identifier: GPL-3.0-only */
/* The internal command of one server process: pins itself and serves the port that the supervisor
 * has opened. */
#include "command.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

#include "child.h"
#include "error.h"
#include "iperf-server.h"

typedef struct {
	int port, cpu, listen_fd, beat_fd, parent_pid;
	gint64 max_duration_ns;
} Arguments;

/* Only the supervisor writes this command line, so nothing here needs to be friendly. */
static bool parse_arguments(int argc, char **argv, Arguments *arguments, GError **error)
{
	const GOptionEntry entries[] = {
		{ "port", 0, 0, G_OPTION_ARG_INT, &arguments->port, NULL, NULL },
		{ "cpu", 0, 0, G_OPTION_ARG_INT, &arguments->cpu, NULL, NULL },
		{ "listen-fd", 0, 0, G_OPTION_ARG_INT, &arguments->listen_fd, NULL, NULL },
		{ "beat-fd", 0, 0, G_OPTION_ARG_INT, &arguments->beat_fd, NULL, NULL },
		{ "parent", 0, 0, G_OPTION_ARG_INT, &arguments->parent_pid, NULL, NULL },
		{ "max-duration-ns", 0, 0, G_OPTION_ARG_INT64, &arguments->max_duration_ns, NULL,
		  NULL },
		G_OPTION_ENTRY_NULL
	};
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);

	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, error))
		return false;
	if (argc != 1 || arguments->port < 1 || arguments->port > UINT16_MAX ||
	    arguments->listen_fd < 0 || arguments->beat_fd < 0 || arguments->parent_pid < 1 ||
	    arguments->max_duration_ns < 1) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "this command is internal: use 'linerate serve'");
		return false;
	}
	return true;
}

int lr_cmd_serve_port(int argc, char **argv, GError **error)
{
	Arguments arguments = { .cpu = -1, .listen_fd = -1, .beat_fd = -1 };
	g_autoptr(GError) not_pinned = NULL;
	LrServerOptions options;

	if (!parse_arguments(argc, argv, &arguments, error))
		return EXIT_FAILURE;
	lr_child_die_with_parent(arguments.parent_pid);
	/* A Ctrl-C reaches the whole process group; the supervisor decides what becomes of this. */
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	/* A core can go away while the target runs; a server elsewhere is better than none. */
	if (arguments.cpu >= 0 && !lr_child_pin(arguments.cpu, &not_pinned))
		g_printerr("linerate serve: port %d: %s\n", arguments.port, not_pinned->message);
	options = (LrServerOptions){ .listen_fd = arguments.listen_fd,
				     .beat_fd = arguments.beat_fd,
				     .port = (uint16_t)arguments.port,
				     .max_duration_ns = arguments.max_duration_ns };
	return lr_iperf_server_run(&options, error) ? EXIT_SUCCESS : EXIT_FAILURE;
}
