/* SPDX-License-Identifier: GPL-3.0-only */
/* The command `plan`: what a test would do. Looks, but sends nothing. */
#include "config.h"

#include "command.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cpufreq.h"
#include "error.h"
#include "hwloc-cores.h"
#include "json-nic.h"
#include "json-plan.h"
#include "json-request.h"
#include "json-text.h"
#include "options.h"
#include "plan.h"
#include "text-plan.h"
#include "udev-nics.h"
#include "whole-file.h"

#define SCHEMA "linerate-plan/1"

/* All that the plan was drawn from. */
typedef struct {
	LrRequest *request;
	LrNic *nic;
	LrCores *cores;
	LrPlan *plan;
} Drawing;

static void drawing_clear(Drawing *drawing)
{
	lr_plan_free(drawing->plan);
	lr_cores_free(drawing->cores);
	lr_nic_free(drawing->nic);
	lr_request_free(drawing->request);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Drawing, drawing_clear)

static const LrTarget *first_target(const LrRequest *request)
{
	return request->targets->len > 0 ? request->targets->pdata[0] : NULL;
}

/* An interface of this machine says nothing of one with the same name in another machine. */
static LrNic *find_nic(const LrRequest *request, GError **error)
{
	if (lr_hwloc_cores_elsewhere())
		return lr_nic_new(request->ifname);
	return lr_udev_nics_get(request->ifname, (const char *const *)request->allow_virtual,
				error);
}

static bool draw(Drawing *drawing, GError **error)
{
	const LrTarget *target = first_target(drawing->request);

	drawing->nic = find_nic(drawing->request, error);
	if (drawing->nic == NULL)
		return false;
	drawing->cores = lr_hwloc_cores_load(drawing->nic, error);
	if (drawing->cores == NULL)
		return false;
	if (drawing->cores->elsewhere) {
		drawing->nic->reason = g_strdup("it is another machine's");
		drawing->nic->bus_address = g_strdup(drawing->cores->bus_address);
		drawing->nic->bus = g_strdup(drawing->cores->bus_address != NULL ? "pci" : NULL);
		drawing->nic->numa_node = drawing->cores->near_node;
		drawing->nic->pcie_mbps = drawing->cores->slot_mbps;
	} else {
		lr_cpufreq_read(drawing->cores, LR_CPUFREQ_FOLDER);
	}
	drawing->plan = lr_plan_make(drawing->nic, drawing->cores, drawing->request,
				     target != NULL ? target->base_port : drawing->request->port);
	return true;
}

static JsonObject *make_topology(const LrCores *cores)
{
	JsonObject *object = json_object_new();
	guint n_allowed = 0, n_near = 0;

	for (guint i = 0; i < cores->pus->len; i++) {
		n_allowed += g_array_index(cores->pus, LrPu, i).allowed;
		n_near += g_array_index(cores->pus, LrPu, i).near;
	}
	json_object_set_boolean_member(object, "elsewhere", cores->elsewhere);
	json_object_set_boolean_member(object, "knows_interface", cores->knows_nic);
	lr_json_set_count(object, "pus", cores->pus->len);
	lr_json_set_count(object, "allowed_pus", n_allowed);
	lr_json_set_count(object, "near_pus", n_near);
	lr_json_set_known_number(object, "near_node", cores->near_node);
	lr_json_set_text(object, "near_note", cores->near_note);
	return object;
}

static char *json_dup(const Drawing *drawing)
{
	g_autoptr(JsonObject) document = json_object_new();
	const LrTarget *target = first_target(drawing->request);
	JsonObject *plan = lr_json_plan_make(drawing->plan, target != NULL ? target->host : NULL);

	json_object_set_int_member(plan, "total_ns", lr_plan_total_ns(drawing->request));
	lr_json_set_text(document, "schema", SCHEMA);
	lr_json_set_text(document, "version", PACKAGE_VERSION);
	json_object_set_object_member(document, "interface", lr_json_nic_make(drawing->nic));
	json_object_set_object_member(document, "topology", make_topology(drawing->cores));
	json_object_set_object_member(document, "request", lr_json_request_make(drawing->request));
	json_object_set_object_member(document, "plan", plan);
	return lr_json_text_dup(document, NULL);
}

static char *text_dup(const Drawing *drawing)
{
	GString *text = g_string_new(NULL);

	lr_text_plan_append(text, drawing->nic, drawing->cores, drawing->request, drawing->plan);
	return g_string_free(text, FALSE);
}

/* The format's name to whether it is JSON. */
static bool parse_format(const char *format, bool *json, GError **error)
{
	*json = g_strcmp0(format, "json") == 0;
	if (format == NULL || *json || g_str_equal(format, "text"))
		return true;
	g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
		    "--format: '%s' is neither 'text' nor 'json'", format);
	return false;
}

int lr_cmd_plan(int argc, char **argv, GError **error)
{
	g_auto(Drawing) drawing = { 0 };
	g_autofree char *format = NULL, *output = NULL;
	const GOptionEntry entries[] = { { "format", 0, 0, G_OPTION_ARG_STRING, &format,
					   "How to print the plan (text)", "text|json" },
					 G_OPTION_ENTRY_NULL };
	bool json;

	drawing.request = lr_options_parse(
		argc, argv, "Tells what a test of IFACE would do, and sends nothing.", entries,
		error);
	if (drawing.request == NULL || !parse_format(format, &json, error) ||
	    !draw(&drawing, error))
		return EXIT_SUCCESS;
	output = json ? json_dup(&drawing) : text_dup(&drawing);
	return lr_whole_file_write("-", output, strlen(output), error) ? EXIT_SUCCESS
								       : EXIT_FAILURE;
}
