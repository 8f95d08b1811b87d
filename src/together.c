/* SPDX-License-Identifier: GPL-3.0-only */
#include "together.h"

/* One end of a run on the clock that all tests of a machine share. */
typedef struct {
	int64_t at_ns;
	int change; /* +1 where a run begins, -1 where it ends */
} Edge;

static int compare_edges(gconstpointer a, gconstpointer b)
{
	const Edge *left = a, *right = b;

	return left->at_ns < right->at_ns ? -1 : left->at_ns > right->at_ns;
}

static GArray *make_edges(const GPtrArray *results)
{
	GArray *edges = g_array_new(FALSE, FALSE, sizeof(Edge));

	for (guint i = 0; i < results->len; i++) {
		const LrResult *result = results->pdata[i];

		for (guint k = 0; k < result->runs->len; k++) {
			const LrRun *run = result->runs->pdata[k];
			Edge begin = { run->gate_ns, 1 };
			Edge end = { run->gate_ns + run->window_ns, -1 };

			g_array_append_val(edges, begin);
			g_array_append_val(edges, end);
		}
	}
	g_array_sort(edges, compare_edges);
	return edges;
}

static double overlap_percent(const GPtrArray *results)
{
	g_autoptr(GArray) edges = make_edges(results);
	int64_t any_ns = 0, all_ns = 0;
	int n_running = 0;

	for (guint i = 0; i + 1 < edges->len; i++) {
		const Edge *edge = &g_array_index(edges, Edge, i);
		int64_t length_ns = edge[1].at_ns - edge->at_ns;

		n_running += edge->change;
		any_ns += n_running > 0 ? length_ns : 0;
		all_ns += n_running == (int)results->len ? length_ns : 0;
	}
	return any_ns > 0 ? 100.0 * (double)all_ns / (double)any_ns : 0;
}

static double lowest_mbps(const LrResult *result)
{
	double lowest = -1;

	for (guint i = 0; i < result->runs->len; i++) {
		const LrRun *run = result->runs->pdata[i];
		bool both = result->request->direction == LR_BIDIRECTIONAL;
		double mbps = both ? MIN(run->goodput_mbps, run->reverse_goodput_mbps)
				   : run->goodput_mbps;

		lowest = lowest < 0 ? mbps : MIN(lowest, mbps);
	}
	return MAX(lowest, 0);
}

LrTogether lr_together_make(const GPtrArray *results)
{
	LrTogether together = { 0 };

	for (guint i = 0; i < results->len; i++)
		together.sum_mbps += lowest_mbps(results->pdata[i]);
	together.overlap_percent = overlap_percent(results);
	return together;
}
