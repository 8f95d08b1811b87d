/* SPDX-License-Identifier: GPL-3.0-only */
#include "dial.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gio/gio.h>

static bool begin(int fd, const struct sockaddr_storage *peer, socklen_t length, const char *ifname)
{
	if (ifname != NULL &&
	    setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, ifname, (socklen_t)strlen(ifname)) != 0)
		return false;
	return connect(fd, (const struct sockaddr *)peer, length) == 0 || errno == EINPROGRESS;
}

int lr_dial_begin(const char *address, uint16_t port, const char *ifname)
{
	g_autoptr(GSocketAddress) peer = g_inet_socket_address_new_from_string(address, port);
	struct sockaddr_storage native;
	int fd, errno_value;

	if (peer == NULL || !g_socket_address_to_native(peer, &native, sizeof(native), NULL)) {
		errno = EINVAL;
		return -1;
	}
	fd = socket(native.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0 || begin(fd, &native, (socklen_t)g_socket_address_get_native_size(peer), ifname))
		return fd;
	errno_value = errno;
	close(fd);
	errno = errno_value;
	return -1;
}
