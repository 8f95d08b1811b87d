/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules-device.h"

#include "ceiling.h"
#include "thresholds.h"

static double needed_mbps(const LrRunFacts *facts)
{
	return (double)facts->plan->reference_mbps * facts->request->fail_threshold_percent / 100;
}

/* When, in seconds since the workers were let go, the carrier was first seen to have changed. */
static double first_flap_seconds(const LrRun *run)
{
	g_autoptr(GArray) series = lr_series_event_make(run, LR_EVENT_CARRIER);

	for (guint i = 0; i < series->len; i++) {
		const LrSpan *span = &g_array_index(series, LrSpan, i);

		if (span->highest > 0)
			return lr_seconds_from_ns(MAX(span->begin_ns, 0));
	}
	return 0;
}

static bool ends_without_carrier(const LrRun *run)
{
	const LrSample *last =
		run->samples->len > 0 ? run->samples->pdata[run->samples->len - 1] : NULL;

	return last != NULL && last->carrier == LR_NO;
}

/* The first line of the run. Each survey has those since the one before. */
static void add_kernel_line(LrCause *cause, const LrRunFacts *facts)
{
	for (guint i = 0; i < facts->run->surveys->len; i++) {
		const LrSurvey *survey = facts->run->surveys->pdata[i];

		if (survey->kernel_lines->len == 0)
			continue;
		lr_cause_add_text(cause, "kernel_log", survey->kernel_lines->pdata[0]);
		return;
	}
}

LrCause *lr_rules_device_link_flap(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	uint64_t changes = facts->grown.carrier_changes;
	double when = first_flap_seconds(facts->run);
	g_autofree char *run = lr_rule_run_dup(facts);
	LrCause *cause;

	if (changes == 0 && !ends_without_carrier(facts->run)) {
		if (facts->counted)
			lr_rule_out(ruled_out, "the link held");
		return NULL;
	}
	if (ends_without_carrier(facts->run))
		cause = lr_cause_new(
			LR_CAUSE_LINK_FLAP,
			"%s lost its link in %s, %.0f s after the start, and did not get "
			"it back",
			facts->nic->ifname, run, when);
	else
		cause = lr_cause_new(
			LR_CAUSE_LINK_FLAP,
			"the link of %s was lost and came back in %s, first some %.0f s "
			"after the start",
			facts->nic->ifname, run, when);
	lr_cause_add_number(cause, "carrier_changes", (double)changes);
	lr_cause_add_number(cause, "first_at_seconds", when);
	add_kernel_line(cause, facts);
	return cause;
}

static double share(uint64_t bad, uint64_t good)
{
	return bad > 0 ? (double)bad / (double)(bad + good) : 0;
}

static LrCause *link_errors(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	const LrCounters *grown = &facts->grown;
	/* Drivers count damaged frames here, there, or in both places; missed ones are not damaged.
	 */
	uint64_t rx_all = grown->rx_errors - MIN(grown->rx_errors, grown->rx_missed_errors);
	uint64_t rx = MAX(rx_all, grown->rx_crc_errors);
	double worst =
		MAX(share(rx, grown->rx_packets), share(grown->tx_errors, grown->tx_packets));
	g_autofree char *run = lr_rule_run_dup(facts);
	g_autofree char *where = g_strdup_printf(rx >= grown->tx_errors ? "came damaged to %s"
									: "could not be sent by %s",
						 facts->nic->ifname);
	LrCause *cause;

	if (rx + grown->tx_errors < LR_MIN_ERRORS || worst < LR_ERROR_SHARE) {
		if (facts->counted)
			lr_rule_out(ruled_out, "%" G_GUINT64_FORMAT " damaged frames",
				    rx + grown->tx_errors);
		return NULL;
	}
	cause = lr_cause_new(LR_CAUSE_LINK_ERRORS,
			     "%" G_GUINT64_FORMAT
			     " frames %s in %s, one in %.0f, where a sound link "
			     "has less than one in %.0f",
			     MAX(rx, grown->tx_errors), where, run, 1 / worst, 1 / LR_ERROR_SHARE);
	lr_cause_add_number(cause, "rx_errors", (double)grown->rx_errors);
	lr_cause_add_number(cause, "rx_crc_errors", (double)grown->rx_crc_errors);
	lr_cause_add_number(cause, "tx_errors", (double)grown->tx_errors);
	lr_cause_add_number(cause, "rx_packets", (double)grown->rx_packets);
	lr_cause_add_number(cause, "tx_packets", (double)grown->tx_packets);
	add_kernel_line(cause, facts);
	return cause;
}

static LrCause *half_duplex(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	LrCause *cause;

	if (facts->nic->duplex != LR_DUPLEX_HALF) {
		if (facts->nic->duplex == LR_DUPLEX_FULL)
			lr_rule_out(ruled_out, "full duplex");
		return NULL;
	}
	cause = lr_cause_new(LR_CAUSE_HALF_DUPLEX,
			     "the link of %s is half-duplex: it sends and receives in turns, with "
			     "%" G_GUINT64_FORMAT " collisions",
			     facts->nic->ifname, facts->grown.collisions);
	lr_cause_add_text(cause, "duplex", lr_duplex_name(facts->nic->duplex));
	lr_cause_add_number(cause, "collisions", (double)facts->grown.collisions);
	return cause;
}

/* Whether a bus that carries so much explains the rate: either nothing faster was possible, or the
 * rate is close to it. */
static bool bus_explains(const LrRunFacts *facts, double bus_mbps)
{
	return bus_mbps < needed_mbps(facts) || (bus_mbps < (double)facts->plan->reference_mbps &&
						 facts->mbps >= LR_BUS_SHARE * bus_mbps);
}

static LrCause *pcie_limit(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	const LrPcieHop *hop = lr_nic_narrowest_hop(facts->nic);
	g_autofree char *rate = lr_rate_dup(facts->nic->pcie_mbps);
	g_autofree char *needed = lr_rate_dup(needed_mbps(facts));
	LrCause *cause;

	if (facts->nic->pcie_mbps <= 0)
		return NULL;
	if (!bus_explains(facts, facts->nic->pcie_mbps)) {
		lr_rule_out(ruled_out, "PCI Express carries %s", rate);
		return NULL;
	}
	if (hop != NULL)
		cause = lr_cause_new(
			LR_CAUSE_PCIE_LIMIT,
			"PCI Express carries no more than %s to %s: %s runs with %u of %u "
			"lanes at %g of %g GT/s, and %s are needed",
			rate, facts->nic->ifname, hop->address, hop->width,
			MAX(hop->max_width, hop->width), hop->gts, MAX(hop->max_gts, hop->gts),
			needed);
	else
		cause = lr_cause_new(LR_CAUSE_PCIE_LIMIT,
				     "PCI Express carries no more than %s to %s, and %s are needed",
				     rate, facts->nic->ifname, needed);
	lr_cause_add_number(cause, "pcie_mbps", facts->nic->pcie_mbps);
	lr_cause_add_number(cause, "goodput_mbps", facts->mbps);
	if (hop != NULL) {
		lr_cause_add_text(cause, "hop", hop->address);
		lr_cause_add_number(cause, "lanes", hop->width);
		lr_cause_add_number(cause, "gts", hop->gts);
	}
	return cause;
}

static LrCause *usb_limit(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	double usable_mbps = lr_ceiling_usb_mbps(facts->nic->usb_mbps);
	g_autofree char *bus = lr_rate_dup(facts->nic->usb_mbps);
	g_autofree char *usable = lr_rate_dup(usable_mbps);
	g_autofree char *needed = lr_rate_dup(needed_mbps(facts));
	LrCause *cause;

	if (facts->nic->usb_mbps == 0)
		return NULL;
	if (!bus_explains(facts, usable_mbps)) {
		lr_rule_out(ruled_out, "the USB bus carries %s", usable);
		return NULL;
	}
	cause = lr_cause_new(
		LR_CAUSE_USB_LIMIT,
		"%s hangs on a USB bus of %s, which carries no more than %s, and %s are "
		"needed",
		facts->nic->ifname, bus, usable, needed);
	lr_cause_add_number(cause, "usb_mbps", facts->nic->usb_mbps);
	lr_cause_add_number(cause, "usable_mbps", usable_mbps);
	lr_cause_add_number(cause, "goodput_mbps", facts->mbps);
	return cause;
}

static LrCause *pcie_errors(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	uint64_t correctable, uncorrectable;
	g_autofree char *run = lr_rule_run_dup(facts);
	LrCause *cause;

	if (facts->before == NULL || facts->nic->bus_address == NULL)
		return NULL;
	correctable = facts->after->aer_correctable -
		      MIN(facts->after->aer_correctable, facts->before->aer_correctable);
	uncorrectable = facts->after->aer_uncorrectable -
			MIN(facts->after->aer_uncorrectable, facts->before->aer_uncorrectable);
	if (uncorrectable == 0 && correctable < LR_MIN_ERRORS) {
		lr_rule_out(ruled_out, "no PCI Express errors");
		return NULL;
	}
	cause = lr_cause_new(LR_CAUSE_PCIE_ERRORS,
			     "PCI Express reported %" G_GUINT64_FORMAT
			     " corrected and %" G_GUINT64_FORMAT " uncorrected errors at %s in %s",
			     correctable, uncorrectable, facts->nic->bus_address, run);
	lr_cause_add_number(cause, "aer_correctable", (double)correctable);
	lr_cause_add_number(cause, "aer_uncorrectable", (double)uncorrectable);
	add_kernel_line(cause, facts);
	return cause;
}

const LrRule *lr_rules_device(void)
{
	static const LrRule rules[] = {
		{ lr_rules_device_link_flap, LR_RULE_DECIDES },
		{ link_errors, LR_RULE_DECIDES },
		{ half_duplex, LR_RULE_EXPLAINS },
		{ pcie_limit, LR_RULE_EXPLAINS },
		{ usb_limit, LR_RULE_EXPLAINS },
		{ pcie_errors, LR_RULE_EXPLAINS },
		{ NULL, 0 },
	};

	return rules;
}
