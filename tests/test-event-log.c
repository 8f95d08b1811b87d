/* SPDX-License-Identifier: GPL-3.0-only */
#include "event-log.h"

#include <string.h>

#include "units.h"

static GString *printed;

static void collect(const char *text)
{
	g_string_append(printed, text);
}

static guint count_lines(void)
{
	guint n_lines = 0;

	for (const char *c = printed->str; *c != '\0'; c++)
		n_lines += *c == '\n';
	return n_lines;
}

static void an_event_is_one_line_behind_the_prefix(void)
{
	g_autoptr(LrEventLog) log = lr_event_log_new("here");

	lr_event_log_write(log, LR_NS_PER_SECOND, "client %d", 7);
	g_assert_cmpstr(printed->str, ==, "here: client 7\n");
}

static void a_flood_becomes_a_number(void)
{
	g_autoptr(LrEventLog) log = lr_event_log_new("here");

	for (int i = 0; i < 1000; i++)
		lr_event_log_write(log, 100 * LR_NS_PER_SECOND, "event");
	g_assert_cmpuint(count_lines(), ==, 20);
	lr_event_log_settle(log, 109 * LR_NS_PER_SECOND);
	g_assert_cmpuint(count_lines(), ==, 20);
	lr_event_log_settle(log, 110 * LR_NS_PER_SECOND);
	g_assert_cmpuint(count_lines(), ==, 21);
	g_assert_nonnull(strstr(printed->str, "here: 980 more lines were not written\n"));
	lr_event_log_write(log, 111 * LR_NS_PER_SECOND, "heard again");
	g_assert_nonnull(strstr(printed->str, "heard again"));
}

static void test_run(const void *data)
{
	void (*test)(void) = *(void (*const *)(void))data;
	GPrintFunc before = g_set_printerr_handler(collect);

	printed = g_string_new(NULL);
	test();
	g_string_free(printed, TRUE);
	g_set_printerr_handler(before);
}

int main(int argc, char **argv)
{
	static void (*const one_line)(void) = an_event_is_one_line_behind_the_prefix;
	static void (*const flood)(void) = a_flood_becomes_a_number;

	g_test_init(&argc, &argv, NULL);
	g_test_add_data_func("/event-log/an-event-is-one-line-behind-the-prefix", &one_line,
			     test_run);
	g_test_add_data_func("/event-log/a-flood-becomes-a-number", &flood, test_run);
	return g_test_run();
}
