/* SPDX-License-Identifier: GPL-3.0-only */
#include "html-survey.h"

#include "html.h"
#include "units.h"
#include "words.h"

/* A row "name, before, after"; nothing where both are NULL. */
static void append_row(GString *out, const char *name, const char *before, const char *after)
{
	if (before != NULL || after != NULL)
		lr_html_append(out, "<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td></tr>\n",
			       name, before != NULL ? before : "-", after != NULL ? after : "-");
}

static void append_counts(GString *out, const char *name, uint64_t before, uint64_t after)
{
	g_autofree char *from = lr_words_count_dup(before), *to = lr_words_count_dup(after);

	append_row(out, name, from, to);
}

/* "512 of 4096"; NULL when unknown. */
static char *share_dup(uint32_t now, uint32_t max)
{
	return now != 0 ? g_strdup_printf("%u of %u", now, max) : NULL;
}

static void append_shares(GString *out, const char *name, uint32_t before, uint32_t before_max,
			  uint32_t after, uint32_t after_max)
{
	g_autofree char *from = share_dup(before, before_max), *to = share_dup(after, after_max);

	append_row(out, name, from, to);
}

static void append_qdiscs(GString *out, const LrSurvey *before, const LrSurvey *after)
{
	for (guint i = 0; i < after->qdiscs->len; i++) {
		const LrQdisc *to = after->qdiscs->pdata[i];
		const LrQdisc *from = i < before->qdiscs->len ? before->qdiscs->pdata[i] : NULL;
		g_autofree char *rate = to->rate_mbps > 0 ? lr_rate_dup(to->rate_mbps) : NULL;
		g_autofree char *name =
			g_strdup_printf("dropped by queueing discipline %s%s%s", to->kind,
					rate != NULL ? " of " : "", rate != NULL ? rate : "");

		if (from != NULL && g_str_equal(from->kind, to->kind))
			append_counts(out, name, from->dropped, to->dropped);
	}
}

static void append_statistics(GString *out, const LrSurvey *before, const LrSurvey *after)
{
	for (guint i = 0; i < after->statistics->len; i++) {
		const LrStatistic *statistic = after->statistics->pdata[i];
		g_autofree char *name = g_strdup_printf("driver: %s", statistic->name);

		append_counts(out, name, lr_survey_statistic(before, statistic->name),
			      statistic->count);
	}
}

static char *frequency_dup(const LrPuSurvey *pu)
{
	if (pu == NULL || (pu->governor == NULL && pu->mhz == 0))
		return NULL;
	if (pu->mhz == 0)
		return g_strdup(pu->governor);
	return g_strdup_printf("%s%s%u of %u MHz", pu->governor != NULL ? pu->governor : "",
			       pu->governor != NULL ? ", " : "", pu->mhz, pu->max_mhz);
}

static void append_pus(GString *out, const LrSurvey *before, const LrSurvey *after)
{
	for (guint i = 0; i < after->pus->len; i++) {
		const LrPuSurvey *to = &g_array_index(after->pus, LrPuSurvey, i);
		const LrPuSurvey *from = lr_survey_find_pu(before, to->cpu);
		g_autofree char *clock = g_strdup_printf("core %u: clock", to->cpu);
		g_autofree char *heat = g_strdup_printf("core %u: slowed by heat", to->cpu);
		g_autofree char *interrupts =
			g_strdup_printf("core %u: interrupts of the interface", to->cpu);
		g_autofree char *was = frequency_dup(from), *is = frequency_dup(to);

		append_row(out, clock, was, is);
		if (to->throttles > 0)
			append_counts(out, heat, from != NULL ? from->throttles : 0, to->throttles);
		if (to->interrupts > 0)
			append_counts(out, interrupts, from != NULL ? from->interrupts : 0,
				      to->interrupts);
	}
}

static void append_limits(GString *out, const LrSurvey *before, const LrSurvey *after)
{
	append_shares(out, "receive ring, descriptors", before->rx_ring, before->rx_ring_max,
		      after->rx_ring, after->rx_ring_max);
	append_shares(out, "send ring, descriptors", before->tx_ring, before->tx_ring_max,
		      after->tx_ring, after->tx_ring_max);
	append_shares(out, "queues with an interrupt", before->channels, before->channels_max,
		      after->channels, after->channels_max);
	if (after->aer_correctable > 0)
		append_counts(out, "PCI Express errors, corrected", before->aer_correctable,
			      after->aer_correctable);
	if (after->aer_uncorrectable > 0)
		append_counts(out, "PCI Express errors, not corrected", before->aer_uncorrectable,
			      after->aer_uncorrectable);
	if (after->quota_percent > 0) {
		g_autofree char *from = g_strdup_printf("%g %%", before->quota_percent);
		g_autofree char *to = g_strdup_printf("%g %%", after->quota_percent);

		append_row(out, "CPU quota of the control group, of one core", from, to);
		append_counts(out, "held back by it, ms",
			      (uint64_t)(before->throttled_ns / LR_NS_PER_MS),
			      (uint64_t)(after->throttled_ns / LR_NS_PER_MS));
	}
}

static void append_kernel_lines(GString *out, const GPtrArray *surveys)
{
	gsize start = out->len;
	bool any = false;

	g_string_append(out, "<h4>What the kernel said of the device</h4>\n<ul class=\"log\">\n");
	for (guint i = 0; i < surveys->len; i++) {
		const LrSurvey *survey = surveys->pdata[i];

		for (guint k = 0; k < survey->kernel_lines->len; k++) {
			const char *line = survey->kernel_lines->pdata[k];

			lr_html_append(out, "<li><code>%s</code></li>\n", line);
			any = true;
		}
	}
	g_string_append(out, "</ul>\n");
	if (!any)
		g_string_truncate(out, start);
}

void lr_html_survey_append(GString *out, const LrRun *run)
{
	static const char *const heads[] = { "what", "before", "after" };
	const LrSurvey *before, *after;

	if (run->surveys->len < 2)
		return;
	before = run->surveys->pdata[0];
	after = run->surveys->pdata[run->surveys->len - 1];
	g_string_append(out, "<h4>Settings and statistics around the run</h4>"
			     "<div class=\"numbers\">\n");
	lr_html_open_table(out, "Settings and statistics before and after this run", heads,
			   G_N_ELEMENTS(heads));
	g_string_append(out, "<tbody>\n");
	append_limits(out, before, after);
	append_qdiscs(out, before, after);
	append_statistics(out, before, after);
	append_pus(out, before, after);
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
	g_string_append(out, "</div>\n");
	append_kernel_lines(out, run->surveys);
}
