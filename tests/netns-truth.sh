#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# The verdict is true in every situation of the truth table.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"
lab_require
lab_alone

table=$(bash "$top_srcdir/tests/truth/run.sh")
tap_diag "$table"
while read -r truth name expected given; do
	case $truth in
	yes) tap_result ok "$name: $given" ;;
	no) tap_result "not ok" "$name: $given instead of $expected" ;;
	esac
done <<<"$table"
tap_ok "every situation was judged" [ "$TAP_COUNT" -ge 40 ]
tap_done
