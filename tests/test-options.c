/* SPDX-License-Identifier: GPL-3.0-only */
#include "options.h"

#include <string.h>

#include "error.h"
#include "units.h"

static LrRequest *parse(const char *line, GError **error)
{
	g_autofree char *full = g_strconcat("test ", line, NULL);
	g_auto(GStrv) argv = NULL;
	int argc;

	g_assert_true(g_shell_parse_argv(full, &argc, &argv, NULL));
	return lr_options_parse(argc, argv, "Tests.", NULL, error);
}

static void clear_environment(void)
{
	g_unsetenv("TEST_TARGET_IPERF");
	g_unsetenv("LINERATE_ALLOW_VIRTUAL");
	g_unsetenv("LINERATE_SPEED");
}

/* The request as one line, only what the row is about. */
static char *describe(const LrRequest *request)
{
	GString *line = g_string_new(request->ifname);
	g_autofree char *allowed = g_strjoinv(",", request->allow_virtual);

	for (guint i = 0; i < request->targets->len; i++) {
		const LrTarget *target = g_ptr_array_index(request->targets, i);

		g_string_append_printf(line, " %s/%u", target->host, target->base_port);
	}
	g_string_append_printf(
		line, " threads=%u runs=%u %gs fail<%g cpu>%g speed=%" G_GUINT64_FORMAT,
		request->threads, request->runs, lr_seconds_from_ns(request->duration_ns),
		request->fail_threshold_percent, request->cpu_threshold_percent,
		(guint64)request->speed_mbps);
	g_string_append_printf(line, " %s under=%d virtual=[%s] cc=%s wait=%g/%g/%g",
			       lr_direction_name(request->direction), request->underspeed_ok,
			       allowed, request->congestion != NULL ? request->congestion : "-",
			       lr_seconds_from_ns(request->iface_timeout_ns),
			       lr_seconds_from_ns(request->scan_timeout_ns),
			       lr_seconds_from_ns(request->connect_timeout_ns));
	return g_string_free(line, FALSE);
}

static void every_option_finds_its_place(void)
{
	static const struct {
		const char *line, *request;
	} rows[] = {
		{ "eth0",
		  "eth0 threads=0 runs=1 10s fail<80 cpu>90 speed=0 forward under=0 virtual=[] "
		  "cc=- wait=120/60/5" },
		{ "eth0 --target a,b:6000 --target [2001:db8::1]:7000 --port 5301 --threads 8 "
		  "--runs 4 "
		  "--duration 15m --fail-threshold 95.5 --cpu-load-fail-threshold 70 --speed 2.5G "
		  "--underspeed-ok --allow-virtual=eth0,veth1 --reverse --congestion bbr "
		  "--iface-timeout 0 --scan-timeout 0 --connect-timeout 500ms",
		  "eth0 a/5301 b/6000 2001:db8::1/7000 threads=8 runs=4 900s fail<95.5 cpu>70 "
		  "speed=2500 "
		  "reverse under=1 virtual=[eth0,veth1] cc=bbr wait=0/0/0.5" },
		{ "--threads=auto --bidirectional -- eth0",
		  "eth0 threads=0 runs=1 10s fail<80 cpu>90 speed=0 bidirectional under=0 "
		  "virtual=[] "
		  "cc=- wait=120/60/5" },
		{ "eth0 --allow-virtual", "eth0 threads=0 runs=1 10s fail<80 cpu>90 speed=0 "
					  "forward under=0 virtual=[eth0] cc=- "
					  "wait=120/60/5" },
		{ "--allow-virtual eth0 --runs 2", "eth0 threads=0 runs=2 10s fail<80 cpu>90 "
						   "speed=0 forward under=0 virtual=[eth0] cc=- "
						   "wait=120/60/5" },
		{ "eth0 --duration 7d --runs 1000 --threads 256",
		  "eth0 threads=256 runs=1000 604800s fail<80 cpu>90 speed=0 forward under=0 "
		  "virtual=[] "
		  "cc=- wait=120/60/5" },
		{ "'$(id)'",
		  "$(id) threads=0 runs=1 10s fail<80 cpu>90 speed=0 forward under=0 virtual=[] "
		  "cc=- wait=120/60/5" },
	};

	clear_environment();
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(LrRequest) request = parse(rows[i].line, &error);
		g_autofree char *line = NULL;

		g_test_message("row '%s'", rows[i].line);
		g_assert_no_error(error);
		line = describe(request);
		g_assert_cmpstr(line, ==, rows[i].request);
	}
}

static void what_is_not_understood_is_named_with_a_remedy(void)
{
	static const struct {
		const char *line, *what, *remedy;
	} rows[] = {
		{ "", "IFACE is missing", "linerate devices" },
		{ "''", "'' cannot be the name", "linerate devices" },
		{ "../../etc", "'../../etc' cannot be the name", "linerate devices" },
		{ "..", "'..' cannot be the name", "linerate devices" },
		{ "'a b'", "'a b' cannot be the name", "linerate devices" },
		{ "sixteen-bytes-xx", "'sixteen-bytes-xx' cannot be the name", "linerate devices" },
		{ "eth0 eth1", "'eth1' is one argument too many", "give one IFACE" },
		{ "eth0 --sped 10G", "unknown option --sped", "--help" },
		{ "eth0 -1", "unknown option -1", "--help" },
		{ "eth0 --speed", "--speed", "--help" },
		{ "eth0 --speed 0", "--speed: '0'", "1M to 10T" },
		{ "eth0 --speed -10G", "--speed: '-10G'", "10G, 2500M" },
		{ "eth0 --speed fast", "--speed: 'fast'", "10G, 2500M" },
		{ "eth0 --port 0", "--port: '0'", "from 1 to 65535" },
		{ "eth0 --port 65536", "--port: '65536'", "from 1 to 65535" },
		{ "eth0 --port 0x10", "--port: '0x10'", "from 1 to 65535" },
		{ "eth0 --threads 0", "--threads: '0'", "'auto'" },
		{ "eth0 --threads 257", "--threads: '257'", "from 1 to 256" },
		{ "eth0 --threads 4294967297", "--threads: '4294967297'", "from 1 to 256" },
		{ "eth0 --threads Auto", "--threads: 'Auto'", "'auto'" },
		{ "eth0 --runs 0", "--runs: '0'", "from 1 to 1000" },
		{ "eth0 --runs 1001", "--runs: '1001'", "from 1 to 1000" },
		{ "eth0 --runs 1.5", "--runs: '1.5'", "from 1 to 1000" },
		{ "eth0 --duration 0", "--duration: '0'", "more than zero" },
		{ "eth0 --duration 500ms", "--duration: '500ms'", "whole seconds" },
		{ "eth0 --duration 8d", "--duration: '8d'", "7d at most" },
		{ "eth0 --duration soon", "--duration: 'soon'", "90s" },
		{ "eth0 --fail-threshold 0", "--fail-threshold: '0'", "more than 0" },
		{ "eth0 --fail-threshold 101", "--fail-threshold: '101'", "from 0 to 100" },
		{ "eth0 --fail-threshold nan", "--fail-threshold: 'nan'", "from 0 to 100" },
		{ "eth0 --cpu-load-fail-threshold 0", "--cpu-load-fail-threshold: '0'",
		  "more than 0" },
		{ "eth0 --congestion 'a b'", "--congestion: 'a b'", "tcp_available" },
		{ "eth0 --congestion ''", "--congestion: ''", "tcp_available" },
		{ "eth0 --connect-timeout 0", "--connect-timeout: '0'", "more than zero" },
		{ "eth0 --connect-timeout 2h", "--connect-timeout: '2h'", "1h at most" },
		{ "eth0 --iface-timeout never", "--iface-timeout: 'never'", "90s" },
		{ "eth0 --target 'a b'", "--target: 'a b'", "host name or an address" },
		{ "eth0 --target a:0", "--target: 'a:0'", "from 1 to 65535" },
		{ "eth0 --target a --port 65530 --threads 7", "7 threads", "lower port" },
		{ "eth0 --target a:65535 --threads 2", "2 threads", "lower port" },
		{ "eth0 --port 65535 --threads 2", "2 threads", "lower port" },
		{ "eth0 --reverse --bidirectional", "exclude one another", "give one" },
	};

	clear_environment();
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(LrRequest) request = parse(rows[i].line, &error);

		g_test_message("row '%s'", rows[i].line);
		g_assert_null(request);
		g_assert_error(error, LR_ERROR, LR_ERROR_INVALID);
		g_test_message("%s", error->message);
		g_assert_nonnull(strstr(error->message, rows[i].what));
		g_assert_nonnull(strstr(error->message, rows[i].remedy));
		g_assert_null(strchr(error->message, '\n'));
	}
}

static void the_last_ports_can_be_used(void)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(LrRequest) request = NULL;

	clear_environment();
	request = parse("eth0 --target a --port 65530 --threads 6", &error);
	g_assert_no_error(error);
	g_assert_cmpuint(request->threads, ==, 6);
}

static void the_environment_stands_behind_the_options(void)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(LrRequest) by_environment = NULL, by_option = NULL;
	g_autofree char *first = NULL, *second = NULL;

	clear_environment();
	g_setenv("TEST_TARGET_IPERF", "192.0.2.1, 192.0.2.2", TRUE);
	g_setenv("LINERATE_ALLOW_VIRTUAL", "veth0, veth1", TRUE);
	by_environment = parse("eth0 --port 6000", &error);
	g_assert_no_error(error);
	first = describe(by_environment);
	g_assert_true(g_str_has_prefix(first, "eth0 192.0.2.1/6000 192.0.2.2/6000 "));
	g_assert_nonnull(strstr(first, "virtual=[veth0,veth1]"));

	by_option = parse("eth0 --target 192.0.2.3 --allow-virtual", &error);
	g_assert_no_error(error);
	second = describe(by_option);
	g_assert_true(g_str_has_prefix(second, "eth0 192.0.2.3/5201 threads"));
	g_assert_nonnull(strstr(second, "virtual=[eth0,veth0,veth1]"));
}

static void nonsense_in_the_environment_is_named(void)
{
	g_autoptr(GError) error = NULL;

	clear_environment();
	g_setenv("TEST_TARGET_IPERF", "a b", TRUE);
	g_assert_null(parse("eth0", &error));
	g_assert_error(error, LR_ERROR, LR_ERROR_INVALID);
	g_assert_nonnull(strstr(error->message, "TEST_TARGET_IPERF: 'a b'"));
}

static void help_is_neither_a_request_nor_an_error(void)
{
	if (g_test_subprocess()) {
		g_autoptr(GError) error = NULL;

		g_assert_null(parse("--help", &error));
		g_assert_no_error(error);
		return;
	}
	g_test_trap_subprocess(NULL, 0, 0);
	g_test_trap_assert_passed();
	g_test_trap_assert_stdout(
		"*linerate test [OPTION*IFACE*--cpu-load-fail-threshold=PERCENT*");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/options/every-option-finds-its-place", every_option_finds_its_place);
	g_test_add_func("/options/what-is-not-understood-is-named-with-a-remedy",
			what_is_not_understood_is_named_with_a_remedy);
	g_test_add_func("/options/the-last-ports-can-be-used", the_last_ports_can_be_used);
	g_test_add_func("/options/the-environment-stands-behind-the-options",
			the_environment_stands_behind_the_options);
	g_test_add_func("/options/nonsense-in-the-environment-is-named",
			nonsense_in_the_environment_is_named);
	g_test_add_func("/options/help-is-neither-a-request-nor-an-error",
			help_is_neither_a_request_nor_an_error);
	return g_test_run();
}
