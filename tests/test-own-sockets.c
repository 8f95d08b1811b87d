/* SPDX-License-Identifier: GPL-3.0-only */
#include "own-sockets.h"

#include <errno.h>
#include <gio/gio.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

static char *get_text_option(int fd, int level, int option)
{
	char text[64] = "";
	socklen_t length = sizeof(text) - 1;

	g_assert_cmpint(getsockopt(fd, level, option, text, &length), ==, 0);
	return g_strdup(text);
}

/* A shared library asks for the socket, as libiperf does. */
static void sockets_of_a_library_get_device_and_congestion_control(void)
{
	static const GSocketFamily families[] = { G_SOCKET_FAMILY_IPV4, G_SOCKET_FAMILY_IPV6 };

	lr_own_sockets_set("lo", "reno");
	for (size_t i = 0; i < G_N_ELEMENTS(families); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(GSocket) socket = g_socket_new(families[i], G_SOCKET_TYPE_STREAM,
							 G_SOCKET_PROTOCOL_TCP, &error);
		g_autofree char *device = NULL, *congestion = NULL;

		g_assert_no_error(error);
		device = get_text_option(g_socket_get_fd(socket), SOL_SOCKET, SO_BINDTODEVICE);
		congestion = get_text_option(g_socket_get_fd(socket), IPPROTO_TCP, TCP_CONGESTION);
		g_assert_cmpstr(device, ==, "lo");
		g_assert_cmpstr(congestion, ==, "reno");
	}
}

static void other_sockets_are_left_alone(void)
{
	int fd;
	g_autofree char *device = NULL;

	lr_own_sockets_set("lo", "reno");
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	g_assert_cmpint(fd, >=, 0);
	device = get_text_option(fd, SOL_SOCKET, SO_BINDTODEVICE);
	g_assert_cmpstr(device, ==, "");
	close(fd);
}

static void what_is_refused_is_no_socket(void)
{
	lr_own_sockets_set("no-such-device", NULL);
	g_assert_cmpint(socket(AF_INET, SOCK_STREAM, 0), ==, -1);
	g_assert_cmpint(errno, ==, ENODEV);
	lr_own_sockets_set("lo", "no-such-control");
	g_assert_cmpint(socket(AF_INET, SOCK_STREAM, 0), ==, -1);
	g_assert_cmpint(errno, ==, ENOENT);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/own-sockets/sockets-of-a-library-get-device-and-congestion-control",
			sockets_of_a_library_get_device_and_congestion_control);
	g_test_add_func("/own-sockets/other-sockets-are-left-alone", other_sockets_are_left_alone);
	g_test_add_func("/own-sockets/what-is-refused-is-no-socket", what_is_refused_is_no_socket);
	return g_test_run();
}
