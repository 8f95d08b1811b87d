/* SPDX-License-Identifier: GPL-3.0-only */
#include "own-sockets.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The only variables of the program: the library's call brings no context along. */
static const char *device, *congestion;

void lr_own_sockets_set(const char *ifname, const char *congestion_name)
{
	device = ifname;
	congestion = congestion_name;
}

static bool set_option(int fd, int level, int option, const char *value)
{
	return value == NULL || setsockopt(fd, level, option, value, (socklen_t)strlen(value)) == 0;
}

int socket(int family, int type, int protocol)
{
	int fd = (int)syscall(SYS_socket, family, type, protocol);
	int saved_errno;

	if (fd < 0 || (family != AF_INET && family != AF_INET6) ||
	    (type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) != SOCK_STREAM)
		return fd;
	if (set_option(fd, SOL_SOCKET, SO_BINDTODEVICE, device) &&
	    set_option(fd, IPPROTO_TCP, TCP_CONGESTION, congestion))
		return fd;
	saved_errno = errno;
	close(fd);
	errno = saved_errno;
	return -1;
}
