/* SPDX-License-Identifier: GPL-3.0-only */
/* Binds the sockets of this process to one interface, for a libiperf that cannot (before 3.10). It
 * stands in the way of socket(2): a shared library calls the program's function of that name. Built
 * only where the library lacks the feature, or with --enable-own-device-binding. */
#pragma once

/* From now on every TCP socket that this process or a library of it makes is bound to the interface;
 * where that is refused, the call to socket(2) fails. Borrowed for the life of the process. */
void lr_bind_device_set(const char *ifname);
