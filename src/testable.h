/* SPDX-License-Identifier: GPL-3.0-only */
/* Whether an interface can be tested, and if not, why. Pure. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nic.h"

/* Sets testable and reason of a nic whose category, kind, master and lower are known. allow_virtual
 * names interfaces that a person wants tested although they are virtual or a part of a card; NULL
 * for none. */
void lr_testable_judge(LrNic *nic, const char *const *allow_virtual);

/* Why a PCI function of class network has no interface, as far as its driver (NULL for none) and
 * class tell. Owned by the caller. */
char *lr_testable_function_reason_dup(const char *driver, uint32_t pci_class, bool is_vf);
