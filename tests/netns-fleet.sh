#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Eight machines, each in a namespace of its own, start at the same moment and share one port of one
# target. Every one gets the right verdict: seven are healthy, one has half of its speed.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"

MACHINES=8 SLOW=5

# add_machine N: the lab's interface ethN goes to a namespace of its own.
add_machine()
{
	local rate=100mbit
	[ "$1" != $SLOW ] || rate=50mbit
	lab_add_nic "eth$1" --rate $rate --no-address
	lab_add_netns "m$1"
	lab_do ip -n "$(lab_netns machine)" link set "eth$1" netns "$(lab_netns "m$1")"
	lab_do ip -n "$(lab_netns "m$1")" link set "eth$1" up
	lab_do ip -n "$(lab_netns "m$1")" address add "$(lab_machine_address "eth$1")/24" dev "eth$1"
}

# start_machine N: its test, in the background. The cores are shared by all, so their load says nothing.
start_machine()
{
	lab_spawn "m$1" "$LAB_DIR/log-$1" "$LINERATE" test "eth$1" --target "$(lab_target_address "eth$1")" \
		--speed 100M --allow-virtual --duration 2 --scan-timeout 3m \
		--cpu-load-fail-threshold 100 --json "$LAB_DIR/result-$1.json"
	PIDS[$1]=$LAB_SPAWNED
}

lab_require
lab_new
for ((n = 1; n <= MACHINES; n++)); do add_machine $n; done
lab_spawn target "$LAB_DIR/serve.log" "$LINERATE" serve --ports=1
lab_await 10 lab_listens target 5201 || tap_bail "linerate serve does not listen"
lab_alone
PIDS=()
for ((n = 1; n <= MACHINES; n++)); do start_machine $n; done
waited=0
for ((n = 1; n <= MACHINES; n++)); do
	lab_await 240 lab_is_gone "${PIDS[n]}" || tap_bail "machine $n does not end: $(cat "$LAB_DIR/log-$n")"
	wanted=pass
	[ $n != $SLOW ] || wanted=fail
	tap_is "machine $n: $wanted" "$(jq -r .verdict.outcome "$LAB_DIR/result-$n.json")" $wanted
	[ "$(jq '.attempts | length' "$LAB_DIR/result-$n.json")" = 1 ] || waited=$((waited + 1))
done
tap_ok "the port was asked for by several at once" test "$waited" -ge 2
tap_diag "$waited machines waited for another"
[ "$TAP_FAILED" = 0 ] || tap_diag "$(tail -n 12 "$LAB_DIR"/log-*)"
tap_done
