#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Is the number true? On shaped links the receiver's bytes are held against the counters of the far
# end, and the sums of several workers against what one moved on the same link.
#
#     accuracy.sh [SECONDS] [RATE...]       default: 10 100mbit 1gbit 2.5gbit 5gbit
#
# Prints a table and writes bench-accuracy.json ($ACCURACY_JSON). Run by `make bench`.
set -u
: "${top_srcdir:?}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"

seconds=${1:-10}
shift
[ $# -gt 0 ] || set -- 100mbit 1gbit 2.5gbit 5gbit
workers="1 2 8"
json=${ACCURACY_JSON:-bench-accuracy.json}

# measure WORKERS: sets BYTES, MBPS and FAR_BYTES.
measure()
{
	local before
	before=$(lab_far_payload eth1)
	lab_in_machine "$LINERATE" test eth1 --allow-virtual eth1 --target "$(lab_target_address eth1)" \
		--speed 10G --threads "$1" --duration "$seconds" --fail-threshold 0.1 \
		--cpu-load-fail-threshold 100 --json "$LAB_DIR/result.json" >"$LAB_DIR/out" 2>&1 ||
		tap_bail "the test did not end well: $(tail -1 "$LAB_DIR/out")"
	FAR_BYTES=$(($(lab_far_payload eth1) - before))
	read -r BYTES MBPS < <(jq -r '.runs[0] | "\(.receiver_bytes) \(.goodput_mbps)"' "$LAB_DIR/result.json")
}

lab_require
lab_alone
lab_new
lab_add_nic eth1
lab_spawn target "$LAB_DIR/serve" "$LINERATE" serve --ports 8
lab_await 10 lab_listens target 5208 || tap_bail "the target does not listen"
printf '%-10s %7s %14s %14s %12s %12s\n' link workers "receiver, Mb/s" "expected, Mb/s" "far end, %" "1 worker, %"
rows=
for rate; do
	lab_set_rate eth1 "$rate"
	for n in $workers; do
		measure "$n"
		[ "$n" != 1 ] || ONE=$MBPS
		row=$(jq -nc --arg link "$rate" --argjson workers "$n" --argjson mbps "$MBPS" \
			--argjson expected "$(lab_payload_mbps "$rate")" --argjson bytes "$BYTES" \
			--argjson far "$FAR_BYTES" --argjson one "$ONE" '{link: $link, workers: $workers,
			mbps: $mbps, expected_mbps: $expected, far_percent: (100 * ($bytes / $far - 1)),
			one_worker_percent: (100 * ($mbps / $one - 1))}')
		rows+=$row$'\n'
		jq -r '[.link, .workers, .mbps, .expected_mbps, .far_percent, .one_worker_percent] | @tsv' <<<"$row" |
			awk '{ printf "%-10s %7d %14.2f %14.2f %+12.2f %+12.2f\n", $1, $2, $3, $4, $5, $6 }'
	done
done
jq -s . <<<"$rows" >"$json"
