/* SPDX-License-Identifier: GPL-3.0-only */
/* Lets libiperf count what it receives without having it copied. It stands in the way of read(2): a
 * shared library calls the program's function of that name. libiperf reads data only to count it,
 * and has an option to leave the bytes in the kernel from 3.19 on, without a setter. */
#pragma once

/* Tells which socket's data is needed, -1 while there is none. */
typedef int (*LrControlSocket)(void *data);

/* From now on what comes on any other TCP socket than the control socket is discarded by the kernel
 * when it is read: read(2) returns how much that was, and the buffer is left as it is. data is
 * borrowed until the end. */
void lr_own_reads_begin(LrControlSocket control_socket, void *data);

/* Reads are as ever again. */
void lr_own_reads_end(void);
