/* SPDX-License-Identifier: GPL-3.0-only */
#include "series.h"

#include "units.h"

#define SECOND LR_NS_PER_SECOND

static LrSample *add_sample(LrRun *run, double at_s, uint64_t tx_bytes)
{
	LrSample *sample = lr_sample_new();

	sample->at_ns = run->gate_ns + (int64_t)(at_s * 1e9);
	sample->counters.tx_bytes = tx_bytes;
	g_ptr_array_add(run->samples, sample);
	return sample;
}

static LrWorkerResult *add_worker(LrRun *run, uint16_t port, double start_s, double seconds)
{
	LrWorkerResult *worker = lr_worker_result_new();

	worker->port = port;
	worker->cpu = port - 5201u;
	worker->start_ns = run->gate_ns + (int64_t)(start_s * 1e9);
	worker->receiver_ns = (int64_t)(seconds * 1e9);
	g_ptr_array_add(run->workers, worker);
	return worker;
}

static LrRun *make_run(void)
{
	LrRun *run = lr_run_new();

	run->gate_ns = 777 * SECOND;
	return run;
}

static void assert_span(const GArray *series, guint i, double begin_s, double end_s, double value)
{
	const LrSpan *span = &g_array_index(series, LrSpan, i);

	g_assert_cmpuint(i, <, series->len);
	g_assert_cmpfloat_with_epsilon((double)span->begin_ns / 1e9, begin_s, 1e-9);
	g_assert_cmpfloat_with_epsilon((double)span->end_ns / 1e9, end_s, 1e-9);
	g_assert_cmpfloat_with_epsilon(span->average, value, 1e-6);
}

static void a_rate_is_bytes_over_the_true_time_between_samples(void)
{
	g_autoptr(LrRun) run = make_run();
	g_autoptr(GArray) series = NULL;

	add_sample(run, 0, 1000);
	add_sample(run, 1.25, 1000 + 125000000);
	add_sample(run, 2, 1000 + 125000000);
	series = lr_series_interface_make(run, LR_FORWARD);
	g_assert_cmpuint(series->len, ==, 2);
	assert_span(series, 0, 0, 1.25, 800);
	assert_span(series, 1, 1.25, 2, 0);
}

static void a_counter_that_was_reset_leaves_a_gap(void)
{
	g_autoptr(LrRun) run = make_run();
	g_autoptr(GArray) series = NULL;

	add_sample(run, 0, 5000);
	add_sample(run, 1, 0);
	add_sample(run, 2, 125000000);
	series = lr_series_interface_make(run, LR_FORWARD);
	g_assert_cmpuint(series->len, ==, 1);
	assert_span(series, 0, 1, 2, 1000);
}

static void two_samples_at_one_moment_make_no_rate(void)
{
	g_autoptr(LrRun) run = make_run();
	g_autoptr(GArray) series = NULL;

	add_sample(run, 1, 0);
	add_sample(run, 1, 125000000);
	series = lr_series_interface_make(run, LR_FORWARD);
	g_assert_cmpuint(series->len, ==, 0);
}

static void add_flow(LrSample *sample, uint16_t port, uint64_t acked_bytes, uint64_t retransmits)
{
	LrFlow flow = { .port = port, .acked_bytes = acked_bytes, .retransmits = retransmits };

	g_array_append_val(sample->flows, flow);
}

static void goodput_is_the_sum_of_the_connections(void)
{
	g_autoptr(LrRun) run = make_run();
	g_autoptr(GArray) series = NULL;
	LrSample *sample;
	bool by_flows;

	add_worker(run, 5201, 0, 3);
	add_worker(run, 5202, 0, 3);
	add_sample(run, 0, 0);
	sample = add_sample(run, 1, 0);
	add_flow(sample, 5201, 125000000, 0);
	sample = add_sample(run, 2, 0);
	add_flow(sample, 5201, 250000000, 0);
	add_flow(sample, 5202, 62500000, 0);
	add_flow(sample, 9999, 62500000, 0);
	series = lr_series_goodput_make(run, LR_FORWARD, &by_flows);
	g_assert_true(by_flows);
	g_assert_cmpuint(series->len, ==, 2);
	assert_span(series, 0, 0, 1, 1000);
	assert_span(series, 1, 1, 2, 1500);
}

static void without_connections_the_interface_counts(void)
{
	g_autoptr(LrRun) run = make_run();
	g_autoptr(GArray) series = NULL;
	bool by_flows;

	add_worker(run, 5201, 0, 3);
	add_sample(run, 0, 0);
	add_sample(run, 1, 125000000);
	series = lr_series_goodput_make(run, LR_FORWARD, &by_flows);
	g_assert_false(by_flows);
	assert_span(series, 0, 0, 1, 1000);
}

static void only_the_time_of_all_workers_is_settled(void)
{
	g_autoptr(LrRun) run = make_run();
	g_autoptr(GArray) series = NULL, settled = NULL;

	add_worker(run, 5201, 0.1, 4);
	add_worker(run, 5202, 0.6, 3.2);
	add_worker(run, 5203, 0, 0);
	for (guint i = 0; i < 6; i++)
		add_sample(run, i, i * UINT64_C(1000));
	series = lr_series_interface_make(run, LR_FORWARD);
	settled = lr_series_settled_make(run, series);
	g_assert_cmpuint(settled->len, ==, 2);
	assert_span(settled, 0, 1, 2, 0.008);
	assert_span(settled, 1, 2, 3, 0.008);
}

static void load_is_the_share_of_busy_time(void)
{
	static const LrCpuTime times[3][2] = {
		{ { 0, 1000, 100, 10, 0 }, { 1, 1000, 900, 0, 0 } },
		{ { 0, 2000, 600, 110, 50 }, { 1, 2000, 900, 0, 0 } },
		{ { 0, 3000, 1600, 110, 50 }, { 1, 3000, 900, 0, 0 } },
	};
	g_autoptr(LrRun) run = make_run();
	g_autoptr(GArray) softirq = NULL;

	add_worker(run, 5201, 0, 2);
	add_worker(run, 5202, 0, 2);
	add_worker(run, 5202, 0, 2);
	for (guint i = 0; i < 3; i++)
		g_array_append_vals(add_sample(run, i, 0)->cpus, times[i], 2);
	g_assert_cmpfloat_with_epsilon(lr_series_load_percent(run, 0, LR_LOAD_BUSY), 75, 1e-9);
	g_assert_cmpfloat_with_epsilon(lr_series_load_percent(run, 0, LR_LOAD_STEAL), 2.5, 1e-9);
	g_assert_cmpfloat(lr_series_load_percent(run, 7, LR_LOAD_BUSY), ==, -1);
	/* Two workers on core 1 do not make it count twice. */
	g_assert_cmpfloat_with_epsilon(lr_series_workers_load_percent(run), 37.5, 1e-9);
	softirq = lr_series_load_make(run, 0, LR_LOAD_SOFTIRQ);
	assert_span(softirq, 0, 0, 1, 10);
	assert_span(softirq, 1, 1, 2, 0);
}

static void events_are_counted_between_samples(void)
{
	g_autoptr(LrRun) run = make_run();
	g_autoptr(GArray) retransmits = NULL, drops = NULL, carrier = NULL;
	LrSample *sample = add_sample(run, 0, 0);

	add_flow(sample, 5201, 0, 2);
	sample = add_sample(run, 1, 0);
	add_flow(sample, 5201, 0, 5);
	add_flow(sample, 5202, 0, 4);
	sample->counters.rx_dropped = 3;
	sample->counters.rx_missed_errors = 4;
	sample->counters.carrier_changes = 1;
	retransmits = lr_series_event_make(run, LR_EVENT_RETRANSMITS);
	drops = lr_series_event_make(run, LR_EVENT_DROPS);
	carrier = lr_series_event_make(run, LR_EVENT_CARRIER);
	assert_span(retransmits, 0, 0, 1, 7);
	assert_span(drops, 0, 0, 1, 7);
	assert_span(carrier, 0, 0, 1, 1);
}

/* Whatever the size, a single odd second stays in the picture. */
static void reduction_keeps_lowest_and_highest(void)
{
	static const guint lengths[] = { 1, 2, 3, 7, 400, 401, 799, 86400, 300000 };

	for (guint l = 0; l < G_N_ELEMENTS(lengths); l++) {
		g_autoptr(GArray) series = g_array_new(FALSE, TRUE, sizeof(LrSpan));
		g_autoptr(GArray) reduced = NULL;
		guint low = g_test_rand_int_range(0, (gint32)lengths[l]);
		guint high = g_test_rand_int_range(0, (gint32)lengths[l]);
		LrSpan all, kept;

		for (guint i = 0; i < lengths[l]; i++) {
			double value = i == high ? 9000 : i == low ? 1 : 500 + i % 17;
			LrSpan span = { i * SECOND, (i + 1) * SECOND, value, value, value };

			g_array_append_val(series, span);
		}
		reduced = lr_series_reduce(series, 400);
		g_assert_cmpuint(reduced->len, ==, MIN(lengths[l], 400));
		g_assert_true(lr_series_sum(series, &all));
		g_assert_true(lr_series_sum(reduced, &kept));
		g_assert_cmpfloat(kept.lowest, ==, all.lowest);
		g_assert_cmpfloat(kept.highest, ==, all.highest);
		g_assert_cmpfloat_with_epsilon(kept.average, all.average, 1e-6);
		for (guint i = 1; i < reduced->len; i++)
			g_assert_cmpint(g_array_index(reduced, LrSpan, i).begin_ns, ==,
					g_array_index(reduced, LrSpan, i - 1).end_ns);
	}
}

static void an_empty_run_has_nothing(void)
{
	g_autoptr(LrRun) run = make_run();
	g_autoptr(GArray) series = lr_series_goodput_make(run, LR_REVERSE, NULL);
	g_autoptr(GArray) reduced = lr_series_reduce(series, 10);
	LrSpan sum;

	g_assert_cmpuint(reduced->len, ==, 0);
	g_assert_false(lr_series_sum(series, &sum));
	g_assert_cmpfloat(lr_series_workers_load_percent(run), ==, -1);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/series/a-rate-is-bytes-over-the-true-time-between-samples",
			a_rate_is_bytes_over_the_true_time_between_samples);
	g_test_add_func("/series/a-counter-that-was-reset-leaves-a-gap",
			a_counter_that_was_reset_leaves_a_gap);
	g_test_add_func("/series/two-samples-at-one-moment-make-no-rate",
			two_samples_at_one_moment_make_no_rate);
	g_test_add_func("/series/goodput-is-the-sum-of-the-connections",
			goodput_is_the_sum_of_the_connections);
	g_test_add_func("/series/without-connections-the-interface-counts",
			without_connections_the_interface_counts);
	g_test_add_func("/series/only-the-time-of-all-workers-is-settled",
			only_the_time_of_all_workers_is_settled);
	g_test_add_func("/series/load-is-the-share-of-busy-time", load_is_the_share_of_busy_time);
	g_test_add_func("/series/events-are-counted-between-samples",
			events_are_counted_between_samples);
	g_test_add_func("/series/reduction-keeps-lowest-and-highest",
			reduction_keeps_lowest_and_highest);
	g_test_add_func("/series/an-empty-run-has-nothing", an_empty_run_has_nothing);
	return g_test_run();
}
