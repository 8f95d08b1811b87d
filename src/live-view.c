/* SPDX-License-Identifier: GPL-3.0-only */
#include "live-view.h"

#include <math.h>
#include <string.h>

#include "series.h"
#include "units.h"

#define GREEN "\033[32m"
#define RED   "\033[31m"
#define PLAIN "\033[0m"

#define BAR_CELLS 30

/* The latest stretch of a run as a run of its own, so that the cost of looking does not grow with
 * the length of the run. */
static LrRun make_tail(const LrRun *run)
{
	LrRun tail = *run;

	tail.samples = g_ptr_array_new();
	for (guint i = run->samples->len - MIN(run->samples->len, 2); i < run->samples->len; i++)
		g_ptr_array_add(tail.samples, run->samples->pdata[i]);
	return tail;
}

static double latest_value(GArray *series)
{
	double value = series->len > 0 ? g_array_index(series, LrSpan, series->len - 1).average : -1;

	g_array_unref(series);
	return value;
}

static double latest_load_percent(const LrRun *tail, const LrPlan *plan, guint *n_cores)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	double sum = 0;

	*n_cores = 0;
	for (guint i = 0; i < plan->workers->len; i++) {
		uint32_t cpu = g_array_index(plan->workers, LrPlanWorker, i).cpu;
		double load;

		if (!g_hash_table_add(seen, GUINT_TO_POINTER(cpu)))
			continue;
		load = latest_value(lr_series_load_make(tail, cpu, LR_LOAD_BUSY));
		if (load < 0)
			continue;
		sum += load;
		++*n_cores;
	}
	return *n_cores > 0 ? sum / *n_cores : -1;
}

static uint64_t count_retransmits(const LrSample *sample)
{
	uint64_t retransmits = 0;

	for (guint i = 0; i < sample->flows->len; i++)
		retransmits += g_array_index(sample->flows, LrFlow, i).retransmits;
	return retransmits;
}

LrLiveFacts lr_live_facts_make(const LrResult *result, const LrRun *run, guint index)
{
	const LrSample *last = run->samples->pdata[run->samples->len - 1];
	const LrRequest *request = result->request;
	LrDirection direction = request->direction == LR_REVERSE ? LR_REVERSE : LR_FORWARD;
	LrRun tail = make_tail(run);
	LrLiveFacts facts = {
		.ifname = result->nic->ifname,
		.target = run->workers->len > 0 ? ((LrWorkerResult *)run->workers->pdata[0])->target :
						  NULL,
		.run = index + 1,
		.runs = request->runs,
		.left_ns = run->gate_ns + request->duration_ns - last->at_ns,
		.reference_mbps = (double)result->plan->reference_mbps,
		.threshold_percent = request->fail_threshold_percent,
		.retransmits = count_retransmits(last),
	};

	facts.mbps = latest_value(lr_series_goodput_make(&tail, direction, NULL));
	facts.load_percent = latest_load_percent(&tail, result->plan, &facts.n_cores);
	g_ptr_array_unref(tail.samples);
	return facts;
}

static double share_of(const LrLiveFacts *facts, double mbps)
{
	return facts->reference_mbps > 0 && mbps > 0 ? mbps / facts->reference_mbps : 0;
}

static char *left_dup(const LrLiveFacts *facts)
{
	g_autofree char *left = NULL;

	if (facts->left_ns < LR_NS_PER_SECOND / 2)
		return g_strdup("waiting for the results");
	/* Whole seconds: a sample is taken a few milliseconds beside the beat. */
	left = lr_duration_dup((facts->left_ns + LR_NS_PER_SECOND / 2) / LR_NS_PER_SECOND *
			       LR_NS_PER_SECOND);
	return g_strconcat(left, " left", NULL);
}

static char *rate_dup(const LrLiveFacts *facts)
{
	g_autofree char *rate = lr_rate_dup(facts->mbps);

	return facts->mbps < 0 ? g_strdup("no rate yet") :
				 g_strdup_printf("%s %.1f %%", rate, 100 * share_of(facts, facts->mbps));
}

static char *load_dup(const LrLiveFacts *facts)
{
	if (facts->load_percent < 0)
		return g_strdup("load unknown");
	return g_strdup_printf("%u core%s %.0f %% busy", facts->n_cores, facts->n_cores == 1 ? "" : "s",
			       facts->load_percent);
}

/* The rate as a bar up to the reference speed, with a mark at the threshold. */
static void append_bar(GString *text, const LrLiveFacts *facts)
{
	guint filled = (guint)lround(BAR_CELLS * MIN(share_of(facts, facts->mbps), 1));
	guint mark = (guint)lround(BAR_CELLS * facts->threshold_percent / 100);

	g_string_append_c(text, '[');
	for (guint i = 0; i < BAR_CELLS; i++)
		g_string_append_c(text, i < filled ? '#' : i + 1 == mark ? '|' : '.');
	g_string_append_c(text, ']');
}

/* The last seconds, each as a column: a blank is nothing, the full block the reference speed. */
static void append_history(GString *text, const LrLiveFacts *facts, const LrLiveTerminal *terminal,
			   guint cells)
{
	static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const letters[] = { " ", ".", ".", ":", ":", "-", "=", "+", "#" };
	const char *const *levels = terminal->utf8 ? blocks : letters;
	guint n = facts->history != NULL ? MIN(facts->history->len, cells) : 0;

	for (guint i = 0; i < n; i++) {
		double mbps = g_array_index(facts->history, double, facts->history->len - n + i);

		g_string_append(text, mbps < 0 ? "?" :
						 levels[lround(8 * MIN(share_of(facts, mbps), 1))]);
	}
}

/* Cuts a line to the width by characters; every character here is one column wide. */
static void append_line(GString *text, const char *line, guint columns)
{
	g_autofree char *fitting = g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), columns));

	g_string_append_printf(text, "%s\n", fitting);
}

char *lr_live_view_dup(const LrLiveFacts *facts, const LrLiveTerminal *terminal)
{
	GString *text = g_string_new(NULL);
	g_autoptr(GString) bar = g_string_new(NULL), history = g_string_new(NULL);
	g_autofree char *left = left_dup(facts), *rate = rate_dup(facts), *load = load_dup(facts);
	g_autofree char *reference = lr_rate_dup(facts->reference_mbps);
	g_autofree char *first = g_strdup_printf("%s -> %s  run %u of %u  %s", facts->ifname,
						 facts->target != NULL ? facts->target : "?", facts->run,
						 facts->runs, left);
	bool reached = 100 * share_of(facts, facts->mbps) >= facts->threshold_percent;

	append_line(text, first, terminal->columns);
	append_bar(bar, facts);
	g_string_append_printf(bar, " %s of %s, threshold %g %%", rate, reference,
			       facts->threshold_percent);
	if (terminal->colour)
		g_string_append(text, reached ? GREEN : RED);
	append_line(text, bar->str, terminal->columns);
	if (terminal->colour) {
		g_string_truncate(text, text->len - 1);
		g_string_append(text, PLAIN "\n");
	}
	append_history(history, facts, terminal, MIN(60, terminal->columns / 2));
	g_string_append_printf(history, "  %s, %" G_GUINT64_FORMAT " retransmits", load,
			       facts->retransmits);
	append_line(text, history->str, terminal->columns);
	return g_string_free(text, FALSE);
}

char *lr_live_log_line_dup(const LrLiveFacts *facts)
{
	g_autofree char *left = left_dup(facts), *rate = rate_dup(facts), *load = load_dup(facts);
	g_autofree char *reference = lr_rate_dup(facts->reference_mbps);

	return g_strdup_printf("%s -> %s: run %u of %u, %s, now %s of %s, threshold %g %%, %s, "
			       "%" G_GUINT64_FORMAT " retransmits",
			       facts->ifname, facts->target != NULL ? facts->target : "?", facts->run,
			       facts->runs, left, rate, reference, facts->threshold_percent, load,
			       facts->retransmits);
}
