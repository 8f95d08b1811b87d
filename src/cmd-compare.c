/* SPDX-License-Identifier: GPL-3.0-only */
/* `linerate compare`: the same link with one worker, two, four ... in turn, and whether one core is
 * the limit. */
#include "config.h"

#include "command.h"

#include <stdbool.h>

#include "comparison.h"
#include "error.h"
#include "foreground.h"
#include "hwloc-cores.h"
#include "options.h"
#include "placement.h"
#include "text-comparison.h"
#include "udev-nics.h"
#include "verdict.h"
#include "whole-file.h"

#define SUMMARY                                                                                     \
	"Measures the same link with 1, 2, 4 ... workers in turn and tells whether one core is the\n" \
	"limit. --threads is the most workers (auto: one per physical core), --runs the number of\n" \
	"rounds (3), --duration the length of one measurement.\n"                                   \
	"Exit status: 0 measured, 2 could not."

#define DEFAULT_ROUNDS 3

/* The number of physical cores that a test would use from 10 Gb/s up. */
static uint32_t count_cores(const LrRequest *request, GError **error)
{
	g_autoptr(LrNic) nic = lr_udev_nics_get(request->ifname,
						(const char *const *)request->allow_virtual, error);
	g_autoptr(LrCores) cores = nic != NULL ? lr_hwloc_cores_load(nic, error) : NULL;
	g_autoptr(LrPlacement) placement = cores != NULL ? lr_placement_make(cores) : NULL;

	return placement != NULL ? placement->n_cores : 0;
}

static LrRequest *make_round_request(const LrRequest *request, const LrVariant *variant)
{
	LrRequest *one = lr_request_copy(request);

	one->runs = 1;
	one->threads = variant->n_workers;
	one->direction = variant->direction;
	return one;
}

/* Why a result is no measurement. */
static void set_error(GError **error, const LrResult *result)
{
	const LrCause *cause = result->verdict->causes->len > 0 ? result->verdict->causes->pdata[0] :
								  NULL;

	g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM, "%s: %s",
		    cause != NULL ? lr_cause_id_name(cause->id) : "no measurement",
		    cause != NULL ? cause->message : "the run came to nothing");
}

/* One measurement of one variant; keeps the first result of all in *first. */
static bool measure(LrForeground *foreground, const LrRequest *request, LrVariant *variant,
		    LrResult **first, GError **error)
{
	g_autoptr(LrResult) result =
		lr_foreground_test(foreground, make_round_request(request, variant));

	if (result->missing_ports->len > 0) {
		g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM,
			    "the target has %u servers for %u workers: start more, or give --threads=%u",
			    result->plan->workers->len, variant->n_workers,
			    result->plan->workers->len);
		return false;
	}
	if (!lr_variant_add(variant, result)) {
		set_error(error, result);
		return false;
	}
	if (*first == NULL)
		*first = g_steal_pointer(&result);
	return true;
}

/* Round by round, every second one backwards, so that drift favours no number of workers. */
static bool measure_all(LrForeground *foreground, const LrRequest *request, GPtrArray *variants,
			LrResult **first, GError **error)
{
	for (guint round = 0; round < request->runs; round++) {
		for (guint i = 0; i < variants->len; i++) {
			LrVariant *variant = variants->pdata[round % 2 == 0 ? i :
									      variants->len - 1 - i];
			g_autofree char *line =
				g_strdup_printf("round %u of %u: %s, %u worker%s", round + 1,
						request->runs, lr_direction_name(variant->direction),
						variant->n_workers, variant->n_workers == 1 ? "" : "s");

			lr_foreground_say(foreground, line);
			if (!measure(foreground, request, variant, first, error))
				return false;
		}
	}
	return true;
}

static bool print_comparison(const GPtrArray *variants, const LrResult *first, GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	lr_text_comparison_append(text, variants, first);
	return lr_whole_file_write("-", text->str, text->len, error);
}

int lr_cmd_compare(int argc, char **argv, GError **error)
{
	g_autoptr(LrRequest) request = lr_options_parse(argc, argv, SUMMARY, NULL, error);
	g_autoptr(LrForeground) foreground = NULL;
	g_autoptr(GPtrArray) variants = NULL;
	g_autoptr(LrResult) first = NULL;
	uint32_t max_workers;

	if (request == NULL)
		return 0;
	if (request->runs == 1)
		request->runs = DEFAULT_ROUNDS;
	max_workers = request->threads > 0 ? request->threads : count_cores(request, error);
	if (max_workers == 0 || (foreground = lr_foreground_new(request, error)) == NULL)
		return 2;
	variants = lr_comparison_make(max_workers, request->direction != LR_FORWARD);
	if (!measure_all(foreground, request, variants, &first, error))
		return 2;
	g_clear_pointer(&foreground, lr_foreground_free);
	return print_comparison(variants, first, error) ? 0 : 2;
}
