#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# linerate check-target, on targets that can be used and on every kind that cannot.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"

# look ARGUMENT...: sets OUTPUT, STATUS and SECONDS_TAKEN.
look()
{
	local began=${EPOCHREALTIME/[.,]/}
	OUTPUT=$(lab_in_machine env LINERATE_SPEED="${SPEED:-eth1=1G}" LINERATE_ALLOW_VIRTUAL=eth1,eth2 \
		"$LINERATE" check-target "$@" 2>&1)
	STATUS=$?
	TOOK_MS=$(((${EPOCHREALTIME/[.,]/} - began) / 1000))
	[ "$TOOK_MS" -le "$LONGEST_MS" ] || LONGEST_MS=$TOOK_MS
}

# expect NAME STATUS REGEX: of the last look.
expect()
{
	tap_is "$1: status" "$STATUS" "$2"
	tap_like "$1: said" "$OUTPUT" "$3"
}

# serves_stock: a stock client is served on the port.
serves_stock()
{
	lab_in_machine iperf3 -c "$target" -p 5201 -n 100K --connect-timeout 1000
}

lab_require
LONGEST_MS=0
lab_new
lab_add_nic eth1
lab_add_nic eth2
target=$(lab_target_address eth1)

look --interface eth1 "$target"
expect "nothing listens" 2 "ports +FAULT +nothing listens on port 5201.*'linerate serve'"
look --interface eth1 10.77.1.99
expect "nobody there" 2 'answer +FAULT +10.77.1.99 does not answer'
look --interface eth2 "$target"
expect "another subnet" 2 'way +FAULT +there is no route to 10.77.1.1 through eth2'
look --interface eth1 "$(lab_machine_address eth1)"
expect "this machine itself" 2 'way +FAULT .* is this machine itself'
look --interface eth1 no-such-host.invalid
expect "no such name" 2 'name +FAULT '
look --interface eth7 "$target"
expect "no such interface" 2 'eth7'
look
expect "no target at all" 2 'there is no target to look at'

lab_spawn target "$LAB_DIR/silent.log" socat -u TCP-LISTEN:5201,fork,reuseaddr OPEN:/dev/null
silent=$LAB_SPAWNED
lab_await 10 lab_listens target 5201 || tap_bail "no silent server"
look --interface eth1 "$target"
expect "something else listens" 2 'ports +FAULT +what listens on port 5201 does not speak iperf3'
kill "$silent"
lab_await 10 lab_is_gone "$silent"

lab_start_targets 5201 1
look --interface eth1 "$target"
expect "a stock server" 0 'way +ok .* on the link of eth1.*ports +ok +5201 to 5201: 1 free, 0 busy.*MTU +ok .*1 of 1 target can be used'
tap_ok "it serves a client right after" lab_await 5 serves_stock
look "$target"
expect "without an interface" 0 '1 of 1 target can be used'
look --interface eth1 "[$(lab_target_address6 eth1)]:5201,10.77.1.99"
expect "one of two, by IPv6" 0 'MTU +ok .*1 of 2 targets can be used'
SPEED=eth1=10G look --interface eth1 "$target"
expect "fewer ports than a test needs" 2 "ports +FAULT .*a test needs 2.*'linerate serve +--ports=2'"

lab_spawn machine "$LAB_DIR/busy.log" iperf3 -c "$target" -p 5201 -t 30 -b 1M
client=$LAB_SPAWNED
is_busy() { look --interface eth1 "$target"; [[ $OUTPUT == *"1 busy"* ]]; }
lab_await 10 is_busy
expect "a busy server is waited for" 0 'ports +note +5201 to 5201: 0 free, 1 busy.*another machine'
kill "$client"
lab_stop_target 5201

lab_spawn target "$LAB_DIR/serve.log" "$LINERATE" serve --ports=4
lab_await 10 lab_listens target 5204 || tap_bail "linerate serve does not listen"
look --interface eth1 "$target"
expect "linerate serve" 0 'ports +ok +5201 to 5204: 4 free, 0 busy.*MTU +ok +segments of 1448 bytes'
# A bridge lets pass what is still to be cut into segments, so the cutting is done before it.
lab_do lab_in_machine ethtool -K eth1 tso off gso off
lab_do ip -n "$(lab_netns switch)" link set u1 mtu 1200
look --interface eth1 "$target"
expect "a switch that swallows full frames" 2 'MTU +FAULT +segments of 1448 bytes do not get to the target'
lab_do ip -n "$(lab_netns switch)" link set u1 mtu 1500
lab_do ip -n "$(lab_netns target)" link set net1 mtu 1200
look --interface eth1 "$target"
expect "a target of a smaller MTU" 0 'MTU +note +the target takes segments of 1148 bytes'
lab_pull_cable eth1
no_carrier() { [ "$(lab_in_machine cat /sys/class/net/eth1/carrier)" = 0 ]; }
lab_await 5 no_carrier
look --interface eth1 "$target"
expect "no link" 2 'eth1 has no link'
tap_ok "no look took longer than five seconds" test "$LONGEST_MS" -lt 5000
tap_diag "the longest took $LONGEST_MS ms"
tap_done
