/* SPDX-License-Identifier: GPL-3.0-only */
/* One interface as two lines of plain text for a terminal: what it is, and its link. */
#pragma once

#include <glib.h>

#include "nic.h"

void lr_text_nic_append(GString *text, const LrNic *nic);
