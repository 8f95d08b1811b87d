/* SPDX-License-Identifier: GPL-3.0-only */
/* Files below /sys in the place of the machine's own, for readers that take single attributes. */
#pragma once

#include <umockdev.h>

/* path is below /sys; its folders are made. */
void lr_bench_put(UMockdevTestbed *testbed, const char *path, const char *text);
