/* SPDX-License-Identifier: GPL-3.0-only */
#include "listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "error.h"

/* As many as the kernel lets; it caps the number by net.core.somaxconn. */
#define BACKLOG 65535

typedef union {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
} Address;

static socklen_t address_length(const Address *address)
{
	return address->any.sa_family == AF_INET6 ? sizeof(address->v6) : sizeof(address->v4);
}

static bool parse_address(const char *text, Address *address)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM };
	struct addrinfo *found = NULL;

	if (getaddrinfo(text, NULL, &hints, &found) != 0)
		return false;
	memset(address, 0, sizeof(*address));
	memcpy(address, found->ai_addr, MIN(found->ai_addrlen, sizeof(*address)));
	freeaddrinfo(found);
	return true;
}

/* What the kernel's refusal means to a person, and the way out. */
static void set_bind_error(GError **error, int errno_value, const char *bind_to, uint16_t port)
{
	switch (errno_value) {
	case EADDRINUSE:
		g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM,
			    "port %u is in use by another program: end it ('ss -tlnp sport = :%u' "
			    "names it), or choose others with --base-port",
			    port, port);
		break;
	case EADDRNOTAVAIL:
		g_set_error(error, LR_ERROR, LR_ERROR_NOT_FOUND,
			    "%s is not an address of this machine: 'ip address' lists them",
			    bind_to);
		break;
	case EACCES:
		g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM,
			    "port %u may not be used without privilege: choose one above 1023 with "
			    "--base-port",
			    port);
		break;
	default:
		lr_error_set_errno(error, errno_value, "cannot listen on port %u", port);
	}
}

static bool listen_on(int fd, const Address *address)
{
	int on = 1, off = 0;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (address->any.sa_family == AF_INET6 &&
	    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off)) < 0)
		return false;
	return bind(fd, &address->any, address_length(address)) == 0 && listen(fd, BACKLOG) == 0;
}

static int open_socket(int family)
{
	return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static int listen_at(Address *address, const char *bind_to, uint16_t port, GError **error)
{
	int fd = open_socket(address->any.sa_family);

	/* The port is at the same place in both. */
	address->v4.sin_port = htons(port);
	if (fd >= 0 && listen_on(fd, address))
		return fd;
	set_bind_error(error, errno, bind_to, port);
	if (fd >= 0)
		close(fd);
	return -1;
}

/* On every address, and only through one interface unless ifname is NULL. IPv6 may be absent from
 * the kernel or switched off. */
static int listen_everywhere(const char *ifname, uint16_t port, GError **error)
{
	Address v6 = { .v6 = { .sin6_family = AF_INET6, .sin6_port = htons(port) } };
	Address v4 = { .v4 = { .sin_family = AF_INET, .sin_port = htons(port) } };
	Address *address = &v6;
	int fd = open_socket(AF_INET6);

	if (fd < 0) {
		address = &v4;
		fd = open_socket(AF_INET);
	}
	if (fd < 0) {
		lr_error_set_errno(error, errno, "cannot make a socket");
		return -1;
	}
	if (ifname != NULL && setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, ifname,
					 (socklen_t)strlen(ifname) + 1) < 0) {
		lr_error_set_errno(error, errno, "cannot bind to interface %s", ifname);
		close(fd);
		return -1;
	}
	if (listen_on(fd, address))
		return fd;
	set_bind_error(error, errno, "::", port);
	close(fd);
	return -1;
}

int lr_listener_open(const char *bind_to, uint16_t port, GError **error)
{
	Address address;

	if (bind_to == NULL)
		return listen_everywhere(NULL, port, error);
	/* "10" may be an interface, and is also an old way to write an address. */
	if (if_nametoindex(bind_to) != 0)
		return listen_everywhere(bind_to, port, error);
	if (parse_address(bind_to, &address))
		return listen_at(&address, bind_to, port, error);
	g_set_error(error, LR_ERROR, LR_ERROR_NOT_FOUND,
		    "--bind %s is neither a numeric address nor an interface of this machine: "
		    "'ip address' lists both",
		    bind_to);
	return -1;
}

static bool same_host(const Address *wanted, const struct sockaddr *found)
{
	const struct sockaddr_in *v4 = (const void *)found;
	const struct sockaddr_in6 *v6 = (const void *)found;

	if (found == NULL || found->sa_family != wanted->any.sa_family)
		return false;
	if (found->sa_family == AF_INET)
		return v4->sin_addr.s_addr == wanted->v4.sin_addr.s_addr;
	return found->sa_family == AF_INET6 &&
	       IN6_ARE_ADDR_EQUAL(&v6->sin6_addr, &wanted->v6.sin6_addr) &&
	       (wanted->v6.sin6_scope_id == 0 || v6->sin6_scope_id == wanted->v6.sin6_scope_id);
}

static char *holder_dup(const Address *address)
{
	struct ifaddrs *all = NULL;
	char *ifname = NULL;

	if (getifaddrs(&all) < 0)
		return NULL;
	for (struct ifaddrs *one = all; one != NULL && ifname == NULL; one = one->ifa_next) {
		if (same_host(address, one->ifa_addr))
			ifname = g_strdup(one->ifa_name);
	}
	freeifaddrs(all);
	return ifname;
}

char *lr_listener_interface_dup(const char *bind_to)
{
	Address address;

	if (bind_to == NULL)
		return NULL;
	if (if_nametoindex(bind_to) != 0)
		return g_strdup(bind_to);
	return parse_address(bind_to, &address) ? holder_dup(&address) : NULL;
}

/* A socket that hears both families shows IPv4 as IPv6 (RFC 4291, 2.5.5.2). */
static void unmap(Address *address)
{
	Address v4 = { .v4 = { .sin_family = AF_INET, .sin_port = address->v6.sin6_port } };

	if (address->any.sa_family != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&address->v6.sin6_addr))
		return;
	memcpy(&v4.v4.sin_addr, &address->v6.sin6_addr.s6_addr[12], sizeof(v4.v4.sin_addr));
	*address = v4;
}

char *lr_listener_arrival_dup(int fd)
{
	Address address = { 0 };
	socklen_t length = sizeof(address);

	if (getsockname(fd, &address.any, &length) < 0)
		return NULL;
	unmap(&address);
	return holder_dup(&address);
}

char *lr_listener_address_dup(int fd)
{
	Address address = { 0 };
	socklen_t length = sizeof(address);
	char host[NI_MAXHOST];

	if (getsockname(fd, &address.any, &length) < 0 ||
	    getnameinfo(&address.any, length, host, sizeof(host), NULL, 0, NI_NUMERICHOST) != 0)
		return g_strdup("?");
	return g_strdup_printf(address.any.sa_family == AF_INET6 ? "[%s]:%u" : "%s:%u", host,
			       ntohs(address.v4.sin_port));
}
