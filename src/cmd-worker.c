/* SPDX-License-Identifier: GPL-3.0-only */
/* The internal command of a worker process: pins itself, waits at the gate, runs one libiperf
 * client, and reports on standard output. The crew starts it; see crew.h for the talk. */
#include "config.h"

#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "child.h"
#include "error.h"
#include "iperf-client.h"
#include "iperf-json.h"
#include "units.h"

typedef struct {
	char *device, *address, *congestion;
	gboolean reverse;
	int port, duration_s, streams, block_bytes, connect_timeout_ms, cpu, parent_pid;
} Arguments;

static void arguments_clear(Arguments *arguments)
{
	g_free(arguments->device);
	g_free(arguments->address);
	g_free(arguments->congestion);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, arguments_clear)

/* Only the crew writes this command line, so nothing here needs to be friendly. */
static bool parse_arguments(int argc, char **argv, Arguments *arguments, GError **error)
{
	const GOptionEntry entries[] = {
		{ "device", 0, 0, G_OPTION_ARG_STRING, &arguments->device, NULL, NULL },
		{ "address", 0, 0, G_OPTION_ARG_STRING, &arguments->address, NULL, NULL },
		{ "port", 0, 0, G_OPTION_ARG_INT, &arguments->port, NULL, NULL },
		{ "duration", 0, 0, G_OPTION_ARG_INT, &arguments->duration_s, NULL, NULL },
		{ "reverse", 0, 0, G_OPTION_ARG_NONE, &arguments->reverse, NULL, NULL },
		{ "streams", 0, 0, G_OPTION_ARG_INT, &arguments->streams, NULL, NULL },
		{ "block-bytes", 0, 0, G_OPTION_ARG_INT, &arguments->block_bytes, NULL, NULL },
		{ "congestion", 0, 0, G_OPTION_ARG_STRING, &arguments->congestion, NULL, NULL },
		{ "connect-timeout-ms", 0, 0, G_OPTION_ARG_INT, &arguments->connect_timeout_ms,
		  NULL, NULL },
		{ "cpu", 0, 0, G_OPTION_ARG_INT, &arguments->cpu, NULL, NULL },
		{ "parent", 0, 0, G_OPTION_ARG_INT, &arguments->parent_pid, NULL, NULL },
		G_OPTION_ENTRY_NULL
	};
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);

	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, error))
		return false;
	if (argc != 1 || arguments->device == NULL || arguments->address == NULL ||
	    arguments->port < 1 || arguments->duration_s < 1 || arguments->parent_pid < 1) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "this command is internal: use 'linerate test'");
		return false;
	}
	return true;
}

/* The pipe to the crew moves away from descriptor 1, which libiperf may print to. */
static int take_report_fd(void)
{
	int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || null < 0 || dup2(null, STDOUT_FILENO) < 0)
		_exit(EXIT_FAILURE);
	close(null);
	return fd;
}

static bool write_all(int fd, const char *text)
{
	size_t left = strlen(text);

	while (left > 0) {
		ssize_t written = write(fd, text, left);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		text += written;
		left -= (size_t)written;
	}
	return true;
}

/* False when the crew is gone or has called the run off. */
static bool wait_at_gate(int report_fd)
{
	char go;

	return write_all(report_fd, "ready\n") && read(STDIN_FILENO, &go, 1) == 1;
}

static int64_t cpu_time_ns(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * LR_NS_PER_SECOND +
	       (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

static int64_t max_rss_bytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss * INT64_C(1024);
}

static bool run_and_report(const Arguments *arguments, int report_fd)
{
	const LrIperfOrder order = {
		.device = arguments->device,
		.address = arguments->address,
		.port = (uint16_t)arguments->port,
		.duration_s = (uint32_t)arguments->duration_s,
		.reverse = arguments->reverse,
		.streams = (uint32_t)arguments->streams,
		.block_bytes = (uint32_t)arguments->block_bytes,
		.congestion = arguments->congestion,
		.connect_timeout_ms = (uint32_t)arguments->connect_timeout_ms,
	};
	int64_t cpu_before_ns = cpu_time_ns(), wall_before_us = g_get_monotonic_time();
	g_autoptr(LrIperfOutcome) outcome = lr_iperf_client_run(&order);
	const LrWorkerReport report = {
		.end = outcome->end,
		.error = outcome->error,
		.document = outcome->document,
		.cpu_ns = cpu_time_ns() - cpu_before_ns,
		.wall_ns = (g_get_monotonic_time() - wall_before_us) * 1000,
		.max_rss_bytes = max_rss_bytes(),
	};
	g_autofree char *text = lr_iperf_json_write(&report);

	return write_all(report_fd, text);
}

int lr_cmd_worker(int argc, char **argv, GError **error)
{
	g_auto(Arguments) arguments = { .cpu = -1, .streams = 1 };
	int report_fd;

	if (!parse_arguments(argc, argv, &arguments, error))
		return EXIT_FAILURE;
	lr_child_die_with_parent(arguments.parent_pid);
	signal(SIGPIPE, SIG_IGN);
	/* A Ctrl-C reaches the whole process group; the crew decides what becomes of the workers. */
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	if (arguments.cpu >= 0 && !lr_child_pin(arguments.cpu, error))
		return EXIT_FAILURE;
	report_fd = take_report_fd();
	return wait_at_gate(report_fd) && run_and_report(&arguments, report_fd) ? EXIT_SUCCESS :
										  EXIT_FAILURE;
}
