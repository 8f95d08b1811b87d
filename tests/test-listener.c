/* SPDX-License-Identifier: GPL-3.0-only */
#include "listener.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static uint16_t port_of(int fd)
{
	struct sockaddr_in6 address;
	socklen_t length = sizeof(address);

	g_assert_cmpint(getsockname(fd, (struct sockaddr *)&address, &length), ==, 0);
	/* At the same place in IPv4. */
	return ntohs(address.sin6_port);
}

/* A port that nobody else listens on, taken by the listener itself. */
static int open_any(const char *bind_to)
{
	g_autoptr(GError) error = NULL;
	int fd = lr_listener_open(bind_to, 0, &error);

	g_assert_no_error(error);
	g_assert_cmpint(fd, >=, 0);
	return fd;
}

static void an_ipv4_client_reaches_a_server_on_everything(void)
{
	int server = open_any(NULL), client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_port = htons(port_of(server)),
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	g_assert_cmpint(connect(client, (struct sockaddr *)&address, sizeof(address)), ==, 0);
	close(client);
	close(server);
}

static void a_server_on_one_address_says_so(void)
{
	int server = open_any("127.0.0.1");
	g_autofree char *wanted = g_strdup_printf("127.0.0.1:%u", port_of(server));
	g_autofree char *address = lr_listener_address_dup(server);

	g_assert_cmpstr(address, ==, wanted);
	close(server);
}

static void a_server_on_one_interface_is_bound_to_it(void)
{
	int server = open_any("lo");
	char device[64] = "";
	socklen_t length = sizeof(device);

	g_assert_cmpint(getsockopt(server, SOL_SOCKET, SO_BINDTODEVICE, device, &length), ==, 0);
	g_assert_cmpstr(device, ==, "lo");
	close(server);
}

static void a_port_in_use_is_named_with_the_way_out(void)
{
	int first = open_any(NULL);
	g_autoptr(GError) error = NULL;
	g_autofree char *port = g_strdup_printf("port %u is in use", port_of(first));

	g_assert_cmpint(lr_listener_open(NULL, port_of(first), &error), ==, -1);
	g_assert_nonnull(strstr(error->message, port));
	g_assert_nonnull(strstr(error->message, "--base-port"));
	close(first);
}

static void what_is_not_here_cannot_be_bound_to(void)
{
	static const char *const names[] = { "192.0.2.77", "2001:db8::77", "no-such-nic", "a b",
					     "192.0.2" };

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autoptr(GError) error = NULL;

		g_test_message("row '%s'", names[i]);
		g_assert_cmpint(lr_listener_open(names[i], 0, &error), ==, -1);
		g_assert_nonnull(strstr(error->message, names[i]));
		g_assert_nonnull(strstr(error->message, "'ip address'"));
	}
}

static void the_interface_of_an_address_is_known(void)
{
	static const struct {
		const char *bind_to;
		const char *ifname;
	} rows[] = { { "127.0.0.1", "lo" },
		     { "lo", "lo" },
		     { "192.0.2.77", NULL },
		     { NULL, NULL },
		     { "nonsense", NULL } };

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *ifname = lr_listener_interface_dup(rows[i].bind_to);

		g_assert_cmpstr(ifname, ==, rows[i].ifname);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/listener/an-ipv4-client-reaches-a-server-on-everything",
			an_ipv4_client_reaches_a_server_on_everything);
	g_test_add_func("/listener/a-server-on-one-address-says-so",
			a_server_on_one_address_says_so);
	g_test_add_func("/listener/a-server-on-one-interface-is-bound-to-it",
			a_server_on_one_interface_is_bound_to_it);
	g_test_add_func("/listener/a-port-in-use-is-named-with-the-way-out",
			a_port_in_use_is_named_with_the_way_out);
	g_test_add_func("/listener/what-is-not-here-cannot-be-bound-to",
			what_is_not_here_cannot_be_bound_to);
	g_test_add_func("/listener/the-interface-of-an-address-is-known",
			the_interface_of_an_address_is_known);
	return g_test_run();
}
