#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Several interfaces at once: each with a verdict of its own, cores and ports shared out, the sum
# shown, and nothing left behind.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"
lab_require
lab_new
lab_add_nic eth1 --rate 200mbit
lab_add_nic eth2 --rate 50mbit
lab_start_targets 5201 4

# test_several OPTION...: a test of 200 Mb/s interfaces; sets STATUS, and OUT, JSON to what it wrote.
test_several()
{
	rm -f "$LAB_DIR"/result*
	lab_in_machine env LINERATE_ALLOW_VIRTUAL=eth1,eth2 "$LINERATE" test --target 10.77.1.1 \
		--target 10.77.2.1 --speed 200M --cpu-load-fail-threshold 100 --duration 3s \
		--iface-timeout 2s --scan-timeout 2s --json "$LAB_DIR/result.json" "$@" \
		>"$LAB_DIR/out" 2>"$LAB_DIR/err" </dev/null
	STATUS=$?
	OUT=$(cat "$LAB_DIR/out")
}
value() { jq -r "$2" "$LAB_DIR/result-$1.json"; }

test_several --parallel-interfaces=eth1,eth2 --fail-threshold 50
tap_is "the exit status is the worst of all" "$STATUS" 1
tap_is "the fast interface has its own verdict" "$(value eth1 .verdict.outcome)" pass
tap_is "the slow interface has its own verdict" "$(value eth2 .verdict.outcome)" fail
tap_like "the sum of what both moved is shown" "$OUT" "sum 2[0-9][0-9] Mb/s; all moved data at once for [0-9]+ %"
if [ "$(nproc)" -gt 1 ]; then
	tap_is "no core serves two interfaces" "$(cat "$LAB_DIR"/result-*.json |
		jq -r '.plan.workers[].cpu' | sort | uniq -d)" ""
else
	tap_skip "no core serves two interfaces" "this machine has one core"
fi
tap_is "no port serves two interfaces" \
	"$(cat "$LAB_DIR"/result-*.json | jq -r '.plan.workers[].port' | sort | uniq -d)" ""

test_several --all --fail-threshold 10
tap_is "all interfaces that can be tested are" "$STATUS/$(cd "$LAB_DIR" && echo result-*)" \
	"0/result-eth1.json result-eth2.json"

lab_pull_cable eth2
test_several --all --fail-threshold 10
tap_is "one without a link is left out of all" "$STATUS/$(cd "$LAB_DIR" && echo result-*)" \
	"0/result-eth1.json"
test_several --parallel-interfaces eth1,eth2 --fail-threshold 10
tap_is "one without a link that was named is told" \
	"$STATUS/$(value eth1 .verdict.outcome)/$(value eth2 '.verdict.causes[0].id')" "2/pass/no-link"
lab_plug_cable eth2

test_several --parallel-interfaces eth1,eth9 --duration 1s --fail-threshold 10
tap_is "one that is not there does not keep the other from its test" \
	"$STATUS/$(value eth1 .verdict.outcome)/$(value eth9 '.verdict.causes[0].id')" \
	"2/pass/no-such-interface"

test_several --parallel-interfaces eth1,eth2 --json -
tap_like "several results on standard output are refused" "$STATUS $(cat "$LAB_DIR/err")" "^2 .*--json"
test_several --parallel-interfaces ,
tap_is "an empty list is an error" "$STATUS" 2
test_several --parallel-interfaces eth1,eth2 --no-such-option
tap_like "an unknown option is an error, told once" "$STATUS $(cat "$LAB_DIR/err")" "^2 [^
]*no-such-option[^
]*$"

# start_several: the same in the background, a minute long. Sets PID.
start_several()
{
	local before1 before2
	rm -f "$LAB_DIR"/result*
	before1=$(sent eth1) before2=$(sent eth2)
	ip netns exec "$(lab_netns machine)" env --default-signal=INT LINERATE_ALLOW_VIRTUAL=eth1,eth2 \
		"$LINERATE" test --target 10.77.1.1,10.77.2.1 --speed 200M --duration 60s \
		--parallel-interfaces eth1,eth2 --json "$LAB_DIR/result.json" \
		>"$LAB_DIR/out" 2>"$LAB_DIR/err" </dev/null &
	PID=$!
	lab_await 10 both_sent "$((before1 + 1000000))" "$((before2 + 1000000))"
}
sent() { lab_in_machine cat "/sys/class/net/$1/statistics/tx_bytes"; }
both_sent() { [ "$(sent eth1)" -gt "$1" ] && [ "$(sent eth2)" -gt "$2" ]; }
nothing_runs() { [ -z "$(ip netns pids "$(lab_netns machine)")" ]; }

lab_set_rate eth2 200mbit
start_several
kill -INT "$PID"
tap_ok "a signal ends all of them" lab_await 5 nothing_runs
wait "$PID"
tap_is "what they had measured is kept and marked" \
	"$?/$(value eth1 '.verdict.causes[0].id')/$(value eth2 '.runs[0].complete')" "2/interrupted/false"

start_several
disown "$PID"
kill -KILL "$PID"
tap_ok "none of them outlives the program by a second" lab_await 1 nothing_runs
tap_done
