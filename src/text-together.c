/* SPDX-License-Identifier: GPL-3.0-only */
#include "text-together.h"

#include "column.h"
#include "together.h"
#include "units.h"
#include "words.h"

/* Below this the sum is of rates that the interfaces did not have at the same time. */
#define FAIR_OVERLAP_PERCENT 90

void lr_text_together_append(GString *text, const GPtrArray *results)
{
	LrTogether together = lr_together_make(results);
	g_autofree char *sum = lr_rate_dup(together.sum_mbps);

	g_string_append_printf(text, "All %u interfaces\n", results->len);
	for (guint i = 0; i < results->len; i++) {
		g_autofree char *words = lr_words_verdict_dup(results->pdata[i]);

		lr_column_append(text, 2, "", "%s", words);
	}
	lr_column_append(text, 2, "", "sum %s; all moved data at once for %.0f %% of the time%s",
			 sum, together.overlap_percent,
			 together.overlap_percent < FAIR_OVERLAP_PERCENT
				 ? ": it is not what they reach together"
				 : "");
}
