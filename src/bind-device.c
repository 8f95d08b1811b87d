/* SPDX-License-Identifier: GPL-3.0-only */
#include "bind-device.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The one variable of the program: the library's call brings no context along. */
static const char *bound_device;

void lr_bind_device_set(const char *ifname)
{
	bound_device = ifname;
}

int socket(int family, int type, int protocol)
{
	int fd = (int)syscall(SYS_socket, family, type, protocol);
	int saved_errno;

	if (fd < 0 || bound_device == NULL || (family != AF_INET && family != AF_INET6) ||
	    (type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) != SOCK_STREAM)
		return fd;
	if (setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, bound_device,
		       (socklen_t)strlen(bound_device)) == 0)
		return fd;
	saved_errno = errno;
	close(fd);
	errno = saved_errno;
	return -1;
}
