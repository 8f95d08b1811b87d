/* SPDX-License-Identifier: GPL-3.0-only */
#include "thread-times.h"

#include <glib.h>
#include <stdio.h>

static bool read_thread(const char *folder, const char *thread, int64_t *run_ns, int64_t *wait_ns)
{
	g_autofree char *path = g_build_filename(folder, thread, "schedstat", NULL);
	g_autofree char *text = NULL;
	long long run, wait;

	if (!g_file_get_contents(path, &text, NULL, NULL) ||
	    sscanf(text, "%lld %lld", &run, &wait) != 2)
		return false;
	*run_ns = run;
	*wait_ns = wait;
	return true;
}

bool lr_thread_times_get(pid_t pid, int64_t *run_ns, int64_t *wait_ns)
{
	g_autofree char *folder = g_strdup_printf("/proc/%d/task", (int)pid);
	g_autoptr(GDir) threads = g_dir_open(folder, 0, NULL);
	int64_t most = -1;
	const char *thread;

	while (threads != NULL && (thread = g_dir_read_name(threads)) != NULL) {
		int64_t run, wait;

		if (!read_thread(folder, thread, &run, &wait) || run + wait <= most)
			continue;
		most = run + wait;
		*run_ns = run;
		*wait_ns = wait;
	}
	return most >= 0;
}
