/* SPDX-License-Identifier: GPL-3.0-only */
#include "draft.h"

#include <string.h>

#include "error.h"
#include "speed-overrides.h"
#include "text.h"

/* Linux: IFNAMSIZ, with the closing zero. */
#define MAX_IFNAME_BYTES 15

LrDraft *lr_draft_new(void)
{
	LrDraft *draft = g_new0(LrDraft, 1);

	draft->request = lr_request_new();
	draft->targets = g_ptr_array_new_with_free_func(g_free);
	draft->allow_virtual = g_ptr_array_new_with_free_func(g_free);
	return draft;
}

void lr_draft_free(LrDraft *draft)
{
	if (draft == NULL)
		return;
	lr_request_free(draft->request);
	lr_settings_free(draft->settings);
	g_ptr_array_unref(draft->targets);
	g_ptr_array_unref(draft->allow_virtual);
	g_free(draft);
}
/* The kernel's own rule (dev_valid_name), so that no name reaches out of /sys/class/net. */
static bool check_ifname(const char *ifname, GError **error)
{
	bool good = ifname[0] != '\0' && strlen(ifname) <= MAX_IFNAME_BYTES &&
		    !g_str_equal(ifname, ".") && !g_str_equal(ifname, "..");

	for (const char *at = ifname; *at != '\0'; at++)
		good = good && *at != '/' && *at != ':' && !g_ascii_isspace(*at);
	if (!good) {
		g_autofree char *clean = g_utf8_make_valid(ifname, -1);

		g_set_error(
			error, LR_ERROR, LR_ERROR_INVALID,
			"'%s' cannot be the name of an interface: 'linerate devices' lists them",
			clean);
	}
	return good;
}

static bool set_ifname(LrDraft *draft, char *operand, GError **error)
{
	LrRequest *request = draft->request;

	/* GOption takes the next word as the name: `test --allow-virtual veth0` means both. */
	if (operand == NULL && draft->allow_virtual->len == 1)
		operand = g_strdup(g_ptr_array_index(draft->allow_virtual, 0));
	request->ifname = operand;
	if (operand == NULL) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "IFACE is missing: name the interface, 'linerate devices' lists them");
		return false;
	}
	return check_ifname(operand, error);
}

static void set_allow_virtual(LrDraft *draft)
{
	g_autofree char *all = NULL;

	if (draft->allow_this_virtual)
		g_ptr_array_insert(draft->allow_virtual, 0, g_strdup(draft->request->ifname));
	g_ptr_array_add(draft->allow_virtual,
			g_strdup(lr_settings_get(draft->settings, "allow-virtual", NULL)));
	g_ptr_array_add(draft->allow_virtual, NULL);
	all = g_strjoinv(",", (char **)draft->allow_virtual->pdata);
	g_strfreev(draft->request->allow_virtual);
	draft->request->allow_virtual = lr_text_list_dup(all);
}

static bool add_targets(LrDraft *draft, const char *text, const char *origin, GError **error)
{
	g_autoptr(GPtrArray) targets = lr_target_parse_list(text, draft->request->port, error);

	if (targets == NULL) {
		g_prefix_error(error, "%s: ", origin);
		return false;
	}
	g_ptr_array_extend_and_steal(draft->request->targets, g_steal_pointer(&targets));
	return true;
}

static bool check_ports(const LrRequest *request, uint16_t base_port, GError **error)
{
	if (base_port + MAX(request->threads, 1) <= 65536)
		return true;
	g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
		    "%u threads need as many ports from %u up, and the last port is 65535: give a "
		    "lower "
		    "port or fewer --threads",
		    request->threads, base_port);
	return false;
}

static bool set_targets(LrDraft *draft, GError **error)
{
	const char *origin = NULL;
	const char *setting = lr_settings_get(draft->settings, "target", &origin);
	const GPtrArray *targets = draft->request->targets;

	for (guint i = 0; i < draft->targets->len; i++) {
		if (!add_targets(draft, g_ptr_array_index(draft->targets, i), "--target", error))
			return false;
	}
	if (draft->targets->len == 0 && setting != NULL &&
	    !add_targets(draft, setting, origin, error))
		return false;
	for (guint i = 0; i < targets->len; i++) {
		const LrTarget *target = g_ptr_array_index(targets, i);

		if (!check_ports(draft->request, target->base_port, error))
			return false;
	}
	return check_ports(draft->request, draft->request->port, error);
}

static bool set_direction(LrDraft *draft, GError **error)
{
	if (draft->reverse && draft->bidirectional) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "--reverse and --bidirectional exclude one another: give one");
		return false;
	}
	draft->request->direction = draft->bidirectional ? LR_BIDIRECTIONAL
				    : draft->reverse	 ? LR_REVERSE
							 : LR_FORWARD;
	return true;
}

static bool set_speed(LrDraft *draft, GError **error)
{
	LrRequest *request = draft->request;
	const char *origin = NULL;
	const char *setting = lr_settings_get(draft->settings, "speed", &origin);
	g_autoptr(LrSpeedOverrides) overrides = NULL;

	if (request->speed_mbps != 0)
		return true;
	overrides = lr_speed_overrides_parse(setting, origin, error);
	if (overrides == NULL)
		return false;
	request->speed_mbps = lr_speed_overrides_get_mbps(overrides, request->ifname);
	return true;
}

bool lr_draft_finish(LrDraft *draft, char *operand, GError **error)
{
	if (!set_ifname(draft, operand, error) || !set_speed(draft, error) ||
	    !set_targets(draft, error) || !set_direction(draft, error))
		return false;
	set_allow_virtual(draft);
	return true;
}
