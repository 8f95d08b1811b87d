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
		     "the link runs at %s, below the %s that %s is judged against: the test will "
		     "fail "
		     "before any traffic",
		     link, reference, nic->ifname);
	if (nic->duplex == LR_DUPLEX_HALF)
		warn(warnings, "the link is half-duplex: it cannot reach its speed");
}

/* What the interface hangs on is slower than what it is judged against. */
static void advise_on_bus(const LrAdviceFacts *facts, GPtrArray *warnings)
{
	const LrNic *nic = facts->nic;
	const LrPcieHop *hop = lr_nic_narrowest_hop(nic);
	g_autofree char *reference = lr_rate_dup((double)facts->reference_mbps);
	g_autofree char *pcie = lr_rate_dup(nic->pcie_mbps);
	g_autofree char *usb = lr_rate_dup(lr_ceiling_usb_mbps(nic->usb_mbps));
	g_autofree char *below = lr_rate_dup(nic->below_mbps);

	if (nic->pcie_mbps > 0 && nic->pcie_mbps < (double)facts->reference_mbps)
		warn(warnings,
		     "the PCIe slot is narrower than the card: %s carries %s, and %s is judged "
		     "against "
		     "%s",
		     hop != NULL ? hop->address : "it", pcie, nic->ifname, reference);
	if (nic->usb_mbps != 0 && lr_ceiling_usb_mbps(nic->usb_mbps) < (double)facts->reference_mbps)
		warn(warnings,
		     "the USB bus is slower than the adapter: it carries %s, and %s is judged "
		     "against %s: "
		     "use a faster port",
		     usb, nic->ifname, reference);
	if (nic->below_mbps != 0 && nic->below_mbps < facts->reference_mbps)
		warn(warnings,
		     "what %s stands on carries %s, less than the %s it is judged against%s%s",
		     nic->ifname, below, reference, nic->below_note != NULL ? ": " : "",
		     nic->below_note != NULL ? nic->below_note : "");
}

static void advise_on_offloads(const LrAdviceFacts *facts, GPtrArray *warnings)
{
	const LrNic *nic = facts->nic;

	if (nic->offloads_off != NULL)
		warn(warnings,
		     "offloads of %s are off (%s), so every packet costs CPU time: 'ethtool -K' "
		     "switches "
		     "them on, where the card has them",
		     nic->ifname, nic->offloads_off);
}

static void advise_on_threshold(const LrAdviceFacts *facts, GPtrArray *warnings)
{
	double share = lr_ceiling_share(facts->frame);
	double threshold = facts->request->fail_threshold_percent;
	g_autofree char *reference = lr_rate_dup((double)facts->reference_mbps);

	if (facts->reference_mbps != 0 && share > 0 && threshold > share * 100)
		warn(warnings,
		     "the threshold of %g %% is above the %.2f %% that TCP can reach with MTU %u: "
		     "even a "
		     "perfect link of %s would fail",
		     threshold, share * 100, facts->frame->mtu_bytes, reference);
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
	g_autofree char *reference = lr_rate_dup((double)facts->reference_mbps);

	for (guint i = 0; i < facts->cores->pus->len; i++)
		n_usable += g_array_index(facts->cores->pus, LrPu, i).allowed;
	for (guint i = 0; i < n_workers; i++)
		n_far += !g_array_index(facts->workers, LrPlanWorker, i).near;
	if (n_workers > n_usable)
		warn(warnings,
		     "%u workers share the %u PUs that may be used: they will slow one another "
		     "down",
		     n_workers, n_usable);
	if (n_workers == 1 && facts->request->threads == 0 &&
	    facts->reference_mbps >= LR_MANY_WORKERS_MBPS)
		warn(warnings,
		     "one core alone may not fill %s, and no other next to %s may be used: give "
		     "--threads, or "
		     "a wider affinity mask",
		     reference, facts->nic->ifname);
	if (n_far > 0 && facts->cores->near_node >= 0)
		warn(warnings, "%u of %u workers run away from NUMA node %d, which %s is next to",
		     n_far, n_workers, facts->cores->near_node, facts->nic->ifname);
}

GPtrArray *lr_advice_make(const LrAdviceFacts *facts)
{
	GPtrArray *warnings = g_ptr_array_new_with_free_func(g_free);

	advise_on_device(facts, warnings);
	advise_on_speed(facts, warnings);
	advise_on_bus(facts, warnings);
	advise_on_threshold(facts, warnings);
	advise_on_offloads(facts, warnings);
	advise_on_places(facts, warnings);
	advise_on_governor(facts, warnings);
	return warnings;
}
