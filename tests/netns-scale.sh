#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# 64 workers, each a process, against 64 servers: all are accounted for, and what each costs is told.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"
lab_require
lab_new
lab_add_nic eth1 --rate 1gbit
lab_start_targets 5201 64

# Whether 64 processes on a few cores begin within the same moment is not what is asked here.
lab_in_machine "$LINERATE" test eth1 --target 10.77.1.1 --threads 64 --duration 5s --allow-virtual eth1 \
	--speed 1G --fail-threshold 10 --cpu-load-fail-threshold 100 --json "$LAB_DIR/result.json" \
	--connect-timeout 20s >"$LAB_DIR/out" 2>"$LAB_DIR/err"

value() { jq -r "$1" "$LAB_DIR/result.json"; }
tap_is "every worker ended well" "$(value '[.runs[0].workers[].end] | group_by(.) | map("\(length) \(.[0])") | join(", ")')" "64 ok"
tap_is "every worker had a port of its own" "$(value '[.runs[0].workers[].port] | unique | length')" 64
tap_ok "every worker moved data" test "$(value '[.runs[0].workers[].receiver_bytes] | min')" -gt 0
tap_is "the sum is that of the workers" "$(value '.runs[0].receiver_bytes')" \
	"$(value '[.runs[0].workers[].receiver_bytes] | add')"
tap_ok "a worker takes less than 32 MiB" \
	test "$(value '[.runs[0].workers[].max_rss_bytes] | max')" -lt $((32 << 20))
tap_is "no worker is left" "$(ip netns pids "$(lab_netns machine)")" ""
tap_diag "memory of a worker: $(value '[.runs[0].workers[].max_rss_bytes] | "\(min / 1048576 * 10 | floor / 10) to \(max / 1048576 * 10 | floor / 10) MiB"')"
tap_diag "they began within $(value '.runs[0].skew_ns / 1e6 | floor') ms: $(tail -1 "$LAB_DIR/out")"
tap_done
