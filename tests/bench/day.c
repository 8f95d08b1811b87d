/* SPDX-License-Identifier: GPL-3.0-only */
/* What the process of a long test keeps in memory: day N_SAMPLES N_WORKERS. Takes so many real
 * samples without the second between them, puts the workers' connections and times into each as the
 * crew does, keeps them as the crew does, and reports as `linerate test --json` does. Prints
 * "KEPT RSS_BYTES PEAK_BYTES": samples kept, memory at the end of the run, and the most ever. */
#include "config.h"

#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report-json.h"
#include "report-text.h"
#include "result-parts.h"
#include "sampler.h"
#include "units.h"

/* A line of /proc/self/status, in KiB. */
static long status_bytes(const char *name)
{
	g_autofree char *text = NULL;
	const char *at;

	if (!g_file_get_contents("/proc/self/status", &text, NULL, NULL) ||
	    (at = strstr(text, name)) == NULL)
		return 0;
	return strtol(at + strlen(name), NULL, 10) * 1024;
}

static void add_connections(LrSample *sample, guint n_workers, guint64 second)
{
	for (guint i = 0; i < n_workers; i++) {
		uint16_t port = (uint16_t)(5201 + i);
		LrFlow flow = { .port = port,
				.acked_bytes = second * 58750000,
				.rtt_us = 900,
				.cwnd_segments = 900,
				.mss_bytes = 1448 };
		LrWorkerTime time = { .port = port, .run_ns = (int64_t)second * 500000000 };

		g_array_append_val(sample->flows, flow);
		g_array_append_val(sample->worker_times, time);
	}
}

static void take_samples(LrRun *run, guint n_samples, guint n_workers)
{
	uint32_t ifindex = if_nametoindex("lo");

	for (guint i = 0; i < n_samples; i++) {
		LrSample *sample = lr_sampler_take(ifindex);

		sample->at_ns = run->gate_ns + i * LR_NS_PER_SECOND;
		sample->counters.tx_bytes = i * UINT64_C(117500000);
		add_connections(sample, n_workers, i);
		lr_run_add_sample(run, sample);
	}
}

int main(int argc, char **argv)
{
	guint n_samples = argc == 3 ? (guint)atoi(argv[1]) : 0;
	guint n_workers = argc == 3 ? (guint)atoi(argv[2]) : 0;
	g_autoptr(LrResult) result = NULL;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	long rss;
	LrRun *run;

	if (n_samples < 1 || n_workers < 1) {
		fprintf(stderr, "usage: day N_SAMPLES N_WORKERS\n");
		return 2;
	}
	result = lr_parts_result_make("lo", 1000, n_workers, 1, 1);
	run = lr_parts_add_run(result, 940);
	g_ptr_array_set_size(run->samples, 0);
	run->window_ns = result->request->duration_ns = n_samples * LR_NS_PER_SECOND;
	take_samples(run, n_samples, n_workers);
	rss = status_bytes("VmRSS:");
	lr_parts_judge(result, LR_PASS, 94, NULL);
	lr_report_text_append(text, result);
	if (!lr_report_json_write(result, "/dev/null", &error)) {
		fprintf(stderr, "day: %s\n", error->message);
		return 1;
	}
	printf("%u %ld %ld\n", run->samples->len, rss, status_bytes("VmHWM:"));
	return 0;
}
