/* SPDX-License-Identifier: GPL-3.0-only */
/* Preloaded into a program, this makes binding to a device succeed without any effect, so that the
 * kernel sends wherever the routing table says. */
#define _GNU_SOURCE
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int setsockopt(int fd, int level, int name, const void *value, socklen_t length)
{
	if (level == SOL_SOCKET && name == SO_BINDTODEVICE)
		return 0;
	return (int)syscall(SYS_setsockopt, fd, level, name, value, length);
}
