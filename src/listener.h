/* SPDX-License-Identifier: GPL-3.0-only */
/* Listening TCP sockets of a target: on all addresses, on one address, or on one interface. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* A listening, non-blocking, close-on-exec socket; -1 with an error. bind_to is NULL (everything,
 * IPv6 and IPv4), a numeric address of this machine, or the name of an interface: then only what
 * arrives through it is heard. */
int lr_listener_open(const char *bind_to, uint16_t port, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The interface that bind_to names or whose address it is; NULL when none can be told. Owned by
 * the caller. */
char *lr_listener_interface_dup(const char *bind_to);

/* The interface to whose address the peer of a connected socket came; NULL when none can be told.
 * Owned by the caller. */
char *lr_listener_arrival_dup(int fd);

/* Where a socket listens, as people write it: "[::]:5201". Owned by the caller. */
char *lr_listener_address_dup(int fd);
