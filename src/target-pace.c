/* SPDX-License-Identifier: GPL-3.0-only */
#include "target-pace.h"

#include <math.h>

#include "units.h"

static char *self_dup(const LrTargetSelf *self)
{
	g_autofree char *rate = lr_rate_dup(self->link_mbps);
	GString *text = g_string_new(NULL);

	g_string_append_printf(text, "its %s runs at %s",
			       self->ifname != NULL ? self->ifname : "link", rate);
	if (self->n_cores > 0)
		g_string_append_printf(text, "; %u core%s", self->n_cores,
				       self->n_cores == 1 ? "" : "s");
	if (self->version != NULL)
		g_string_append_printf(text, ", linerate %s", self->version);
	return g_string_free(text, FALSE);
}

LrRemark *lr_target_pace_link(const LrTargetSelf *self, const LrTargetNeed *need)
{
	g_autofree char *told = NULL, *reference = NULL;
	double share_percent;
	LrRemarkLevel level;

	if (self->link_mbps == 0)
		return NULL;
	told = self_dup(self);
	if (self->link_mbps >= need->reference_mbps)
		return lr_remark_new("link", LR_REMARK_OK, g_steal_pointer(&told), NULL);
	share_percent = 100.0 * self->link_mbps / (double)need->reference_mbps;
	level = share_percent < need->fail_threshold_percent ? LR_REMARK_FAULT : LR_REMARK_WARNING;
	reference = lr_rate_dup((double)need->reference_mbps);
	return lr_remark_new("link", level,
			     g_strdup_printf("%s; %s is to reach %s", told,
					     need->ifname != NULL ? need->ifname : "the interface",
					     reference),
			     "take a target whose link is as fast as the interface, or see why "
			     "this one runs below its speed");
}

/* What the core of one port could move if it did nothing else; 0 when the report does not tell. */
static double core_mbps(const LrShortTest *test)
{
	if (test == NULL || test->report == NULL || test->report->cpu_percent <= 0)
		return 0;
	return lr_mbps_from_bytes(test->bytes, test->ns) * 100 / test->report->cpu_percent;
}

/* Two digits: it is an estimate. */
static char *about_dup(double mbps)
{
	double step = mbps > 0 ? pow(10, floor(log10(mbps)) - 1) : 1;

	return lr_rate_dup(round(mbps / step) * step);
}

static char *pace_dup(double takes_mbps, double sends_mbps)
{
	g_autofree char *takes = about_dup(takes_mbps), *sends = about_dup(sends_mbps);

	if (sends_mbps <= 0)
		return g_strdup_printf("a core of it takes in about %s", takes);
	if (takes_mbps <= 0)
		return g_strdup_printf("a core of it sends about %s", sends);
	return g_strdup_printf("a core of it takes in about %s, and sends about %s", takes, sends);
}

static LrRemark *too_slow(const char *pace, const LrShortTest *test, double port_mbps,
			  const LrTargetNeed *need)
{
	g_autofree char *port = about_dup(port_mbps);
	g_autofree char *fix = g_strdup_printf(
		"%sspread the load over more ports with --threads=%.0f, or take a faster machine",
		test->report->self.version == NULL ? "run 'linerate serve' there, " : "",
		ceil((double)need->reference_mbps / core_mbps(test)));

	return lr_remark_new("pace", LR_REMARK_WARNING,
			     g_strdup_printf("%s; a test needs %s of each port", pace, port), fix);
}

LrRemark *lr_target_pace_cores(const LrShortTest *forward, const LrShortTest *reverse,
			       const LrTargetNeed *need)
{
	double takes_mbps = core_mbps(forward), sends_mbps = core_mbps(reverse);
	double port_mbps = need->n_workers > 0 ? (double)need->reference_mbps / need->n_workers : 0;
	g_autofree char *pace = NULL;

	if (takes_mbps <= 0 && sends_mbps <= 0)
		return NULL;
	pace = pace_dup(takes_mbps, sends_mbps);
	if (takes_mbps > 0 && takes_mbps < port_mbps)
		return too_slow(pace, forward, port_mbps, need);
	if (sends_mbps > 0 && sends_mbps < port_mbps)
		return too_slow(pace, reverse, port_mbps, need);
	return lr_remark_new("pace", LR_REMARK_OK, g_steal_pointer(&pace), NULL);
}
