#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# What a person sees while a test runs, on a real terminal.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
. "$top_srcdir/tests/lib/lab.sh"

lab_require
command -v python3 >/dev/null || tap_skip_all "python3 is not installed"
tap_plan 13
lab_new
lab_add_nic eth1 --rate 100mbit
lab_start_targets 5201 1
target=$(lab_target_address eth1)
export LINERATE_ALLOW_VIRTUAL=eth1 LINERATE_SPEED=eth1=100M

esc=$'\e'
# seen COLUMNS SECONDS DURATION [NAME=VALUE...]: sets $seen to what the terminal got, $status.
see() {
	local columns=$1 seconds=$2 duration=$3
	shift 3
	seen=$(lab_in_machine env TERM=xterm LC_ALL=C.UTF-8 "$@" python3 "$top_srcdir/tests/lib/in-terminal.py" \
		"$columns" "$seconds" "$LINERATE" test eth1 --target "$target" --duration "$duration" \
		--cpu-load-fail-threshold 100 | tr -d '\r'
		exit "${PIPESTATUS[0]}")
	status=$?
}
has() { [[ $seen == *"$1"* ]]; }
has_not() { ! has "$1"; }

see 100 0 3
tap_is "the exit status is the verdict's" "$status" 0
tap_ok "interface, target and run are shown" has "eth1 -> $target  run 1 of 1"
tap_ok "rate, reference and threshold are shown" has "of 100 Mb/s, threshold 80 %"
tap_ok "load and retransmits are shown" has "% busy"
tap_ok "the view is green above the threshold" has "${esc}[32m["
tap_ok "the view is erased at the end" test "${seen##*${esc}[3A}" = "${esc}[J"

see 100 0 2 NO_COLOR=1
tap_ok "NO_COLOR leaves the colours out" eval 'has "run 1 of 1" && has_not "${esc}[3""2m" && has_not "${esc}[31m"'

see 40 0 2 NO_COLOR=1
widest=$(sed "s/${esc}\[[0-9]*[AJ]//g" <<<"$seen" | LC_ALL=C.UTF-8 wc -L)
tap_ok "no line is wider than a narrow terminal" test "$widest" -le 39

see 100 0 2 TERM=dumb
tap_ok "a dumb terminal gets plain lines" eval 'has "eth1 -> $target: run 1 of 1" && has_not "$esc"'

see 100 0 2 LC_ALL=C NO_COLOR=1
tap_ok "another character set gets ASCII" eval 'has "run 1 of 1" && ! LC_ALL=C grep -qP "[^\x00-\x7f]" <<<"$seen"'

see 100 2 30
tap_is "SIGTERM in mid-run: could not test" "$status" 2
tap_ok "the view is erased then, too" eval 'has "${esc}[3A" && [[ ${seen##*"${esc}[3A"} == "${esc}[J"* ]]'

line=$(lab_in_machine "$LINERATE" test eth1 --target "$target" --duration 2 2>&1 >/dev/null)
tap_ok "where there is no terminal a log line has the same facts" \
	grep -qE "^eth1 -> $target: run 1 of 1, .* left, now .* of 100 Mb/s, threshold 80 %, .* busy, [0-9]+ retransmits$" <<<"$line"
