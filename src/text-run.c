/* SPDX-License-Identifier: GPL-3.0-only */
#include "text-run.h"

#include "column.h"
#include "series.h"
#include "units.h"
#include "words.h"

#define INDENT 15

/* "47.1", or "-" when unknown (negative). */
static char *load_dup(double percent)
{
	return percent >= 0 ? g_strdup_printf("%.1f", percent) : g_strdup("-");
}

static void append_row(GString *text, const char *core, const char *port, int64_t ns,
		       uint64_t bytes, double mbps, uint64_t retransmits, double cpu_percent,
		       double target_percent)
{
	g_autofree char *size = lr_bytes_dup(bytes);
	g_autofree char *cpu = load_dup(cpu_percent), *target = load_dup(target_percent);
	/* A lying server must not move the columns. */
	g_autofree char *rate = g_strdup_printf(mbps < 1e7 ? "%.1f" : "%.2g", mbps);

	g_string_append_printf(
		text, "  %4s  %5s  %8.2f  %11s  %9s  %11" G_GUINT64_FORMAT "  %6s  %8s\n", core,
		port, lr_seconds_from_ns(ns), size, rate, (guint64)retransmits, cpu, target);
}

static void append_worker(GString *text, const LrWorkerResult *worker)
{
	g_autofree char *core = g_strdup_printf("%u", worker->cpu);
	g_autofree char *port = g_strdup_printf("%u", worker->port);

	append_row(text, core, port, worker->receiver_ns, worker->receiver_bytes,
		   lr_mbps_from_bytes(worker->receiver_bytes, worker->receiver_ns),
		   worker->retransmits, worker->cpu_percent, worker->target_cpu_percent);
	if (worker->end != LR_END_OK)
		lr_column_append(text, INDENT, "        ^", "%s %s: %s",
				 lr_worker_end_name(worker->end), lr_words_phase(worker->phase),
				 worker->error != NULL ? worker->error : "no reason known");
}

static void append_direction(GString *text, const LrRun *run, LrDirection direction)
{
	bool both = lr_words_is_bidirectional(run);
	bool reverse = both && direction == LR_REVERSE;
	uint64_t retransmits = 0;
	guint n = 0;

	if (both)
		g_string_append_printf(text, " %s\n", lr_words_direction(direction));
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->direction != direction)
			continue;
		append_worker(text, worker);
		retransmits += worker->retransmits;
		n++;
	}
	if (n > 1)
		append_row(text, "sum", "", run->window_ns,
			   reverse ? run->reverse_receiver_bytes : run->receiver_bytes,
			   reverse ? run->reverse_goodput_mbps : run->goodput_mbps, retransmits, -1,
			   -1);
}

static bool has_direction(const LrRun *run, LrDirection direction)
{
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->direction == direction)
			return true;
	}
	return false;
}

static void append_outcome(GString *text, const LrResult *result, const LrRun *run,
			   LrDirection direction)
{
	bool reverse = lr_words_is_bidirectional(run) && direction == LR_REVERSE;
	double mbps = reverse ? run->reverse_goodput_mbps : run->goodput_mbps;
	uint64_t reference_mbps = result->plan != NULL ? result->plan->reference_mbps : 0;
	double threshold = result->request->fail_threshold_percent;
	g_autofree char *rate = lr_rate_dup(mbps);
	g_autofree char *reference = lr_rate_dup((double)reference_mbps);
	g_autofree char *percent =
		reference_mbps != 0
			? lr_words_percent_dup(100 * mbps / (double)reference_mbps, threshold)
			: NULL;

	if (percent != NULL)
		lr_column_append(text, INDENT, "  rate", "%s, %s of the theoretical maximum of %s",
				 rate, percent, reference);
	else
		lr_column_append(text, INDENT, "  rate", "%s", rate);
}

static void append_seconds(GString *text, const LrRun *run, LrDirection direction)
{
	bool by_flows;
	g_autoptr(GArray) series = lr_series_goodput_make(run, direction, &by_flows);
	g_autoptr(GArray) settled = lr_series_settled_make(run, series);
	LrSpan sum;

	if (lr_series_sum(settled, &sum)) {
		g_autofree char *lowest = lr_rate_dup(sum.lowest);
		g_autofree char *highest = lr_rate_dup(sum.highest);
		g_autofree char *average = lr_rate_dup(sum.average);
		g_autofree char *step = lr_words_step_dup(settled);
		g_autofree char *label = g_strdup_printf("  by %s", step);

		lr_column_append(text, INDENT, label, "lowest %s, highest %s, average %s%s", lowest,
				 highest, average,
				 by_flows ? "" : " (by the interface's counters)");
	}
}

static void append_shortfall(GString *text, const LrRun *run)
{
	guint n = 0;

	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];

		if (worker->end != LR_END_OK)
			n++;
	}
	if (!run->complete)
		lr_column_append(text, INDENT, "  incomplete", "%u of %u workers did not finish", n,
				 run->workers->len);
}

void lr_text_run_append(GString *text, const LrResult *result, guint index)
{
	const LrRun *run = result->runs->pdata[index];
	double load = lr_series_workers_load_percent(run);

	g_string_append_printf(text, "\nRun %u of %u\n", index + 1,
			       MAX(result->request->runs, result->runs->len));
	g_string_append_printf(text, "  %4s  %5s  %8s  %11s  %9s  %11s  %6s  %8s\n", "core", "port",
			       "seconds", "bytes", "Mb/s", "retransmits", "CPU %", "target %");
	for (LrDirection direction = LR_FORWARD; direction <= LR_REVERSE; direction++) {
		if (!has_direction(run, direction))
			continue;
		append_direction(text, run, direction);
		append_outcome(text, result, run, direction);
		append_seconds(text, run, direction);
	}
	if (load >= 0)
		lr_column_append(text, INDENT, "  CPU load", "%.1f %% on average of the cores used",
				 load);
	append_shortfall(text, run);
}

static void append_summary_row(GString *text, const LrResult *result, guint index)
{
	const LrRun *run = result->runs->pdata[index];
	double load = lr_series_workers_load_percent(run);
	uint64_t reference_mbps = result->plan != NULL ? result->plan->reference_mbps : 0;
	g_autofree char *cpu = load_dup(load);
	double mbps = lr_words_run_mbps(run);
	g_autofree char *percent =
		reference_mbps != 0 ? lr_words_percent_dup(100 * mbps / (double)reference_mbps,
							   result->request->fail_threshold_percent)
				    : g_strdup("-");

	g_string_append_printf(text, "  %4u  %9.1f  %9s  %11" G_GUINT64_FORMAT "  %6s%s\n",
			       index + 1, mbps, percent, (guint64)run->retransmits, cpu,
			       run->complete ? "" : "  incomplete");
}

void lr_text_run_append_summary(GString *text, const LrResult *result)
{
	g_string_append_printf(text, "\nAll runs%s\n",
			       result->request->direction == LR_BIDIRECTIONAL
				       ? ", each with the rate of its slower direction"
				       : "");
	g_string_append_printf(text, "  %4s  %9s  %9s  %11s  %6s\n", "run", "Mb/s", "percent",
			       "retransmits", "CPU %");
	for (guint i = 0; i < result->runs->len; i++)
		append_summary_row(text, result, i);
}
