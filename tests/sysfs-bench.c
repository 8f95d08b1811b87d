/* SPDX-License-Identifier: GPL-3.0-only */
#include "sysfs-bench.h"

#include <glib/gstdio.h>

void lr_bench_put(UMockdevTestbed *testbed, const char *path, const char *text)
{
	g_autofree char *root = umockdev_testbed_get_root_dir(testbed);
	g_autofree char *file = g_strconcat(root, "/sys", path, NULL);
	g_autofree char *folder = g_path_get_dirname(file);

	g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
	g_assert_true(g_file_set_contents(file, text, -1, NULL));
}
