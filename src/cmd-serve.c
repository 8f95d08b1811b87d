/* SPDX-License-Identifier: GPL-3.0-only */
/* linerate serve: a target. Decides how many servers run on which cores, and opens all ports before
 * anything is started. */
#include "command.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "arguments.h"
#include "error.h"
#include "hwloc-cores.h"
#include "listener.h"
#include "placement.h"
#include "request.h"
#include "supervisor.h"
#include "udev-nics.h"
#include "units.h"

#define MAX_PORTS	     256
#define DEFAULT_MAX_DURATION "1d"

typedef struct {
	uint32_t n_ports; /* 0: one for each core */
	uint16_t base_port;
	char *bind_to; /* NULL: everything */
	int64_t max_duration_ns;
} Options;

static void options_clear(Options *options)
{
	g_free(options->bind_to);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

static bool parse_ports(const char *text, uint32_t *n_ports, GError **error)
{
	uint64_t count;

	if (text == NULL || g_str_equal(text, "auto")) {
		*n_ports = 0;
		return true;
	}
	if (!lr_count_parse(text, 1, MAX_PORTS, &count, error)) {
		g_prefix_error(error, "--ports is 'auto' or a number: ");
		return false;
	}
	*n_ports = (uint32_t)count;
	return true;
}

static bool parse_base_port(const char *text, uint16_t *port, GError **error)
{
	uint64_t number = LR_DEFAULT_PORT;

	if (text != NULL && !lr_count_parse(text, 1, UINT16_MAX, &number, error)) {
		g_prefix_error(error, "--base-port: ");
		return false;
	}
	*port = (uint16_t)number;
	return true;
}

static bool parse_max_duration(const char *text, int64_t *ns, GError **error)
{
	if (lr_duration_parse(text != NULL ? text : DEFAULT_MAX_DURATION, ns, error))
		return true;
	g_prefix_error(error, "--max-duration: ");
	return false;
}

/* False without *error when --help was asked for. */
static bool parse_options(int argc, char **argv, Options *options, GError **error)
{
	g_autofree char *ports = NULL, *base_port = NULL, *max_duration = NULL;
	const GOptionEntry entries[] = {
		{ "ports", 0, 0, G_OPTION_ARG_STRING, &ports,
		  "So many servers, on consecutive ports (default: auto, one for each core)",
		  "N|auto" },
		{ "base-port", 0, 0, G_OPTION_ARG_STRING, &base_port,
		  "The first port (default: 5201)", "PORT" },
		{ "bind", 0, 0, G_OPTION_ARG_STRING, &options->bind_to,
		  "Serve on one address or interface only, on the cores next to it", "ADDR|IFACE" },
		{ "max-duration", 0, 0, G_OPTION_ARG_STRING, &max_duration,
		  "The longest test that is served (default: " DEFAULT_MAX_DURATION ")", "TIME" },
		G_OPTION_ENTRY_NULL
	};
	const LrSyntax syntax = {
		.summary = "Runs a target: iperf3-compatible servers, each on a core of its own.",
		.entries = entries,
	};

	if (!lr_arguments_parse(&syntax, false, argc, argv, NULL, error))
		return false;
	return parse_ports(ports, &options->n_ports, error) &&
	       parse_base_port(base_port, &options->base_port, error) &&
	       parse_max_duration(max_duration, &options->max_duration_ns, error);
}

/* What is known of the interface, for its cores; without one, of nothing in particular. */
static LrNic *nic_for(const char *ifname)
{
	g_autoptr(GError) error = NULL;
	LrNic *nic = ifname != NULL ? lr_udev_nics_get(ifname, NULL, &error) : NULL;

	return nic != NULL ? nic : lr_nic_new(ifname != NULL ? ifname : "any");
}

/* Returns an array of LrPlanWorker. */
static GArray *place_servers(const Options *options, GError **error)
{
	g_autofree char *ifname = lr_listener_interface_dup(options->bind_to);
	g_autoptr(LrNic) nic = nic_for(ifname);
	g_autoptr(LrCores) cores = lr_hwloc_cores_load(nic, error);
	g_autoptr(LrPlacement) placement = cores != NULL ? lr_placement_make(cores) : NULL;
	guint n_ports = options->n_ports;

	if (placement == NULL)
		return NULL;
	if (n_ports == 0)
		n_ports = MIN(placement->n_cores, MAX_PORTS);
	if (options->base_port + n_ports - 1 > UINT16_MAX) {
		g_set_error(
			error, LR_ERROR, LR_ERROR_INVALID,
			"%u ports from %u up do not fit below 65536: choose a lower --base-port",
			n_ports, options->base_port);
		return NULL;
	}
	return lr_placement_workers(placement, n_ports, options->base_port);
}

static void close_port(void *data)
{
	LrSupervisedPort *port = data;

	close(port->listen_fd);
}

/* Opens all ports or none. Returns an array of LrSupervisedPort that closes them. */
static GArray *open_ports(const GArray *places, const char *bind_to, GError **error)
{
	g_autoptr(GArray) ports = g_array_new(FALSE, TRUE, sizeof(LrSupervisedPort));

	g_array_set_clear_func(ports, close_port);
	for (guint i = 0; i < places->len; i++) {
		const LrPlanWorker *place = &g_array_index(places, LrPlanWorker, i);
		LrSupervisedPort port = { .port = place->port, .cpu = (int)place->cpu };

		port.listen_fd = lr_listener_open(bind_to, port.port, error);
		if (port.listen_fd < 0)
			return NULL;
		g_array_append_val(ports, port);
	}
	return g_steal_pointer(&ports);
}

static char *ready_line_dup(const GArray *ports, const char *bind_to)
{
	const LrSupervisedPort *first = &g_array_index(ports, LrSupervisedPort, 0);
	const LrSupervisedPort *last = &g_array_index(ports, LrSupervisedPort, ports->len - 1);
	g_autofree char *ifname = lr_listener_interface_dup(bind_to);
	g_autofree char *address = lr_listener_address_dup(first->listen_fd);
	GString *line = g_string_new("ready: ");

	g_string_append(line, address);
	if (ports->len > 1)
		g_string_append_printf(line, " to %u", last->port);
	if (ifname != NULL)
		g_string_append_printf(line, " of %s", ifname);
	g_string_append_printf(line, ", %u server%s, core", ports->len, ports->len == 1 ? "" : "s");
	for (guint i = 0; i < ports->len; i++)
		g_string_append_printf(line, " %d", g_array_index(ports, LrSupervisedPort, i).cpu);
	return g_string_free(line, FALSE);
}

int lr_cmd_serve(int argc, char **argv, GError **error)
{
	g_auto(Options) options = { 0 };
	g_autoptr(GArray) places = NULL, ports = NULL;
	g_autofree char *ready_line = NULL;
	LrSupervisorOptions supervised;

	if (!parse_options(argc, argv, &options, error))
		return EXIT_SUCCESS;
	places = place_servers(&options, error);
	ports = places != NULL ? open_ports(places, options.bind_to, error) : NULL;
	if (ports == NULL)
		return EXIT_FAILURE;
	ready_line = ready_line_dup(ports, options.bind_to);
	supervised = (LrSupervisorOptions){ .ports = ports,
					    .max_duration_ns = options.max_duration_ns,
					    .ready_line = ready_line };
	return lr_supervisor_run(&supervised, error) ? EXIT_SUCCESS : EXIT_FAILURE;
}
