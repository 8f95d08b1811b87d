#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# linerate compare finds out whether one worker is the limit of a link.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"

lab_require
tap_plan 10
lab_new
lab_add_nic eth1 --rate 100mbit
lab_start_targets 5201 4
target=$(lab_target_address eth1)
export LINERATE_ALLOW_VIRTUAL=eth1 LINERATE_SPEED=eth1=100M

# compare OPTION...: sets $output, $complaint and $status.
compare()
{
	status=0
	output=$(lab_in_machine "$LINERATE" compare eth1 --target "$target" --duration 2 --runs 2 \
		--cpu-load-fail-threshold 100 "$@" 2>"$LAB_DIR/complaint") || status=$?
	complaint=$(<"$LAB_DIR/complaint")
}

# rows DIRECTION: the numbers of workers in the table, in one line.
rows() { awk -v direction="$1" '$1 == direction { print $2 }' <<<"$output" | xargs; }

compare --threads 2 --reverse
tap_is "a link that one worker fills: measured" "$status" 0
tap_is "forward rows" "$(rows forward)" "1 2"
tap_is "reverse rows on request" "$(rows reverse)" "1 2"
tap_like "one worker is not the limit" "$output" 'Forward +one worker is not the limit'
tap_like "nor in reverse" "$output" 'Reverse +one worker is not the limit'

for port in 5201 5202 5203 5204; do lab_flow_ceiling eth1 "$port" 40mbit; done
compare --threads 4
tap_is "a link that one connection cannot fill: measured" "$status" 0
tap_is "rows up to the most workers" "$(rows forward)" "1 2 4"
tap_like "one worker is the limit, and a sound interface would fail" \
	"$(tr -s ' \n' ' ' <<<"$output")" \
	'one worker is the limit: it moves .* a test with one would fail an interface that is fast enough'

compare --threads 6
tap_is "fewer servers than workers: not measured" "$status" 2
tap_like "and the remedy is told" "$complaint" \
	'the target has 4 servers for 6 workers: start more, or give --threads=4'
