/* SPDX-License-Identifier: GPL-3.0-only */
#include "run.h"

#include "units.h"

static void add_worker(LrRun *run, LrDirection direction, double start_s, double seconds,
		       uint64_t bytes, LrWorkerEnd end)
{
	LrWorkerResult *worker = lr_worker_result_new();

	worker->direction = direction;
	worker->start_ns = (int64_t)(start_s * 1e9);
	worker->receiver_ns = (int64_t)(seconds * 1e9);
	worker->receiver_bytes = bytes;
	worker->retransmits = 1;
	worker->end = end;
	g_ptr_array_add(run->workers, worker);
}

static void a_late_worker_does_not_inflate_the_sum(void)
{
	g_autoptr(LrRun) run = lr_run_new();

	/* Each moves 1 Gb/s for 10 s, the second one 2 s late: 20 Gb in 12 s, not 2 Gb/s. */
	add_worker(run, LR_FORWARD, 100, 10, 1250000000, LR_END_OK);
	add_worker(run, LR_FORWARD, 102, 10, 1250000000, LR_END_OK);
	lr_run_sum(run);
	g_assert_cmpint(run->window_ns, ==, 12 * LR_NS_PER_SECOND);
	g_assert_cmpint(run->skew_ns, ==, 2 * LR_NS_PER_SECOND);
	g_assert_cmpuint(run->receiver_bytes, ==, 2500000000);
	g_assert_cmpfloat_with_epsilon(run->goodput_mbps, 20000.0 / 12, 1e-6);
	g_assert_cmpuint(run->retransmits, ==, 2);
	g_assert_true(run->complete);
}

static void a_worker_without_first_byte_counts_from_the_gate(void)
{
	g_autoptr(LrRun) run = lr_run_new();

	run->gate_ns = 99 * LR_NS_PER_SECOND;
	add_worker(run, LR_FORWARD, 100, 10, 1250000000, LR_END_OK);
	add_worker(run, LR_FORWARD, 0, 0, 0, LR_END_REFUSED);
	lr_run_sum(run);
	g_assert_cmpint(run->window_ns, ==, 11 * LR_NS_PER_SECOND);
	g_assert_false(run->complete);
}

static void both_directions_are_summed_apart(void)
{
	g_autoptr(LrRun) run = lr_run_new();

	add_worker(run, LR_FORWARD, 100, 10, 1000, LR_END_OK);
	add_worker(run, LR_REVERSE, 100, 10, 500, LR_END_OK);
	lr_run_sum(run);
	g_assert_cmpuint(run->receiver_bytes, ==, 1000);
	g_assert_cmpuint(run->reverse_receiver_bytes, ==, 500);
}

static void reverse_alone_is_the_main_direction(void)
{
	g_autoptr(LrRun) run = lr_run_new();

	add_worker(run, LR_REVERSE, 100, 10, 500, LR_END_OK);
	lr_run_sum(run);
	g_assert_cmpuint(run->receiver_bytes, ==, 500);
	g_assert_cmpuint(run->reverse_receiver_bytes, ==, 0);
}

static void a_run_without_workers_is_not_complete(void)
{
	g_autoptr(LrRun) run = lr_run_new();

	lr_run_sum(run);
	g_assert_false(run->complete);
	g_assert_cmpint(run->window_ns, ==, 0);
	g_assert_cmpfloat(run->goodput_mbps, ==, 0);
}

/* Seven days, a sample a second. */
static void a_run_of_days_keeps_few_samples(void)
{
	g_autoptr(LrRun) run = lr_run_new();
	const int64_t n_seconds = 7 * 24 * 3600;

	for (int64_t i = 0; i < n_seconds; i++) {
		LrSample *sample = lr_sample_new();

		sample->at_ns = i;
		lr_run_add_sample(run, sample);
	}
	g_assert_cmpuint(run->samples->len, <=, LR_MAX_SAMPLES);
	g_assert_cmpuint(run->samples->len, >, LR_MAX_SAMPLES / 2);
	for (guint i = 0; i < run->samples->len; i++) {
		const LrSample *sample = run->samples->pdata[i];

		g_assert_cmpint(sample->at_ns, ==, (int64_t)i * run->sample_stride);
	}
	g_assert_cmpint((int64_t)run->samples->len * run->sample_stride, >=, n_seconds);
}

static void a_run_of_an_hour_keeps_every_sample(void)
{
	g_autoptr(LrRun) run = lr_run_new();

	for (int i = 0; i < 3600; i++)
		lr_run_add_sample(run, lr_sample_new());
	g_assert_cmpuint(run->samples->len, ==, 3600);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/run/a-late-worker-does-not-inflate-the-sum",
			a_late_worker_does_not_inflate_the_sum);
	g_test_add_func("/run/a-worker-without-first-byte-counts-from-the-gate",
			a_worker_without_first_byte_counts_from_the_gate);
	g_test_add_func("/run/both-directions-are-summed-apart", both_directions_are_summed_apart);
	g_test_add_func("/run/reverse-alone-is-the-main-direction",
			reverse_alone_is_the_main_direction);
	g_test_add_func("/run/a-run-without-workers-is-not-complete",
			a_run_without_workers_is_not_complete);
	g_test_add_func("/run/a-run-of-days-keeps-few-samples", a_run_of_days_keeps_few_samples);
	g_test_add_func("/run/a-run-of-an-hour-keeps-every-sample",
			a_run_of_an_hour_keeps_every_sample);
	return g_test_run();
}
