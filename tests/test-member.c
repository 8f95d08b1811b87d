/* SPDX-License-Identifier: GPL-3.0-only */
#include "member.h"

#include "units.h"

static void a_worker_is_given_up_late_enough_and_early_enough(void)
{
	static const struct {
		const char *name;
		int64_t duration_s, now_s; /* the first byte came at second 100 */
		int64_t moved_at_s; /* 0: never */
		guint n_unseen;
		bool doomed;
		LrWorkerEnd end;
	} rows[] = {
		{ "works", 900, 200, 200, 0, false, LR_END_OK },
		{ "an outage of half a minute", 900, 230, 200, 0, false, LR_END_OK },
		{ "an outage of not quite a minute", 900, 259, 200, 0, false, LR_END_OK },
		{ "an outage of a minute", 900, 260, 200, 0, true, LR_END_STALLED },
		{ "never moved anything", 900, 1000, 0, 0, false, LR_END_OK },
		{ "connections not seen twice", 900, 202, 200, 2, false, LR_END_OK },
		{ "connections not seen for three seconds", 900, 203, 200, 3, true, LR_END_DIED },
		{ "connections closed after the duration", 10, 113, 110, 3, false, LR_END_OK },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrRequest) request = lr_request_new();
		g_autoptr(LrWorkerResult) result = lr_worker_result_new();
		const LrCrewOrder order = { .request = request };
		LrMember member = { .result = result,
				    .moved_at_ns = rows[i].moved_at_s * LR_NS_PER_SECOND,
				    .n_unseen = rows[i].n_unseen };
		LrWorkerEnd end = LR_END_OK;
		const char *doom;

		g_test_message("row '%s'", rows[i].name);
		request->duration_ns = rows[i].duration_s * LR_NS_PER_SECOND;
		result->start_ns = 100 * LR_NS_PER_SECOND;
		doom = lr_member_doom(&member, &order, rows[i].now_s * LR_NS_PER_SECOND, &end);
		g_assert_cmpint(doom != NULL, ==, rows[i].doomed);
		g_assert_cmpint(end, ==, rows[i].end);
	}
}

static void connections_count_as_gone_only_after_they_were_seen(void)
{
	LrMember member = { 0 };
	LrFlow flow = { .acked_bytes = 5 };

	lr_member_see(&member, NULL, 1);
	g_assert_cmpuint(member.n_unseen, ==, 0);
	lr_member_see(&member, &flow, 2);
	lr_member_see(&member, &flow, 3);
	g_assert_cmpint(member.moved_at_ns, ==, 2);
	flow.received_bytes = 1;
	lr_member_see(&member, &flow, 4);
	g_assert_cmpint(member.moved_at_ns, ==, 4);
	lr_member_see(&member, NULL, 5);
	lr_member_see(&member, NULL, 6);
	g_assert_cmpuint(member.n_unseen, ==, 2);
	lr_member_see(&member, &flow, 7);
	g_assert_cmpuint(member.n_unseen, ==, 0);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/member/a-worker-is-given-up-late-enough-and-early-enough",
			a_worker_is_given_up_late_enough_and_early_enough);
	g_test_add_func("/member/connections-count-as-gone-only-after-they-were-seen",
			connections_count_as_gone_only_after_they_were_seen);
	return g_test_run();
}
