# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# What the units and records promise, asked of Checkbox's own classes.

. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/checkbox/lib.sh"

checkbox_require
exec env PYTHONDONTWRITEBYTECODE=1 "$CHECKBOX/bin/python" "$top_srcdir/tests/checkbox/tap.py"
