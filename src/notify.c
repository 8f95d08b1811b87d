/* SPDX-License-Identifier: GPL-3.0-only */
#include "notify.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "error.h"

#define NS_PER_US 1000

/* "/run/..." is a path, "@..." a name in the abstract namespace, whose first byte is zero. */
static bool make_address(const char *name, struct sockaddr_un *address, socklen_t *length,
			 GError **error)
{
	size_t n_bytes = strlen(name);

	if ((name[0] != '/' && name[0] != '@') || n_bytes < 2 ||
	    n_bytes >= sizeof(address->sun_path)) {
		g_set_error(
			error, LR_ERROR, LR_ERROR_INVALID,
			"NOTIFY_SOCKET is '%s': it must be an absolute path, or a name behind '@'",
			name);
		return false;
	}
	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	memcpy(address->sun_path, name, n_bytes);
	if (name[0] == '@')
		address->sun_path[0] = '\0';
	*length = (socklen_t)(G_STRUCT_OFFSET(struct sockaddr_un, sun_path) + n_bytes);
	return true;
}

bool lr_notify_send(const char *state, GError **error)
{
	const char *name = g_getenv("NOTIFY_SOCKET");
	struct sockaddr_un address;
	socklen_t length;
	ssize_t sent;
	int saved, fd;

	if (name == NULL || name[0] == '\0')
		return true;
	if (!make_address(name, &address, &length, error))
		return false;
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0) {
		lr_error_set_errno(error, errno, "cannot make a socket for the service manager");
		return false;
	}
	sent = sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address, length);
	saved = errno;
	close(fd);
	if (sent < 0)
		lr_error_set_errno(error, saved, "cannot tell the service manager at '%s'", name);
	return sent >= 0;
}

int64_t lr_notify_watchdog_ns(void)
{
	const char *us = g_getenv("WATCHDOG_USEC"), *pid = g_getenv("WATCHDOG_PID");

	if (us == NULL || (pid != NULL && g_ascii_strtoll(pid, NULL, 10) != getpid()))
		return 0;
	return MAX(g_ascii_strtoll(us, NULL, 10), 0) * NS_PER_US;
}
