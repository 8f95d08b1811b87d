/* SPDX-License-Identifier: GPL-3.0-only */
#include "speed-overrides.h"

#include <stdbool.h>
#include <string.h>

#include "error.h"
#include "text.h"
#include "units.h"

struct LrSpeedOverrides {
	GHashTable *mbps_by_ifname; /* of uint64_t * */
};

static bool add_item(LrSpeedOverrides *overrides, const char *item, const char *origin,
		     GError **error)
{
	const char *equals = strchr(item, '=');
	g_autofree char *ifname = NULL;
	g_autoptr(GError) why = NULL;
	g_autofree uint64_t *mbps = g_new(uint64_t, 1);

	if (equals == NULL || equals == item) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "%s: '%s' is not of the form INTERFACE=SPEED, as in eth0=10G", origin,
			    item);
		return false;
	}
	ifname = g_strstrip(g_strndup(item, (gsize)(equals - item)));
	if (!lr_rate_parse(equals + 1, mbps, &why)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID, "%s: speed of %s: %s", origin,
			    ifname, why->message);
		return false;
	}
	if (!g_hash_table_insert(overrides->mbps_by_ifname, g_strdup(ifname),
				 g_steal_pointer(&mbps))) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID, "%s: %s is given twice", origin,
			    ifname);
		return false;
	}
	return true;
}

LrSpeedOverrides *lr_speed_overrides_parse(const char *text, const char *origin, GError **error)
{
	g_autoptr(LrSpeedOverrides) overrides = g_new0(LrSpeedOverrides, 1);
	g_auto(GStrv) items = lr_text_list_dup(text);

	overrides->mbps_by_ifname = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	for (char **item = items; *item != NULL; item++) {
		if (!add_item(overrides, *item, origin, error))
			return NULL;
	}
	return g_steal_pointer(&overrides);
}

void lr_speed_overrides_free(LrSpeedOverrides *overrides)
{
	if (overrides == NULL)
		return;
	g_hash_table_unref(overrides->mbps_by_ifname);
	g_free(overrides);
}

uint64_t lr_speed_overrides_get_mbps(const LrSpeedOverrides *overrides, const char *ifname)
{
	const uint64_t *mbps = g_hash_table_lookup(overrides->mbps_by_ifname, ifname);

	return mbps != NULL ? *mbps : 0;
}
