/* SPDX-License-Identifier: GPL-3.0-only */
#include "own-reads.h"

#include <errno.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The library's call brings no context along. Set before the library starts threads. */
static LrControlSocket control_socket; /* NULL: reads are as ever */
static void *control_data;

void lr_own_reads_begin(LrControlSocket socket, void *data)
{
	control_data = data;
	control_socket = socket;
}

void lr_own_reads_end(void)
{
	control_socket = NULL;
}

/* MSG_TRUNC on TCP: tcp(7). */
ssize_t read(int fd, void *buffer, size_t n_bytes)
{
	if (control_socket != NULL && fd != control_socket(control_data)) {
		ssize_t got = recv(fd, buffer, n_bytes, MSG_TRUNC);

		if (got >= 0 || errno != ENOTSOCK)
			return got;
	}
	return (ssize_t)syscall(SYS_read, fd, buffer, n_bytes);
}
