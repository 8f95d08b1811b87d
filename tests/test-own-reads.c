/* SPDX-License-Identifier: GPL-3.0-only */
#include "own-reads.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Two ends of a TCP connection within this machine. */
typedef struct {
	int fds[2];
} Pair;

static void pair_open(Pair *pair)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t length = sizeof(address);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	g_assert_cmpint(bind(listener, (struct sockaddr *)&address, length), ==, 0);
	g_assert_cmpint(listen(listener, 1), ==, 0);
	g_assert_cmpint(getsockname(listener, (struct sockaddr *)&address, &length), ==, 0);
	pair->fds[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	g_assert_cmpint(connect(pair->fds[0], (struct sockaddr *)&address, length), ==, 0);
	pair->fds[1] = accept(listener, NULL, NULL);
	g_assert_cmpint(pair->fds[1], >=, 0);
	close(listener);
}

static void pair_close(Pair *pair)
{
	close(pair->fds[0]);
	close(pair->fds[1]);
}

static int get_fd(void *fd)
{
	return *(int *)fd;
}

static void send_text(const Pair *pair, const char *text)
{
	g_assert_cmpint(send(pair->fds[0], text, strlen(text), 0), ==, (int)strlen(text));
	/* All of it, or a short read would be right as well. */
	shutdown(pair->fds[0], SHUT_WR);
	for (char peeked[64];
	     recv(pair->fds[1], peeked, sizeof(peeked), MSG_PEEK) < (int)strlen(text);)
		g_usleep(1000);
}

static void data_is_counted_and_not_copied(void)
{
	char buffer[64] = "untouched";
	Pair control, data;

	pair_open(&control);
	pair_open(&data);
	send_text(&data, "payload");
	lr_own_reads_begin(get_fd, &control.fds[1]);
	g_assert_cmpint(read(data.fds[1], buffer, sizeof(buffer)), ==, 7);
	g_assert_cmpstr(buffer, ==, "untouched");
	g_assert_cmpint(read(data.fds[1], buffer, sizeof(buffer)), ==, 0);
	lr_own_reads_end();
	pair_close(&control);
	pair_close(&data);
}

static void an_empty_connection_says_so(void)
{
	char buffer[64];
	Pair data;

	pair_open(&data);
	fcntl(data.fds[1], F_SETFL, O_NONBLOCK);
	lr_own_reads_begin(get_fd, &data.fds[0]);
	g_assert_cmpint(read(data.fds[1], buffer, sizeof(buffer)), ==, -1);
	g_assert_cmpint(errno, ==, EAGAIN);
	lr_own_reads_end();
	pair_close(&data);
}

static void control_connection_and_files_are_read_as_ever(void)
{
	char buffer[64] = "";
	Pair control;
	int pipe_fds[2];

	pair_open(&control);
	g_assert_cmpint(pipe(pipe_fds), ==, 0);
	g_assert_cmpint(write(pipe_fds[1], "file", 5), ==, 5);
	send_text(&control, "message");
	lr_own_reads_begin(get_fd, &control.fds[1]);
	g_assert_cmpint(read(control.fds[1], buffer, sizeof(buffer)), ==, 7);
	g_assert_cmpstr(buffer, ==, "message");
	g_assert_cmpint(read(pipe_fds[0], buffer, sizeof(buffer)), ==, 5);
	g_assert_cmpstr(buffer, ==, "file");
	lr_own_reads_end();
	pair_close(&control);
	close(pipe_fds[0]);
	close(pipe_fds[1]);
}

static void data_is_copied_when_no_test_runs(void)
{
	char buffer[64] = "";
	Pair data;

	pair_open(&data);
	send_text(&data, "payload");
	lr_own_reads_begin(get_fd, &data.fds[0]);
	lr_own_reads_end();
	g_assert_cmpint(read(data.fds[1], buffer, sizeof(buffer)), ==, 7);
	g_assert_cmpstr(buffer, ==, "payload");
	pair_close(&data);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/own-reads/data-is-counted-and-not-copied",
			data_is_counted_and_not_copied);
	g_test_add_func("/own-reads/an-empty-connection-says-so", an_empty_connection_says_so);
	g_test_add_func("/own-reads/control-connection-and-files-are-read-as-ever",
			control_connection_and_files_are_read_as_ever);
	g_test_add_func("/own-reads/data-is-copied-when-no-test-runs",
			data_is_copied_when_no_test_runs);
	return g_test_run();
}
