/* SPDX-License-Identifier: GPL-3.0-only */
#include "cause.h"

#include <string.h>

static void every_cause_has_an_id_and_a_remedy_of_its_own(void)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint id = 0; id < LR_N_CAUSES; id++) {
		g_autoptr(LrCause) cause = lr_cause_new(id, "seen");
		const char *name = lr_cause_id_name(id);
		LrCauseId back;

		g_assert_nonnull(name);
		g_assert_true(g_regex_match_simple("^[a-z]+(-[a-z]+)*$", name, 0, 0));
		g_assert_true(g_hash_table_add(seen, (gpointer)name));
		g_assert_true(lr_cause_id_from_name(name, &back));
		g_assert_cmpuint(back, ==, id);
		g_assert_cmpuint(strlen(cause->remedy), >, 10);
	}
}

static void a_copy_has_the_same_evidence(void)
{
	g_autoptr(LrCause) cause = lr_cause_new(LR_CAUSE_NO_LINK, "%s has no carrier", "eth0");
	g_autoptr(LrCause) copy = NULL;

	lr_cause_add_number(cause, "waited_seconds", 12.5);
	lr_cause_add_text(cause, "interface", "eth0");
	lr_cause_set_remedy(cause, "plug it in");
	copy = lr_cause_copy(cause);
	g_assert_cmpstr(copy->message, ==, "eth0 has no carrier");
	g_assert_cmpstr(copy->remedy, ==, "plug it in");
	g_assert_cmpuint(copy->evidence->len, ==, 2);
	g_assert_cmpfloat(((LrEvidence *)copy->evidence->pdata[0])->number, ==, 12.5);
	g_assert_cmpstr(((LrEvidence *)copy->evidence->pdata[1])->text, ==, "eth0");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/cause/every-cause-has-an-id-and-a-remedy-of-its-own",
			every_cause_has_an_id_and_a_remedy_of_its_own);
	g_test_add_func("/cause/a-copy-has-the-same-evidence", a_copy_has_the_same_evidence);
	return g_test_run();
}
