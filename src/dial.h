/* SPDX-License-Identifier: GPL-3.0-only */
/* A TCP connection that is being made. */
#pragma once

#include <stdint.h>

/* Begins to connect, through the interface (NULL: as the routes say), and does not wait: the
 * socket is non-blocking and close-on-exec, can be written when it is connected or has failed, and
 * says which by SO_ERROR. -1 with errno when it cannot even begin. address is numeric. */
int lr_dial_begin(const char *address, uint16_t port, const char *ifname);
