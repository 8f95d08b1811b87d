/* SPDX-License-Identifier: GPL-3.0-only */
#include "series.h"

#include "units.h"

static GArray *series_new(void)
{
	return g_array_new(FALSE, TRUE, sizeof(LrSpan));
}

/* Appends the value between two samples; what is negative is not known. */
static void append_value(GArray *series, const LrRun *run, const LrSample *from, const LrSample *to,
			 double value)
{
	LrSpan span = { .begin_ns = from->at_ns - run->gate_ns,
			.end_ns = to->at_ns - run->gate_ns,
			.lowest = value,
			.highest = value,
			.average = value };

	if (value >= 0 && span.end_ns > span.begin_ns)
		g_array_append_val(series, span);
}

/* The growth of a counter; -1 when it went backwards. */
static double growth(uint64_t from, uint64_t to)
{
	return to >= from ? (double)(to - from) : -1;
}

/* Mb/s from bytes between two samples; negative stays so. */
static double rate_mbps(const LrSample *from, const LrSample *to, double bytes)
{
	return to->at_ns > from->at_ns ? bytes * 8e3 / (double)(to->at_ns - from->at_ns) : -1;
}

GArray *lr_series_interface_make(const LrRun *run, LrDirection direction)
{
	GArray *series = series_new();

	for (guint i = 1; i < run->samples->len; i++) {
		const LrSample *from = run->samples->pdata[i - 1], *to = run->samples->pdata[i];
		const LrCounters *a = &from->counters, *b = &to->counters;
		double bytes = direction == LR_REVERSE ? growth(a->rx_bytes, b->rx_bytes)
						       : growth(a->tx_bytes, b->tx_bytes);

		append_value(series, run, from, to, rate_mbps(from, to, bytes));
	}
	return series;
}

/* Bytes that a worker's connections moved between two samples; -1 when unknown. A connection that
 * is new in the second sample began with nothing. */
static double flow_bytes(const LrSample *from, const LrSample *to, uint16_t port,
			 LrDirection direction)
{
	const LrFlow *a = lr_sample_find_flow(from, port), *b = lr_sample_find_flow(to, port);

	if (b == NULL)
		return -1;
	if (direction == LR_REVERSE)
		return growth(a != NULL ? a->received_bytes : 0, b->received_bytes);
	return growth(a != NULL ? a->acked_bytes : 0, b->acked_bytes);
}

GArray *lr_series_worker_make(const LrRun *run, const LrWorkerResult *worker)
{
	GArray *series = series_new();

	for (guint i = 1; i < run->samples->len; i++) {
		const LrSample *from = run->samples->pdata[i - 1], *to = run->samples->pdata[i];
		double bytes = flow_bytes(from, to, worker->port, worker->direction);

		append_value(series, run, from, to, rate_mbps(from, to, bytes));
	}
	return series;
}

/* Sum over the workers of one direction; -1 when none of their connections was there. */
static double all_flow_bytes(const LrRun *run, const LrSample *from, const LrSample *to,
			     LrDirection direction)
{
	double sum = -1;

	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];
		double bytes = worker->direction == direction
				       ? flow_bytes(from, to, worker->port, direction)
				       : -1;

		if (bytes >= 0)
			sum = MAX(sum, 0) + bytes;
	}
	return sum;
}

GArray *lr_series_goodput_make(const LrRun *run, LrDirection direction, bool *by_flows)
{
	g_autoptr(GArray) series = series_new();
	bool found;

	for (guint i = 1; i < run->samples->len; i++) {
		const LrSample *from = run->samples->pdata[i - 1], *to = run->samples->pdata[i];
		double bytes = all_flow_bytes(run, from, to, direction);

		append_value(series, run, from, to, rate_mbps(from, to, bytes));
	}
	found = series->len > 0;
	if (by_flows != NULL)
		*by_flows = found;
	return found ? g_steal_pointer(&series) : lr_series_interface_make(run, direction);
}

static const LrCpuTime *find_cpu(const LrSample *sample, uint32_t cpu)
{
	for (guint i = 0; i < sample->cpus->len; i++) {
		const LrCpuTime *time = &g_array_index(sample->cpus, LrCpuTime, i);

		if (time->cpu == cpu)
			return time;
	}
	return NULL;
}

static int64_t load_ns(const LrCpuTime *time, LrLoad load)
{
	return load == LR_LOAD_BUSY	 ? time->busy_ns
	       : load == LR_LOAD_SOFTIRQ ? time->softirq_ns
					 : time->steal_ns;
}

GArray *lr_series_load_make(const LrRun *run, uint32_t cpu, LrLoad load)
{
	GArray *series = series_new();

	for (guint i = 1; i < run->samples->len; i++) {
		const LrSample *from = run->samples->pdata[i - 1], *to = run->samples->pdata[i];
		const LrCpuTime *a = find_cpu(from, cpu), *b = find_cpu(to, cpu);

		if (a == NULL || b == NULL || b->total_ns <= a->total_ns)
			continue;
		append_value(series, run, from, to,
			     CLAMP(100.0 * (double)(load_ns(b, load) - load_ns(a, load)) /
					   (double)(b->total_ns - a->total_ns),
				   0, 100));
	}
	return series;
}

static double retransmits_growth(const LrSample *from, const LrSample *to)
{
	double sum = 0;

	for (guint i = 0; i < to->flows->len; i++) {
		const LrFlow *b = &g_array_index(to->flows, LrFlow, i),
			     *a = lr_sample_find_flow(from, b->port);

		sum += MAX(0, growth(a != NULL ? a->retransmits : 0, b->retransmits));
	}
	return to->flows->len > 0 ? sum : -1;
}

static double event_growth(const LrSample *from, const LrSample *to, LrEvent event)
{
	const LrCounters *a = &from->counters, *b = &to->counters;

	switch (event) {
	case LR_EVENT_RETRANSMITS:
		return retransmits_growth(from, to);
	case LR_EVENT_DROPS:
		return growth(a->rx_dropped + a->tx_dropped + a->rx_missed_errors,
			      b->rx_dropped + b->tx_dropped + b->rx_missed_errors);
	case LR_EVENT_ERRORS:
		return growth(a->rx_errors + a->tx_errors, b->rx_errors + b->tx_errors);
	case LR_EVENT_CARRIER:
	default:
		return growth(a->carrier_changes, b->carrier_changes);
	}
}

GArray *lr_series_event_make(const LrRun *run, LrEvent event)
{
	GArray *series = series_new();

	for (guint i = 1; i < run->samples->len; i++) {
		const LrSample *from = run->samples->pdata[i - 1], *to = run->samples->pdata[i];

		append_value(series, run, from, to, event_growth(from, to, event));
	}
	return series;
}

/* The time, since the gate, in which every worker that moved data did so. */
static void common_window(const LrRun *run, int64_t *begin_ns, int64_t *end_ns)
{
	*begin_ns = 0;
	*end_ns = run->workers->len > 0 ? G_MAXINT64 : 0;
	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];
		int64_t start_ns = worker->start_ns != 0 ? worker->start_ns - run->gate_ns : 0;

		if (worker->receiver_ns <= 0)
			continue;
		*begin_ns = MAX(*begin_ns, start_ns);
		*end_ns = MIN(*end_ns, start_ns + worker->receiver_ns);
	}
}

GArray *lr_series_settled_make(const LrRun *run, const GArray *series)
{
	GArray *settled = series_new();
	int64_t begin_ns, end_ns;

	common_window(run, &begin_ns, &end_ns);
	for (guint i = 0; i < series->len; i++) {
		LrSpan span = g_array_index(series, LrSpan, i);

		if (span.begin_ns >= begin_ns && span.end_ns <= end_ns)
			g_array_append_val(settled, span);
	}
	return settled;
}

static void extend(LrSpan *sum, const LrSpan *span, double weighted, double weight)
{
	sum->end_ns = span->end_ns;
	sum->lowest = MIN(sum->lowest, span->lowest);
	sum->highest = MAX(sum->highest, span->highest);
	sum->average = weighted / weight;
}

/* The spans from `first` up to but not including `last` as one. */
static LrSpan merge(const GArray *series, guint first, guint last)
{
	LrSpan sum = g_array_index(series, LrSpan, first);
	double weighted = 0, weight = 0;

	for (guint i = first; i < last; i++) {
		const LrSpan *span = &g_array_index(series, LrSpan, i);
		double length = (double)(span->end_ns - span->begin_ns);

		weighted += span->average * length;
		weight += length;
		extend(&sum, span, weighted, weight);
	}
	return sum;
}

bool lr_series_sum(const GArray *series, LrSpan *sum)
{
	if (series->len == 0)
		return false;
	*sum = merge(series, 0, series->len);
	return true;
}

GArray *lr_series_reduce(const GArray *series, guint max_spans)
{
	GArray *reduced = series_new();
	guint n = MIN(series->len, MAX(max_spans, 2));

	for (guint i = 0; i < n; i++) {
		guint first = (guint)((guint64)series->len * i / n);
		guint last = (guint)((guint64)series->len * (i + 1) / n);
		LrSpan span = merge(series, first, last);

		g_array_append_val(reduced, span);
	}
	return reduced;
}

double lr_series_load_percent(const LrRun *run, uint32_t cpu, LrLoad load)
{
	g_autoptr(GArray) series = lr_series_load_make(run, cpu, load);
	g_autoptr(GArray) settled = lr_series_settled_make(run, series);
	LrSpan sum;

	/* A run too short for a whole second inside it is judged by all there is. */
	if (lr_series_sum(settled, &sum) || lr_series_sum(series, &sum))
		return sum.average;
	return -1;
}

double lr_series_workers_load_percent(const LrRun *run)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	double sum = 0;
	guint n = 0;

	for (guint i = 0; i < run->workers->len; i++) {
		const LrWorkerResult *worker = run->workers->pdata[i];
		double percent;

		if (!g_hash_table_add(seen, GUINT_TO_POINTER(worker->cpu)))
			continue;
		percent = lr_series_load_percent(run, worker->cpu, LR_LOAD_BUSY);
		if (percent >= 0) {
			sum += percent;
			n++;
		}
	}
	return n > 0 ? sum / n : -1;
}
