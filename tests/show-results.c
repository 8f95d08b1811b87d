/* SPDX-License-Identifier: GPL-3.0-only */
/* Writes the results of result-bench.c as JSON files into the folder named on the command line. */
#include "report-json.h"
#include "result-bench.h"

int main(int argc, char **argv)
{
	g_assert(argc == 2);
	for (guint i = 0; lr_bench_results[i].name != NULL; i++) {
		g_autoptr(LrResult) result = lr_bench_results[i].make();
		g_autoptr(GError) error = NULL;
		g_autofree char *path =
			g_strdup_printf("%s/%s.json", argv[1], lr_bench_results[i].name);

		if (!lr_report_json_write(result, path, &error))
			g_error("%s", error->message);
	}
	return 0;
}
