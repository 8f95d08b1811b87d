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

# expect NAME STATUS REGEX: of the last look, whose lines are joined.
expect()
{
	tap_is "$1: status" "$STATUS" "$2"
	tap_like "$1: said" "$(tr -s ' \n' ' ' <<<"$OUTPUT")" "$3"
}

# serves_stock: a stock client is served on the port.
serves_stock()
{
	lab_in_machine iperf3 -c "$target" -p 5201 -n 100K --connect-timeout 1000
}

# A bridge lets pass what is still to be cut into segments, so the cutting is done before it.
# swallow_the_way_back SERVER
swallow_the_way_back()
{
	lab_do lab_in_target ethtool -K net1 tso off gso off
	lab_do ip -n "$(lab_netns switch)" link set n1 mtu 1200
	look --interface eth1 "$target"
	expect "a switch that swallows full frames of $1" 2 'MTU +FAULT +full-size segments of the target do not get here'
	lab_do ip -n "$(lab_netns switch)" link set n1 mtu 1500
	lab_do lab_in_target ethtool -K net1 tso on gso on
	tap_ok "$1 is left free" lab_await 5 serves_stock
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

# A tab is the word for "tell me your terms".
printf '#!/bin/sh\nprintf "\\t"\nexec cat >/dev/null\n' >"$LAB_DIR/half.sh"
lab_spawn target "$LAB_DIR/half.log" socat TCP-LISTEN:5201,fork,reuseaddr "EXEC:sh $LAB_DIR/half.sh"
half=$LAB_SPAWNED
lab_await 10 lab_listens target 5201 || tap_bail "no server that stops half-way"
look --interface eth1 "$target"
expect "a server that stops half-way" 0 'pace +note +not known: port 5201 did not answer in time'
kill "$half"
lab_await 10 lab_is_gone "$half"

lab_start_targets 5201 1
look --interface eth1 "$target"
expect "a stock server" 0 'way +ok .* on the link of eth1.*ports +ok +5201 to 5201: 1 free, 0 busy.*MTU +ok .* to the target and back \(MTU at +least +1500\).*pace +ok +a core of it takes in about [0-9.]+ [GM]b/s, and sends about [0-9.]+ [GM]b/s.*1 of 1 target can be used'
SPEED=eth1=4T look --interface eth1 --port 5201 "$target"
expect "a target that is too slow by its own report" 2 "pace +note +a core of it takes .* a +test +needs 2000 Gb/s of each +port.*'linerate +serve'.*--threads="
tap_ok "it serves a client right after" lab_await 5 serves_stock
look "$target"
expect "without an interface" 0 '1 of 1 target can be used'
look --interface eth1 "[$(lab_target_address6 eth1)]:5201,10.77.1.99"
expect "one of two, by IPv6" 0 'MTU +ok .*1 of 2 targets can be used'
SPEED=eth1=10G look --interface eth1 "$target"
expect "fewer ports than a test needs" 2 "ports +FAULT .*a test needs 2.*'linerate serve +--ports=2'"

swallow_the_way_back "a stock server"

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
expect "linerate serve" 0 'ports +ok +5201 to 5204: 4 free, 0 busy.*MTU +ok +segments of 1448 bytes get to the target and back.*link +ok +its net1 runs at 10 Gb/s; [0-9]+ cores?, linerate [0-9.]+ .*pace +ok'
SPEED=eth1=100G look --interface eth1 "$target"
expect "a target on a slow link" 2 'link +FAULT +its net1 runs at 10 Gb/s.* eth1 is to +reach 100 Gb/s.*take a target whose link'
lab_spawn machine "$LAB_DIR/neighbour.log" iperf3 -c "$target" -p 5204 -t 30 -b 1M
client=$LAB_SPAWNED
lab_await 10 is_busy
expect "a neighbour's test is not disturbed" 0 'pace +ok +not looked at while another machine is being +tested'
kill "$client"
lab_await 10 lab_is_gone "$client"
swallow_the_way_back "linerate serve"
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
