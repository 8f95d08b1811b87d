/* SPDX-License-Identifier: GPL-3.0-only */
/* How the HTML report looks: one style sheet, light and dark, screen and paper. */
#pragma once

/* Constant. */
const char *lr_html_style(void);
