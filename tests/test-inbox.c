/* SPDX-License-Identifier: GPL-3.0-only */
#include "inbox.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
	int ours, theirs;
} Pair;

static void pair_open(Pair *pair, gconstpointer data G_GNUC_UNUSED)
{
	int fds[2];

	g_assert_cmpint(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
	pair->ours = fds[0];
	pair->theirs = fds[1];
}

static void pair_close(Pair *pair, gconstpointer data G_GNUC_UNUSED)
{
	close(pair->ours);
	if (pair->theirs >= 0)
		close(pair->theirs);
}

static void say(const Pair *pair, const char *text)
{
	g_assert_cmpint(write(pair->theirs, text, strlen(text)), ==, (ssize_t)strlen(text));
}

static void what_comes_in_pieces_is_put_together(Pair *pair, gconstpointer data G_GNUC_UNUSED)
{
	g_autoptr(LrInbox) inbox = lr_inbox_new(6);

	g_assert_cmpint(lr_inbox_fill(inbox, pair->ours), ==, LR_INBOX_WAITING);
	say(pair, "abc");
	g_assert_cmpint(lr_inbox_fill(inbox, pair->ours), ==, LR_INBOX_WAITING);
	say(pair, "def");
	g_assert_cmpint(lr_inbox_fill(inbox, pair->ours), ==, LR_INBOX_FULL);
	g_assert_cmpmem(inbox->bytes->data, inbox->bytes->len, "abcdef", 6);
}

static void what_follows_stays_in_the_socket(Pair *pair, gconstpointer data G_GNUC_UNUSED)
{
	g_autoptr(LrInbox) inbox = lr_inbox_new(3);
	char rest[8];

	say(pair, "abcdef");
	g_assert_cmpint(lr_inbox_fill(inbox, pair->ours), ==, LR_INBOX_FULL);
	g_assert_cmpuint(inbox->bytes->len, ==, 3);
	g_assert_cmpint(recv(pair->ours, rest, sizeof(rest), MSG_DONTWAIT), ==, 3);
	g_assert_cmpmem(rest, 3, "def", 3);
}

static void a_peer_that_leaves_is_told_from_one_that_is_slow(Pair *pair,
							     gconstpointer data G_GNUC_UNUSED)
{
	g_autoptr(LrInbox) inbox = lr_inbox_new(4);

	say(pair, "ab");
	close(pair->theirs);
	pair->theirs = -1;
	g_assert_cmpint(lr_inbox_fill(inbox, pair->ours), ==, LR_INBOX_CLOSED);
	g_assert_cmpint(errno, ==, 0);
}

static void a_number_is_in_network_order(Pair *pair, gconstpointer data G_GNUC_UNUSED)
{
	g_autoptr(LrInbox) inbox = lr_inbox_new(4);

	say(pair, "\x01\x02\x03\x04");
	g_assert_cmpint(lr_inbox_fill(inbox, pair->ours), ==, LR_INBOX_FULL);
	g_assert_cmpuint(lr_inbox_number(inbox), ==, 0x01020304);
	lr_inbox_expect(inbox, 1);
	g_assert_cmpint(lr_inbox_fill(inbox, pair->ours), ==, LR_INBOX_WAITING);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *path;
		void (*test)(Pair *pair, gconstpointer data);
	} tests[] = {
		{ "/inbox/what-comes-in-pieces-is-put-together",
		  what_comes_in_pieces_is_put_together },
		{ "/inbox/what-follows-stays-in-the-socket", what_follows_stays_in_the_socket },
		{ "/inbox/a-peer-that-leaves-is-told-from-one-that-is-slow",
		  a_peer_that_leaves_is_told_from_one_that_is_slow },
		{ "/inbox/a-number-is-in-network-order", a_number_is_in_network_order },
	};

	g_test_init(&argc, &argv, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
		g_test_add(tests[i].path, Pair, NULL, pair_open, tests[i].test, pair_close);
	return g_test_run();
}
