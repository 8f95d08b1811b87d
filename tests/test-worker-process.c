/* SPDX-License-Identifier: GPL-3.0-only */
#include "worker-process.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#define DEADLINE_US (10 * G_USEC_PER_SEC)

/* The module starts /proc/self/exe, which here is this test. It behaves as the first argument says.
 */
static int be_worker(const char *way)
{
	char go;

	if (g_str_equal(way, "fails-to-start")) {
		fputs("cannot run on core 7\n", stderr);
		return 3;
	}
	if (g_str_equal(way, "talks-without-end")) {
		for (;;)
			puts("ready\nand so on and so on");
	}
	fputs("ready\n", stdout);
	fflush(stdout);
	if (read(STDIN_FILENO, &go, 1) != 1)
		return 4;
	if (g_str_equal(way, "stops"))
		raise(SIGSTOP);
	if (g_str_equal(way, "crashes"))
		abort(); /* not SIGSEGV, which a sanitizer would turn into a status */
	fputs(g_str_equal(way, "is-cut-off") ? "{\"end\":" : "{}\n", stdout);
	return 0;
}

static LrWorkerProcess *start(const char *way)
{
	g_autoptr(GPtrArray) arguments = g_ptr_array_new();
	g_autoptr(GError) error = NULL;
	LrWorkerProcess *process;

	g_ptr_array_add(arguments, (char *)way);
	process = lr_worker_process_new(arguments, &error);
	g_assert_no_error(error);
	return process;
}

/* Drains until it is ready, or has ended where that is wanted. */
static void await(LrWorkerProcess *process, bool end)
{
	int64_t deadline_us = g_get_monotonic_time() + DEADLINE_US;

	while (end ? !lr_worker_process_has_ended(process) : !lr_worker_process_is_ready(process)) {
		GPollFD fd = { lr_worker_process_fd(process), G_IO_IN | G_IO_HUP, 0 };

		g_assert_cmpint(g_get_monotonic_time(), <, deadline_us);
		g_poll(&fd, 1, 100);
		lr_worker_process_drain(process);
		if (!end && lr_worker_process_has_ended(process))
			break;
	}
}

static void a_worker_waits_at_the_gate_and_reports(void)
{
	g_autoptr(LrWorkerProcess) process = start("works");

	await(process, false);
	g_assert_false(lr_worker_process_has_ended(process));
	g_assert_null(lr_worker_process_report(process));
	lr_worker_process_let_go(process);
	await(process, true);
	g_assert_cmpstr(lr_worker_process_report(process), ==, "{}\n");
	g_assert_false(lr_worker_process_is_overfull(process));
}

static void whatever_becomes_of_it_is_told(void)
{
	static const struct {
		const char *way;
		const char *end; /* how it is told */
	} rows[] = {
		{ "fails-to-start", "ended with status 3: cannot run on core 7" },
		{ "crashes", "was killed by signal 6" },
		{ "is-cut-off", "ended with status 0" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrWorkerProcess) process = start(rows[i].way);
		g_autofree char *end = NULL;

		g_test_message("row '%s'", rows[i].way);
		await(process, false);
		lr_worker_process_let_go(process);
		await(process, true);
		g_assert_null(lr_worker_process_report(process));
		end = lr_worker_process_end_dup(process);
		g_assert_true(g_str_has_prefix(end, rows[i].end));
	}
}

static void one_that_talks_without_end_is_killed(void)
{
	g_autoptr(LrWorkerProcess) process = start("talks-without-end");

	await(process, true);
	g_assert_true(lr_worker_process_is_overfull(process));
}

static void one_that_is_stopped_is_told_from_one_that_works(void)
{
	g_autoptr(LrWorkerProcess) process = start("stops");
	int64_t deadline_us = g_get_monotonic_time() + DEADLINE_US;

	await(process, false);
	g_assert_false(lr_worker_process_is_stopped(process));
	lr_worker_process_let_go(process);
	while (!lr_worker_process_is_stopped(process))
		g_assert_cmpint(g_get_monotonic_time(), <, deadline_us);
	lr_worker_process_kill(process);
	await(process, true);
}

static void one_that_is_given_up_counts_as_ended(void)
{
	g_autoptr(LrWorkerProcess) process = start("works");

	await(process, false);
	lr_worker_process_abandon(process);
	g_assert_true(lr_worker_process_has_ended(process));
	g_assert_cmpint(lr_worker_process_fd(process), ==, -1);
}

int main(int argc, char **argv)
{
	if (argc == 3 && g_str_equal(argv[1], "worker"))
		return be_worker(argv[2]);
	signal(SIGPIPE, SIG_IGN);
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/worker-process/a-worker-waits-at-the-gate-and-reports",
			a_worker_waits_at_the_gate_and_reports);
	g_test_add_func("/worker-process/whatever-becomes-of-it-is-told",
			whatever_becomes_of_it_is_told);
	g_test_add_func("/worker-process/one-that-talks-without-end-is-killed",
			one_that_talks_without_end_is_killed);
	g_test_add_func("/worker-process/one-that-is-stopped-is-told-from-one-that-works",
			one_that_is_stopped_is_told_from_one_that_works);
	g_test_add_func("/worker-process/one-that-is-given-up-counts-as-ended",
			one_that_is_given_up_counts_as_ended);
	return g_test_run();
}
