/* SPDX-License-Identifier: GPL-3.0-only */
/* Every recorded machine of ../shared/udev against a list that was written by hand, from reading
 * the recording: interface, category, kind, bus, driver, testable, reason. */
#include "bench.h"

#include <string.h>

#include "listing.h"

static char *lists_folder(void)
{
	return g_test_build_filename(G_TEST_DIST, "data", "machines", NULL);
}

static char *expected_of(const char *machine)
{
	g_autofree char *folder = lists_folder();
	g_autofree char *name = g_strconcat(machine, ".txt", NULL);
	g_autofree char *path = g_build_filename(folder, name, NULL);
	g_autoptr(GError) error = NULL;
	char *text = NULL;
	char *first_line_end;

	g_file_get_contents(path, &text, NULL, &error);
	g_assert_no_error(error);
	first_line_end = strchr(text, '\n');
	g_assert_true(text[0] == '#' && first_line_end != NULL);
	memmove(text, first_line_end + 1, strlen(first_line_end));
	return text;
}

static const char *or_unknown(const char *text)
{
	return text != NULL ? text : "unknown";
}

static char *found_now(void)
{
	g_autoptr(GPtrArray) nics = bench_list(NULL), listings = NULL;
	g_autoptr(LrSpeedOverrides) none = lr_speed_overrides_parse(NULL, "LINERATE_SPEED", NULL);
	g_autoptr(GString) text = g_string_new(NULL);

	listings = lr_listing_make(nics, none, NULL);
	for (guint i = 0; i < listings->len; i++) {
		const LrListing *listing = g_ptr_array_index(listings, i);
		const LrNic *nic = listing->nic;

		g_string_append_printf(text, "%s | %s | %s | %s | %s | %s | %s\n", nic->ifname,
				       lr_category_name(nic->category), nic->kind,
				       or_unknown(nic->bus), or_unknown(nic->driver),
				       listing->reason == NULL ? "yes" : "no",
				       listing->reason == NULL ? "none" : listing->reason);
	}
	return g_string_free(g_steal_pointer(&text), FALSE);
}

static void the_machine_is_as_listed(const void *data)
{
	const char *machine = data;
	const char *shared = g_getenv("LR_SHARED");
	g_autoptr(Bench) bench = bench_new();
	g_autofree char *recording = g_strdup_printf(
		"%s/udev/%s.umockdev", shared != NULL ? shared : "../shared", machine);
	g_autofree char *expected = expected_of(machine), *found = NULL;

	if (!bench_add_recording(bench, recording))
		return;
	found = found_now();
	g_assert_cmpstr(found, ==, expected);
}

static int compare_strings(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In the order of their names, whatever the file system says. */
static GPtrArray *machines(void)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *folder = lists_folder();
	g_autoptr(GDir) lists = g_dir_open(folder, 0, NULL);
	const char *list;

	g_assert_nonnull(lists);
	while ((list = g_dir_read_name(lists)) != NULL)
		g_ptr_array_add(names, g_strndup(list, strlen(list) - strlen(".txt")));
	g_ptr_array_sort(names, compare_strings);
	return names;
}

int main(int argc, char **argv)
{
	g_autoptr(GPtrArray) names = NULL;

	g_test_init(&argc, &argv, NULL);
	names = machines();
	for (guint i = 0; i < names->len; i++) {
		const char *name = g_ptr_array_index(names, i);
		g_autofree char *path = g_strdup_printf("/machines/%s", name);

		g_test_add_data_func(path, name, the_machine_is_as_listed);
	}
	return g_test_run();
}
