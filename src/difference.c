/* SPDX-License-Identifier: GPL-3.0-only */
#include "difference.h"

#include <math.h>

#include "column.h"
#include "units.h"
#include "words.h"

/* Two runs on an idle link differ by less than this. */
#define RATE_CHANGE_PERCENT 2.0

static void change_free(gpointer data)
{
	LrChange *change = data;

	g_free(change->what);
	g_free(change->before);
	g_free(change->after);
	g_free(change);
}

/* Takes before and after over; notes them only when they differ. */
static void note(GPtrArray *changes, const char *group, const char *what, char *before, char *after)
{
	g_autofree char *from = before, *to = after;
	LrChange *change;

	if (g_strcmp0(before, after) == 0)
		return;
	change = g_new0(LrChange, 1);
	change->group = group;
	change->what = g_strdup(what);
	change->before = from != NULL ? g_steal_pointer(&from) : g_strdup("unknown");
	change->after = to != NULL ? g_steal_pointer(&to) : g_strdup("unknown");
	g_ptr_array_add(changes, change);
}

static void note_text(GPtrArray *changes, const char *group, const char *what, const char *before,
		      const char *after)
{
	note(changes, group, what, g_strdup(before), g_strdup(after));
}

/* NULL, which is unknown, for zero. */
static char *speed_dup(double mbps)
{
	return mbps > 0 ? lr_rate_dup(mbps) : NULL;
}

static char *number_or_unknown_dup(int64_t number, int64_t unknown)
{
	return number != unknown ? g_strdup_printf("%" G_GINT64_FORMAT, number) : NULL;
}

static char *causes_dup(const LrVerdict *verdict)
{
	GString *names = g_string_new(NULL);

	for (guint i = 0; i < verdict->causes->len; i++) {
		const LrCause *cause = verdict->causes->pdata[i];

		g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", lr_cause_id_name(cause->id));
	}
	return g_string_free(names, FALSE);
}

static void note_verdict(GPtrArray *changes, const LrResult *a, const LrResult *b)
{
	double before = lr_words_lowest_mbps(a), after = lr_words_lowest_mbps(b);
	g_autofree char *causes_before = causes_dup(a->verdict);
	g_autofree char *causes_after = causes_dup(b->verdict);

	note_text(changes, "Verdict", "outcome", lr_outcome_name(a->verdict->outcome),
		  lr_outcome_name(b->verdict->outcome));
	note_text(changes, "Verdict", "causes", causes_before[0] != '\0' ? causes_before : "none",
		  causes_after[0] != '\0' ? causes_after : "none");
	if (before < 0 || after < 0 ||
	    fabs(after - before) >= RATE_CHANGE_PERCENT / 100 * MAX(before, after))
		note(changes, "Verdict", "lowest run", speed_dup(before), speed_dup(after));
}

static void note_interface(GPtrArray *changes, const LrNic *a, const LrNic *b)
{
	const struct {
		const char *what;
		const char *before, *after;
	} texts[] = {
		{ "name", a->ifname, b->ifname },
		{ "product", a->product, b->product },
		{ "MAC address", a->mac, b->mac },
		{ "slot", a->bus_address, b->bus_address },
		{ "driver", a->driver, b->driver },
		{ "driver version", a->driver_version, b->driver_version },
		{ "firmware", a->firmware, b->firmware },
		{ "offloads off", a->offloads_off != NULL ? a->offloads_off : "none",
		  b->offloads_off != NULL ? b->offloads_off : "none" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		note_text(changes, "Interface", texts[i].what, texts[i].before, texts[i].after);
	note(changes, "Interface", "MTU", number_or_unknown_dup(a->mtu_bytes, 0),
	     number_or_unknown_dup(b->mtu_bytes, 0));
	note(changes, "Interface", "NUMA node", number_or_unknown_dup(a->numa_node, -1),
	     number_or_unknown_dup(b->numa_node, -1));
	note(changes, "Interface", "PCI Express, usable", speed_dup(a->pcie_mbps),
	     speed_dup(b->pcie_mbps));
	note(changes, "Interface", "USB bus", speed_dup(a->usb_mbps), speed_dup(b->usb_mbps));
}

static void note_link(GPtrArray *changes, const LrNic *a, const LrNic *b)
{
	note(changes, "Link", "speed", speed_dup(a->link_mbps), speed_dup(b->link_mbps));
	note(changes, "Link", "highest advertised", speed_dup(a->advertised_mbps),
	     speed_dup(b->advertised_mbps));
	note(changes, "Link", "highest supported", speed_dup(a->supported_mbps),
	     speed_dup(b->supported_mbps));
	note(changes, "Link", "highest of the partner", speed_dup(a->partner_mbps),
	     speed_dup(b->partner_mbps));
	note_text(changes, "Link", "duplex", lr_duplex_name(a->duplex), lr_duplex_name(b->duplex));
	note_text(changes, "Link", "autonegotiation", lr_tristate_name(a->autoneg),
		  lr_tristate_name(b->autoneg));
	note_text(changes, "Link", "port", a->port, b->port);
}

static void note_machine(GPtrArray *changes, const LrResult *a, const LrResult *b)
{
	note_text(changes, "Machine", "name", a->machine, b->machine);
	note_text(changes, "Machine", "kernel", a->kernel, b->kernel);
	note_text(changes, "Machine", "linerate", a->version, b->version);
	if (a->plan == NULL || b->plan == NULL)
		return;
	note(changes, "Machine", "reference speed", speed_dup((double)a->plan->reference_mbps),
	     speed_dup((double)b->plan->reference_mbps));
	note(changes, "Machine", "workers", number_or_unknown_dup(a->plan->workers->len, -1),
	     number_or_unknown_dup(b->plan->workers->len, -1));
}

/* Both lists have every option in the same order. */
static void note_settings(GPtrArray *changes, const LrRequest *a, const LrRequest *b)
{
	g_autoptr(GPtrArray) before = lr_words_options_make(a);
	g_autoptr(GPtrArray) after = lr_words_options_make(b);

	for (guint i = 0; i < before->len; i++) {
		const LrWordsOption *from = before->pdata[i], *to = after->pdata[i];

		note_text(changes, "Settings", from->name, from->value, to->value);
	}
}

GPtrArray *lr_difference_make(const LrResult *before, const LrResult *after)
{
	GPtrArray *changes = g_ptr_array_new_with_free_func(change_free);

	note_verdict(changes, before, after);
	note_interface(changes, before->nic, after->nic);
	note_link(changes, before->nic, after->nic);
	note_machine(changes, before, after);
	note_settings(changes, before->request, after->request);
	return changes;
}

static void append_headline(GString *text, const char *label, const LrResult *result)
{
	g_autofree char *verdict = lr_words_verdict_dup(result);

	lr_column_append(text, 10, label, "%s on %s: %s",
			 result->started != NULL ? result->started : "at an unknown time",
			 result->machine != NULL ? result->machine : "an unknown machine", verdict);
}

void lr_difference_append(GString *text, const LrResult *before, const LrResult *after)
{
	g_autoptr(GPtrArray) changes = lr_difference_make(before, after);
	const char *group = "";

	append_headline(text, "Before", before);
	append_headline(text, "After", after);
	g_string_append_c(text, '\n');
	if (changes->len == 0)
		g_string_append(text, "Nothing of note has changed.\n");
	for (guint i = 0; i < changes->len; i++) {
		const LrChange *change = changes->pdata[i];

		lr_column_append(text, 12, g_str_equal(group, change->group) ? "" : change->group,
				 "%s: %s -> %s", change->what, change->before, change->after);
		group = change->group;
	}
}
