/* SPDX-License-Identifier: GPL-3.0-only */
#include "options.h"

#include <string.h>

#include "arguments.h"
#include "draft.h"
#include "error.h"
#include "settings.h"
#include "units.h"

#define MAX_DURATION_S (7 * 24 * 3600)
#define MAX_RUNS       1000

#define MAX_CONNECT_TIMEOUT_S 3600

/* Linux: TCP_CA_NAME_MAX, with the closing zero. */
#define MAX_CONGESTION_BYTES 15

static gboolean refuse(GError **error, const char *name, const char *value, const char *remedy)
{
	g_set_error(error, LR_ERROR, LR_ERROR_INVALID, "%s: '%s' %s", name, value, remedy);
	return FALSE;
}

/* Puts the option's name before the error of a parser. */
static gboolean named(bool understood, const char *name, GError **error)
{
	if (!understood)
		g_prefix_error(error, "%s: ", name);
	return understood;
}

static gboolean take_target(const char *name, const char *value, void *data, GError **error)
{
	LrDraft *draft = data;

	(void)name, (void)error;
	g_ptr_array_add(draft->targets, g_strdup(value));
	return TRUE;
}

static gboolean take_port(const char *name, const char *value, void *data, GError **error)
{
	uint64_t port;

	if (!lr_count_parse(value, 1, 65535, &port, error))
		return named(false, name, error);
	((LrDraft *)data)->request->port = (uint16_t)port;
	return TRUE;
}

static gboolean take_threads(const char *name, const char *value, void *data, GError **error)
{
	uint64_t threads = 0;

	if (!g_str_equal(value, "auto") &&
	    !lr_count_parse(value, 1, LR_MAX_THREADS, &threads, NULL))
		return refuse(error, name, value,
			      "is neither 'auto' nor a whole number from 1 to 256");
	((LrDraft *)data)->request->threads = (uint32_t)threads;
	return TRUE;
}

static gboolean take_runs(const char *name, const char *value, void *data, GError **error)
{
	uint64_t runs;

	if (!lr_count_parse(value, 1, MAX_RUNS, &runs, error))
		return named(false, name, error);
	((LrDraft *)data)->request->runs = (uint32_t)runs;
	return TRUE;
}

/* libiperf counts in seconds. */
static gboolean take_duration(const char *name, const char *value, void *data, GError **error)
{
	int64_t ns;

	if (!lr_duration_parse(value, &ns, error))
		return named(false, name, error);
	if (ns % LR_NS_PER_SECOND != 0 || ns > MAX_DURATION_S * LR_NS_PER_SECOND)
		return refuse(error, name, value, "cannot be had: give whole seconds, 7d at most");
	((LrDraft *)data)->request->duration_ns = ns;
	return TRUE;
}

/* "0" means not to wait at all. */
static gboolean take_wait(const char *name, const char *value, int64_t *ns, GError **error)
{
	if (g_str_equal(value, "0")) {
		*ns = 0;
		return TRUE;
	}
	return named(lr_duration_parse(value, ns, error), name, error);
}

static gboolean take_iface_timeout(const char *name, const char *value, void *data, GError **error)
{
	return take_wait(name, value, &((LrDraft *)data)->request->iface_timeout_ns, error);
}

static gboolean take_scan_timeout(const char *name, const char *value, void *data, GError **error)
{
	return take_wait(name, value, &((LrDraft *)data)->request->scan_timeout_ns, error);
}

static gboolean take_connect_timeout(const char *name, const char *value, void *data,
				     GError **error)
{
	int64_t ns;

	if (!lr_duration_parse(value, &ns, error))
		return named(false, name, error);
	if (ns > MAX_CONNECT_TIMEOUT_S * LR_NS_PER_SECOND)
		return refuse(error, name, value,
			      "is too long to wait for one connection: 1h at most");
	((LrDraft *)data)->request->connect_timeout_ns = ns;
	return TRUE;
}

/* A threshold of 0 would pass a dead card, or fail an idle machine. */
static gboolean take_percent(const char *name, const char *value, double *percent, GError **error)
{
	double parsed;

	if (!lr_percent_parse(value, &parsed, error))
		return named(false, name, error);
	if (parsed <= 0)
		return refuse(error, name, value, "says nothing: give more than 0, at most 100");
	*percent = parsed;
	return TRUE;
}

static gboolean take_fail_threshold(const char *name, const char *value, void *data, GError **error)
{
	return take_percent(name, value, &((LrDraft *)data)->request->fail_threshold_percent,
			    error);
}

static gboolean take_cpu_threshold(const char *name, const char *value, void *data, GError **error)
{
	return take_percent(name, value, &((LrDraft *)data)->request->cpu_threshold_percent, error);
}

static gboolean take_speed(const char *name, const char *value, void *data, GError **error)
{
	return named(lr_rate_parse(value, &((LrDraft *)data)->request->speed_mbps, error), name,
		     error);
}

static gboolean take_congestion(const char *name, const char *value, void *data, GError **error)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
	LrRequest *request = ((LrDraft *)data)->request;

	if (value[0] == '\0' || strlen(value) > MAX_CONGESTION_BYTES ||
	    strspn(value, allowed) != strlen(value))
		return refuse(error, name, value,
			      "is no congestion control: 'sysctl "
			      "net.ipv4.tcp_available_congestion_control' "
			      "lists those of this kernel");
	g_free(request->congestion);
	request->congestion = g_strdup(value);
	return TRUE;
}

static gboolean take_allow_virtual(const char *name, const char *value, void *data, GError **error)
{
	LrDraft *draft = data;

	(void)name, (void)error;
	if (value != NULL)
		g_ptr_array_add(draft->allow_virtual, g_strdup(value));
	else
		draft->allow_this_virtual = true;
	return TRUE;
}

static gboolean take_underspeed_ok(const char *name, const char *value, void *data, GError **error)
{
	(void)name, (void)value, (void)error;
	((LrDraft *)data)->request->underspeed_ok = true;
	return TRUE;
}

static gboolean take_reverse(const char *name, const char *value, void *data, GError **error)
{
	(void)name, (void)value, (void)error;
	((LrDraft *)data)->reverse = true;
	return TRUE;
}

static gboolean take_bidirectional(const char *name, const char *value, void *data, GError **error)
{
	(void)name, (void)value, (void)error;
	((LrDraft *)data)->bidirectional = true;
	return TRUE;
}

#define TAKES(callback)	 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)(callback)
#define SWITCH(callback) 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, (gpointer)(callback)

static const GOptionEntry entries[] = {
	{ "target", TAKES(take_target),
	  "Where iperf3 servers listen on consecutive ports; the first "
	  "that can be used is (also: TEST_TARGET_IPERF)",
	  "HOST[,HOST...]" },
	{ "port", TAKES(take_port), "First port of the targets (5201)", "PORT" },
	{ "threads", TAKES(take_threads),
	  "Workers, each on a port of its own (auto: one per physical core next to the interface "
	  "from 10 Gb/s, else one)",
	  "auto|N" },
	{ "duration", TAKES(take_duration), "Length of one run: 90, 90s, 15m, 2h (10s)", "TIME" },
	{ "runs", TAKES(take_runs), "Runs, of which each must reach the threshold (1)", "N" },
	{ "fail-threshold", TAKES(take_fail_threshold),
	  "Least goodput that passes, in percent of the reference speed (80)", "PERCENT" },
	{ "cpu-load-fail-threshold", TAKES(take_cpu_threshold),
	  "Highest average load of the workers' cores that passes, in percent (90)", "PERCENT" },
	{ "speed", TAKES(take_speed),
	  "Reference speed in place of the highest link mode: 10G, 2500M (also: LINERATE_SPEED)",
	  "RATE" },
	{ "underspeed-ok", SWITCH(take_underspeed_ok),
	  "Test although the link runs below the reference speed", NULL },
	{ "allow-virtual", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK, take_allow_virtual,
	  "Test these interfaces although they are virtual; without a name IFACE (also: "
	  "LINERATE_ALLOW_VIRTUAL)",
	  "NAME[,NAME...]" },
	{ "reverse", SWITCH(take_reverse), "The target sends, this machine receives", NULL },
	{ "bidirectional", SWITCH(take_bidirectional), "Both send at once, and each is judged",
	  NULL },
	{ "congestion", TAKES(take_congestion),
	  "TCP congestion control of the sender (cubic where the kernel has it)", "NAME" },
	{ "iface-timeout", TAKES(take_iface_timeout),
	  "Wait so long for carrier, address and route; 0: not at all (2m)", "TIME" },
	{ "scan-timeout", TAKES(take_scan_timeout),
	  "Wait so long for a target that is busy or not up yet; 0: not at all (60s)", "TIME" },
	{ "connect-timeout", TAKES(take_connect_timeout),
	  "Wait so long for one connection to a target (5s)", "TIME" },
	G_OPTION_ENTRY_NULL
};

static const GOptionEntry *find_entry(const char *name)
{
	for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++) {
		if (g_str_equal(entry->long_name, name))
			return entry;
	}
	return NULL;
}

/* What a file says once is taken as its option would be, before the command line is. The lists, and
 * speeds by interface, are asked for when the command line is known. */
static bool take_settings(LrDraft *draft, GError **error)
{
	static const char *const later[] = { "target", "speed", "allow-virtual", "unplugged",
					     NULL };
	g_auto(GStrv) files = lr_settings_files_dup();

	draft->settings = lr_settings_load((const char *const *)files, error);
	if (draft->settings == NULL)
		return false;
	for (const LrSettingName *known = lr_setting_names; known->name != NULL; known++) {
		const char *origin = NULL;
		const char *value = lr_settings_get(draft->settings, known->name, &origin);
		g_autofree char *label = NULL;

		if (value == NULL || g_strv_contains(later, known->name))
			continue;
		label = g_strdup_printf("%s: %s", origin, known->name);
		if (!((GOptionArgFunc)find_entry(known->name)->arg_data)(label, value, draft,
									 error))
			return false;
	}
	return true;
}

/* `ifname` stands for the operand of a command that takes none; NULL: the operand is asked for. */
static LrDraft *parse(const LrSyntax *common, int argc, char **argv, const char *ifname,
		      GError **error)
{
	g_autoptr(LrDraft) draft = lr_draft_new();
	LrSyntax syntax = *common;
	char *operand = NULL;

	syntax.entries = entries;
	syntax.data = draft;
	if (!take_settings(draft, error) ||
	    !lr_arguments_parse(&syntax, false, argc, argv, ifname == NULL ? &operand : NULL,
				error) ||
	    !lr_draft_finish(draft, ifname != NULL ? g_strdup(ifname) : operand, error))
		return NULL;
	return g_steal_pointer(&draft);
}

LrRequest *lr_options_parse(int argc, char **argv, const char *summary, const GOptionEntry *more,
			    GError **error)
{
	const LrSyntax syntax = { .operand = "IFACE", .summary = summary, .more = more };
	g_autoptr(LrDraft) draft = parse(&syntax, argc, argv, NULL, error);

	return draft != NULL ? g_steal_pointer(&draft->request) : NULL;
}

LrSettings *lr_options_load(int argc, char **argv, const char *summary, GError **error)
{
	const LrSyntax syntax = { .summary = summary };
	g_autoptr(LrDraft) draft = parse(&syntax, argc, argv, "lo", error);

	return draft != NULL ? g_steal_pointer(&draft->settings) : NULL;
}
