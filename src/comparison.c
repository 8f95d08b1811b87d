/* SPDX-License-Identifier: GPL-3.0-only */
#include "comparison.h"

#include "units.h"

/* More workers must gain at least this much, and their worst round must beat the best round of one,
 * before one core is called the limit: rounds on an idle link differ by a few per cent. */
#define GAIN_THAT_COUNTS 1.10

LrVariant *lr_variant_new(uint32_t n_workers, LrDirection direction)
{
	LrVariant *variant = g_new0(LrVariant, 1);

	variant->n_workers = n_workers;
	variant->direction = direction;
	variant->mbps = g_array_new(FALSE, FALSE, sizeof(double));
	variant->cpu = g_array_new(FALSE, FALSE, sizeof(double));
	return variant;
}

void lr_variant_free(LrVariant *variant)
{
	if (variant == NULL)
		return;
	g_array_unref(variant->mbps);
	g_array_unref(variant->cpu);
	g_free(variant);
}

static double cpu_seconds_per_gigabit(const LrRun *run)
{
	double seconds = 0;

	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->cpu_percent > 0)
			seconds += worker->cpu_percent / 100 * lr_seconds_from_ns(worker->receiver_ns);
	}
	return seconds / ((double)run->receiver_bytes * 8 / 1e9);
}

bool lr_variant_add(LrVariant *variant, const LrResult *result)
{
	const LrRun *run = result->runs->len > 0 ? result->runs->pdata[0] : NULL;
	double cpu;

	if (run == NULL || !run->complete || run->receiver_bytes == 0)
		return false;
	cpu = cpu_seconds_per_gigabit(run);
	g_array_append_val(variant->mbps, run->goodput_mbps);
	g_array_append_val(variant->cpu, cpu);
	variant->outcome = MAX(variant->outcome, result->verdict->outcome);
	variant->percent = 100 * lr_spread_make(variant->mbps).median /
			   (double)result->plan->reference_mbps;
	return true;
}

static int compare_doubles(gconstpointer a, gconstpointer b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return left < right ? -1 : left > right;
}

LrSpread lr_spread_make(const GArray *values)
{
	g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(double));
	const double *v;
	guint n = values->len;

	g_assert(n > 0);
	g_array_append_vals(sorted, values->data, n);
	g_array_sort(sorted, compare_doubles);
	v = (const double *)sorted->data;
	return (LrSpread){ .median = n % 2 == 1 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2,
			   .lowest = v[0],
			   .highest = v[n - 1] };
}

GPtrArray *lr_comparison_make(uint32_t max_workers, bool both_directions)
{
	GPtrArray *variants = g_ptr_array_new_with_free_func((GDestroyNotify)lr_variant_free);

	for (int direction = LR_FORWARD; direction <= (both_directions ? LR_REVERSE : LR_FORWARD);
	     direction++) {
		for (uint32_t n = 1; n < max_workers; n *= 2)
			g_ptr_array_add(variants, lr_variant_new(n, direction));
		g_ptr_array_add(variants, lr_variant_new(max_workers, direction));
	}
	return variants;
}

/* The variant of one worker, and the one with the highest median. */
static void find_ends(const GPtrArray *variants, LrDirection direction, const LrVariant **one,
		      const LrVariant **best)
{
	*one = *best = NULL;
	for (guint i = 0; i < variants->len; i++) {
		const LrVariant *variant = variants->pdata[i];

		if (variant->direction != direction || variant->mbps->len == 0)
			continue;
		if (variant->n_workers == 1)
			*one = variant;
		if (*best == NULL ||
		    lr_spread_make(variant->mbps).median > lr_spread_make((*best)->mbps).median)
			*best = variant;
	}
}

static const char *side_of_threshold(const LrVariant *one, const LrVariant *best,
				     double threshold_percent)
{
	if (one->percent >= threshold_percent)
		return "both pass the threshold";
	return best->percent >= threshold_percent ?
		       "a test with one would fail an interface that is fast enough" :
		       "neither reaches the threshold";
}

char *lr_comparison_finding_dup(const GPtrArray *variants, LrDirection direction,
				double threshold_percent)
{
	const LrVariant *one, *best;
	LrSpread alone, together;
	g_autofree char *alone_text = NULL, *together_text = NULL;

	find_ends(variants, direction, &one, &best);
	if (one == NULL)
		return g_strdup("nothing was measured with one worker");
	alone = lr_spread_make(one->mbps);
	together = lr_spread_make(best->mbps);
	alone_text = lr_rate_dup(alone.median);
	together_text = lr_rate_dup(together.median);
	if (together.median < alone.median * GAIN_THAT_COUNTS || together.lowest <= alone.highest)
		return g_strdup_printf("one worker is not the limit: it moves %s (%.1f %%), and more "
				       "workers gain nothing that stands out",
				       alone_text, one->percent);
	return g_strdup_printf("one worker is the limit: it moves %s (%.1f %%), %u workers move %s "
			       "(%.1f %%); %s",
			       alone_text, one->percent, best->n_workers, together_text, best->percent,
			       side_of_threshold(one, best, threshold_percent));
}
