/* SPDX-License-Identifier: GPL-3.0-only */
#include "text-comparison.h"

#include "column.h"
#include "units.h"
#include "words.h"

static void append_variant(GString *text, const LrVariant *variant)
{
	LrSpread rate, cpu;

	if (variant->mbps->len == 0) {
		g_string_append_printf(text, "  %-9s%7u  not measured\n",
				       lr_direction_name(variant->direction), variant->n_workers);
		return;
	}
	rate = lr_spread_make(variant->mbps);
	cpu = lr_spread_make(variant->cpu);
	g_string_append_printf(text, "  %-9s%7u%10.1f%10.1f%10.1f%8.1f %%%12.4f  %s\n",
			       lr_direction_name(variant->direction), variant->n_workers, rate.median,
			       rate.lowest, rate.highest, variant->percent, cpu.median,
			       lr_outcome_name(variant->outcome));
}

void lr_text_comparison_append(GString *text, const GPtrArray *variants, const LrResult *first)
{
	g_autofree char *reference = lr_rate_dup((double)first->plan->reference_mbps);
	bool reverse = false;

	g_string_append_printf(text, "%s, reference %s, threshold %g %%; every round tries each number "
			       "of workers\n\n", first->nic->ifname, reference,
			       first->request->fail_threshold_percent);
	g_string_append(text, "  direction workers    median    lowest   highest   of ref.  "
			      "CPU s/Gbit  verdict\n"
			      "                        Mb/s      Mb/s      Mb/s\n");
	for (guint i = 0; i < variants->len; i++) {
		const LrVariant *variant = variants->pdata[i];

		append_variant(text, variant);
		reverse = reverse || variant->direction == LR_REVERSE;
	}
	g_string_append_c(text, '\n');
	for (int direction = LR_FORWARD; direction <= (reverse ? LR_REVERSE : LR_FORWARD); direction++) {
		g_autofree char *finding = lr_comparison_finding_dup(
			variants, direction, first->request->fail_threshold_percent);

		lr_column_append(text, 10, direction == LR_REVERSE ? "Reverse" : "Forward", "%s",
				 finding);
	}
}
