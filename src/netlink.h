/* SPDX-License-Identifier: GPL-3.0-only */
/* One question to the kernel by netlink, and its answers. */
#pragma once

#include <libmnl/libmnl.h>
#include <stdbool.h>

/* Sends the request and hands every answer to the callback (see mnl_cb_run()), until the last.
 * Returns 0, or the errno value that the kernel answered with. A kernel that stays silent for two
 * seconds is ETIMEDOUT. */
int lr_netlink_ask(int protocol, struct nlmsghdr *request, mnl_cb_t callback, void *data);
