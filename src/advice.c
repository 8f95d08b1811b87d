/* SPDX-License-Identifier: GPL-3.0-only */
#include "advice.h"

#include "units.h"

static void warn(GPtrArray *warnings, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void warn(GPtrArray *warnings, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_ptr_array_add(warnings, g_strdup_vprintf(format, args));
	va_end(args);
}

static void advise_on_device(const LrAdviceFacts *facts, GPtrArray *warnings)
{
	const LrNic *nic = facts->nic;

	if (facts->cores->elsewhere) /* nothing of this machine was asked */
		return;
	if (!nic->testable && nic->reason != NULL)
		warn(warnings, "%s will not be tested: %s", nic->ifname, nic->reason);
	if (nic->carrier == LR_NO)
		warn(warnings, "%s has no link: plug in the cable and bring up the other end",
		     nic->ifname);
}

static void advise_on_speed(const LrAdviceFacts *facts, GPtrArray *warnings)
{
	const LrNic *nic = facts->nic;
	g_autofree char *reference = lr_rate_dup((double)facts->reference_mbps);
	g_autofree char *claimed = lr_rate_dup((double)facts->claimed_mbps);
	g_autofree char *link = lr_rate_dup(nic->link_mbps);

	if (facts->reference_mbps == 0)
		warn(warnings,
		     "nothing says how fast %s should be, so it cannot pass: give --speed",
		     nic->ifname);
	else if (facts->claimed_mbps != 0)
		warn(warnings,
		     "the link runs at %s, below the %s that %s claims; --underspeed-ok judges it "
		     "against %s",
		     link, claimed, nic->ifname, link);
	else if (nic->link_mbps != 0 && nic->link_mbps < facts->reference_mbps)
		warn(warnings,
		     "the link runs at %s, below the %s that %s is judged against: the test will fail "
		     "before any traffic",
		     link, reference, nic->ifname);
	if (nic->duplex == LR_DUPLEX_HALF)
		warn(warnings, "the link is half-duplex: it cannot reach its speed");
}

static void advise_on_threshold(const LrAdviceFacts *facts, GPtrArray *warnings)
{
	double share = lr_ceiling_share(facts->frame);
	double threshold = facts->request->fail_threshold_percent;

	if (facts->reference_mbps != 0 && share > 0 && threshold > share * 100)
		warn(warnings,
		     "no interface can pass: the threshold of %g %% is above the %.2f %% that TCP "
		     "can reach "
		     "with MTU %u",
		     threshold, share * 100, facts->frame->mtu_bytes);
}

/* Under most drivers "powersave" keeps the lowest clock; intel_pstate and amd-pstate raise it, but
 * late. */
static void advise_on_governor(const LrAdviceFacts *facts, GPtrArray *warnings)
{
	guint n_slow = 0;

	for (guint i = 0; i < facts->workers->len; i++) {
		uint32_t cpu = g_array_index(facts->workers, LrPlanWorker, i).cpu;

		for (guint j = 0; j < facts->cores->pus->len; j++) {
			const LrPu *pu = &g_array_index(facts->cores->pus, LrPu, j);

			n_slow += pu->cpu == cpu && pu->powersave;
		}
	}
	if (n_slow > 0)
		warn(warnings,
		     "%u of %u workers run on a core whose frequency governor is powersave, so its "
		     "clock may "
		     "be the limit: set it to performance for the test",
		     n_slow, facts->workers->len);
}

static void advise_on_places(const LrAdviceFacts *facts, GPtrArray *warnings)
{
	guint n_usable = 0, n_far = 0, n_workers = facts->workers->len;

	for (guint i = 0; i < facts->cores->pus->len; i++)
		n_usable += g_array_index(facts->cores->pus, LrPu, i).allowed;
	for (guint i = 0; i < n_workers; i++)
		n_far += !g_array_index(facts->workers, LrPlanWorker, i).near;
	if (n_workers > n_usable)
		warn(warnings,
		     "%u workers share the %u PUs that may be used: they will slow one another "
		     "down",
		     n_workers, n_usable);
	if (n_far > 0 && facts->cores->near_node >= 0)
		warn(warnings, "%u of %u workers run away from NUMA node %d, which %s is next to",
		     n_far, n_workers, facts->cores->near_node, facts->nic->ifname);
}

GPtrArray *lr_advice_make(const LrAdviceFacts *facts)
{
	GPtrArray *warnings = g_ptr_array_new_with_free_func(g_free);

	advise_on_device(facts, warnings);
	advise_on_speed(facts, warnings);
	advise_on_threshold(facts, warnings);
	advise_on_places(facts, warnings);
	advise_on_governor(facts, warnings);
	return warnings;
}
