/* SPDX-License-Identifier: GPL-3.0-only */
/* Binds the sockets of this process to one interface and sets their congestion control, for a
 * libiperf that cannot (3.9). It stands in the way of socket(2): a shared library calls the
 * program's function of that name. Built only where the library lacks a setter, or with
 * --enable-own-sockets. */
#pragma once

/* From now on every TCP socket that this process or a library of it makes is bound to the interface
 * and has that congestion control (NULL: the kernel's choice); where either is refused, the call to
 * socket(2) fails. Both are borrowed for the life of the process. */
void lr_own_sockets_set(const char *ifname, const char *congestion);
