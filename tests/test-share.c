/* SPDX-License-Identifier: GPL-3.0-only */
#include "share.h"

/* A placement from "cpu.core" words in order of merit; '*' behind those next to the interface. */
static LrPlacement *make_placement(const char *text)
{
	g_autoptr(LrCores) cores = lr_cores_new();
	g_auto(GStrv) words = g_strsplit(text, " ", -1);

	for (guint i = 0; words[i] != NULL; i++) {
		char *end;
		LrPu pu = { .allowed = true };

		pu.cpu = (uint32_t)g_ascii_strtoull(words[i], &end, 10);
		pu.core = (uint32_t)g_ascii_strtoull(end + 1, &end, 10);
		pu.near = *end == '*';
		g_array_append_val(cores->pus, pu);
	}
	return lr_placement_make(cores);
}

static char *share_dup(const GArray *pus)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < pus->len; i++)
		g_string_append_printf(text, "%s%u", i > 0 ? " " : "",
				       g_array_index(pus, uint32_t, i));
	return g_string_free(text, FALSE);
}

static void interfaces_take_turns_at_their_best_cores(void)
{
	static const struct {
		const char *name;
		const char *places[4];
		const char *shares[4];
	} rows[] = {
		{ "one alone has all of its node", { "0.0* 1.1* 2.2 3.3" }, { "0 1" } },
		{ "two on one node",
		  { "0.0* 1.1* 2.2* 3.3*", "0.0* 1.1* 2.2* 3.3*" },
		  { "0 2", "1 3" } },
		{ "each on its own node",
		  { "0.0* 1.1* 2.2 3.3", "0.0 1.1 2.2* 3.3*" },
		  { "0 1", "2 3" } },
		{ "siblings stay together",
		  { "0.0* 4.0* 1.1* 5.1*", "0.0* 4.0* 1.1* 5.1*" },
		  { "0 4", "1 5" } },
		{ "no place is best", { "0.0 1.1 2.2", "0.0 1.1 2.2" }, { "0 2", "1" } },
		{ "a far core rather than none", { "0.0* 1.1", "0.0* 1.1" }, { "0", "1" } },
		{ "more interfaces than cores",
		  { "0.0 1.1", "0.0 1.1", "0.0 1.1" },
		  { "0", "1", "0 1" } },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GPtrArray) places =
			g_ptr_array_new_with_free_func((GDestroyNotify)lr_placement_free);
		g_autoptr(GPtrArray) shares = NULL;

		g_test_message("row '%s'", rows[i].name);
		for (guint k = 0; rows[i].places[k] != NULL; k++)
			g_ptr_array_add(places, make_placement(rows[i].places[k]));
		shares = lr_share_make(places);
		for (guint k = 0; k < shares->len; k++) {
			g_autofree char *share = share_dup(shares->pdata[k]);

			g_assert_cmpstr(share, ==, rows[i].shares[k]);
		}
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/share/interfaces-take-turns-at-their-best-cores",
			interfaces_take_turns_at_their_best_cores);
	return g_test_run();
}
