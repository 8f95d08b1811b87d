/* SPDX-License-Identifier: GPL-3.0-only */
/* How machine and interface stood before and after one run, as a section of an HTML page. */
#pragma once

#include <glib.h>

#include "run.h"

/* Nothing where there are not two surveys. */
void lr_html_survey_append(GString *out, const LrRun *run);
