/* SPDX-License-Identifier: GPL-3.0-only */
/* `linerate check-target`: can the targets be used from here? In seconds. */
#include "command.h"

#include <stdbool.h>

#include "arguments.h"
#include "error.h"
#include "hwloc-cores.h"
#include "options.h"
#include "plan.h"
#include "probe.h"
#include "target-check.h"
#include "udev-nics.h"
#include "units.h"
#include "whole-file.h"

#define SUMMARY                                                                                    \
	"Tells within five seconds whether targets can be used from this machine, and what to do " \
	"if\n"                                                                                     \
	"not: the way, servers on their ports, full-size frames both ways, the target's link "     \
	"and\n"                                                                                    \
	"pace by its own report, the clock. Without HOST those of the settings are looked at.\n"   \
	"Sends a third of a second of traffic each way, and none while the target is busy.\n"      \
	"Exit status: 0 at least one target can be used, 2 none can."

#define ALL_TOGETHER_NS (4 * LR_NS_PER_SECOND)

typedef struct {
	LrRequest *request;
	LrNic *nic; /* NULL without --interface */
	LrTargetNeed need;
} Setting;

static void setting_clear(Setting *setting)
{
	lr_request_free(setting->request);
	lr_nic_free(setting->nic);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Setting, setting_clear)

/* The request of a test with these words, so that settings and defaults are the same as there. */
static LrRequest *make_request(const char *hosts, const char *port, const char *ifname,
			       GError **error)
{
	g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);

	g_ptr_array_add(words, g_strdup("check-target"));
	if (hosts != NULL)
		g_ptr_array_add(words, g_strconcat("--target=", hosts, NULL));
	if (port != NULL)
		g_ptr_array_add(words, g_strconcat("--port=", port, NULL));
	g_ptr_array_add(words, g_strdup("--"));
	g_ptr_array_add(words, g_strdup(ifname != NULL ? ifname : "lo"));
	return lr_options_parse((int)words->len, (char **)words->pdata, NULL, NULL, error);
}

/* What a test of the interface would need. */
static bool look_at_interface(Setting *setting, const char *ifname, GError **error)
{
	const LrRequest *request = setting->request;
	g_autoptr(LrCores) cores = NULL;
	g_autoptr(LrPlan) plan = NULL;

	setting->nic = lr_udev_nics_get(ifname, (const char *const *)request->allow_virtual, error);
	if (setting->nic == NULL || !lr_probe_may_bind(ifname, error))
		return false;
	if (setting->nic->carrier != LR_YES) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "%s has no link: plug in the cable, or set it up ('ip link set %s up')",
			    ifname, ifname);
		return false;
	}
	cores = lr_hwloc_cores_load(setting->nic, error);
	if (cores == NULL)
		return false;
	plan = lr_plan_make(setting->nic, cores, request, request->port);
	setting->need = (LrTargetNeed){ .ifname = setting->nic->ifname,
					.reference_mbps = plan->reference_mbps,
					.fail_threshold_percent = request->fail_threshold_percent,
					.n_workers = plan->workers->len };
	return true;
}

/* Whether the target can be used. */
static bool check_one(GString *out, const LrTarget *target, const Setting *setting,
		      int64_t timeout_ns)
{
	const LrTargetQuestion question = { .nic = setting->nic,
					    .need = setting->need,
					    .timeout_ns = timeout_ns };
	g_autoptr(GPtrArray) remarks = lr_target_check_run(target, &question);

	g_string_append_printf(out, "%s port %u%s%s\n", target->host, target->base_port,
			       setting->nic != NULL ? " through " : "",
			       setting->nic != NULL ? setting->nic->ifname : "");
	lr_remarks_append(out, remarks);
	return lr_remarks_are_usable(remarks);
}

static int check_all(const Setting *setting, GError **error)
{
	const GPtrArray *targets = setting->request->targets;
	g_autoptr(GString) out = g_string_new(NULL);
	g_autoptr(GPtrArray) machine = lr_remarks_new();
	guint n_usable = 0;

	for (guint i = 0; i < targets->len; i++)
		n_usable +=
			check_one(out, targets->pdata[i], setting, ALL_TOGETHER_NS / targets->len);
	g_ptr_array_add(machine, lr_target_check_clock());
	g_string_append(out, "this machine\n");
	lr_remarks_append(out, machine);
	g_string_append_printf(out, "\n%u of %u target%s can be used.\n", n_usable, targets->len,
			       targets->len == 1 ? "" : "s");
	if (!lr_whole_file_write("-", out->str, out->len, error))
		return 2;
	return n_usable > 0 ? 0 : 2;
}

int lr_cmd_check_target(int argc, char **argv, GError **error)
{
	g_autofree char *hosts = NULL, *port = NULL, *ifname = NULL;
	const GOptionEntry entries[] = {
		{ "interface", 0, 0, G_OPTION_ARG_FILENAME, &ifname,
		  "Look through this interface, and for as many ports as its test needs", "IFACE" },
		{ "port", 0, 0, G_OPTION_ARG_STRING, &port, "First port of the target (5201)",
		  "PORT" },
		G_OPTION_ENTRY_NULL
	};
	const LrSyntax syntax = { .operand = "HOST", .summary = SUMMARY, .entries = entries };
	g_auto(Setting) setting = { 0 };

	if (!lr_arguments_parse(&syntax, false, argc, argv, &hosts, error))
		return 0;
	setting.request = make_request(hosts, port, ifname, error);
	if (setting.request == NULL ||
	    (ifname != NULL && !look_at_interface(&setting, ifname, error)))
		return 2;
	if (setting.request->targets->len == 0) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "there is no target to look at: name a HOST, or set TEST_TARGET_IPERF");
		return 2;
	}
	return check_all(&setting, error);
}
