#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# The lab itself: it shapes what it says, and nothing of it is left behind.

set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/lib/lab.sh
. "$here/lib/lab.sh"

# iperf_mbps NIC [IPERF3_OPTION...]: goodput that plain iperf3 sees in three seconds.
iperf_mbps()
{
	local address
	address=$(lab_target_address "$1")
	shift
	lab_in_machine iperf3 -C cubic -c "$address" -t 3 -J "$@" |
		jq -r '.end.sum_received.bits_per_second / 1e6'
}

# near_mbps NAME WANTED NIC [IPERF3_OPTION...]: the goodput is what was WANTED. A host that is busy
# with something else makes a link look slow, never fast: so a low figure may be measured again.
near_mbps()
{
	local name=$1 wanted=$2 got try
	shift 2
	for try in 1 2 3; do
		got=$(iperf_mbps "$@")
		awk -v got="$got" -v low="$wanted" 'BEGIN { exit !(got < low * 0.95) }' || break
		tap_diag "try $try: $got"
		lab_await 20 lab_is_calm
	done
	tap_near "$name" "$got" "$wanted" 5
}

# iperf_bytes NIC [IPERF3_OPTION...]: bytes that plain iperf3 moves in a second.
iperf_bytes()
{
	local address
	address=$(lab_target_address "$1")
	shift
	lab_in_machine iperf3 -C cubic -c "$address" -t 3 -J "$@" | jq -r '.end.sum_received.bytes'
}

# sum_mbps NIC PORT...: goodput of one iperf3 process per port, all at once.
sum_mbps()
{
	local nic=$1 port pids=''
	shift
	for port in "$@"; do
		iperf_mbps "$nic" -p "$port" >"$LAB_DIR/sum-$port" &
		pids+=" $!"
	done
	# shellcheck disable=SC2086 # one word per process
	wait $pids
	awk '{ sum += $1 } END { print sum }' "$LAB_DIR"/sum-*
	rm "$LAB_DIR"/sum-*
}

test_shapes_both_directions()
{
	local rate
	for rate in 100mbit 1gbit; do
		lab_set_rate eth1 "$rate"
		near_mbps "a cable of $rate carries that much to the target" \
			"$(lab_payload_mbps "$rate")" eth1
		near_mbps "a cable of $rate carries that much from the target" \
			"$(lab_payload_mbps "$rate")" eth1 -R
	done
}

test_counts_what_arrives()
{
	local before claimed
	before=$(lab_far_payload eth1)
	claimed=$(iperf_bytes eth1)
	tap_near "the far end counts the bytes that iperf3 received" \
		$(($(lab_far_payload eth1) - before)) "$claimed" 1
}

test_reaches_by_ipv6()
{
	tap_ok "the target answers by IPv6" lab_in_machine iperf3 -C cubic \
		-c "$(lab_target_address6 eth1)" -n 1M
}

test_limits_one_flow()
{
	local port
	for port in 5201 5202; do
		lab_flow_ceiling eth1 "$port" 680mbit
	done
	near_mbps "one flow meets its ceiling" "$(lab_payload_mbps 680mbit)" eth1 -p 5201
	tap_near "two flows together meet the rate of the cable" \
		"$(sum_mbps eth1 5201 5202)" "$(lab_payload_mbps 1gbit)" 5
	lab_set_rate eth1 1gbit
	near_mbps "setting the rate takes the ceilings away" "$(lab_payload_mbps 1gbit)" eth1 -p 5201
}

# Without a bound device the kernel sends through the first interface of a subnet.
test_tells_two_ports_of_one_subnet_apart()
{
	local before1 before2 moved
	before1=$(lab_far_payload eth1) before2=$(lab_far_payload eth2)
	moved=$(iperf_bytes eth1 -B "$(lab_machine_address eth2)%eth2")
	tap_near "two ports in one subnet: the used one counts" \
		$(($(lab_far_payload eth2) - before2)) "$moved" 1
	tap_ok "two ports in one subnet: the idle one does not" \
		test $(($(lab_far_payload eth1) - before1)) -lt $((moved / 100))
}

test_pulls_cables()
{
	lab_pull_cable eth1
	tap_is "a pulled cable has no carrier" \
		"$(lab_in_machine cat /sys/class/net/eth1/carrier)" 0
	lab_plug_cable eth1
	tap_ok "a plugged cable has carrier again" lab_await 5 \
		lab_in_machine grep -qx 1 /sys/class/net/eth1/carrier
}

test_routes_to_a_remote_target()
{
	lab_add_remote eth1
	lab_start_targets 5211 1 --in remote
	tap_ok "a target behind a gateway answers" \
		lab_in_machine iperf3 -C cubic -c 10.78.0.2 -p 5211 -n 1M
}

test_stops_servers()
{
	lab_stop_target 5202
	tap_ok "a stopped server listens no more" \
		test -z "$(lab_in_target ss -Hltn 'sport = :5202')"
	tap_ok "the server beside it still does" lab_listens target 5201
}

# lab_child COMMAND: a lab with a server in a session of its own; tells its id, then runs COMMAND.
# Sets CHILD and CHILD_LAB.
lab_child()
{
	local told=$LAB_DIR/child
	rm -f "$told"
	# shellcheck disable=SC2016 # the inner shell expands them
	# Shells start background processes deaf to SIGINT; this one shall be as at a terminal.
	env --default-signal=INT setsid bash -c '
		. "$1/lib/lab.sh"
		lab_new
		lab_add_nic eth1 --rate 1gbit
		lab_start_targets 5201 2
		echo "$LAB_ID" >"$2.new"
		mv "$2.new" "$2"
		eval "$3"' lab-child "$here" "$told" "$1" </dev/null >/dev/null 2>&1 &
	CHILD=$!
	disown "$CHILD"
	lab_await 20 test -e "$told" || tap_bail "the second lab does not come up"
	CHILD_LAB=$(cat "$told")
}

# leftovers ID: what still exists of a lab: namespaces, processes, folders.
leftovers()
{
	find /run/netns "${TMPDIR:-/tmp}" -maxdepth 1 -name "$1*" 2>/dev/null
	pgrep -a -f -- "$1" || true
}

# is_removed ID: whether nothing of a lab exists.
is_removed()
{
	[ -z "$(leftovers "$1")" ]
}

test_two_labs_at_once()
{
	# shellcheck disable=SC2016 # the inner shell expands them
	lab_child 'lab_in_machine iperf3 -C cubic -c 10.77.1.1 -n 1M && touch "$2.ran"; sleep 60'
	tap_ok "a second lab lives beside the first" test "$CHILD_LAB" != "$LAB_ID"
	tap_ok "the second lab carries traffic of its own" lab_await 10 test -e "$LAB_DIR/child.ran"
	kill -TERM "$CHILD"
	tap_ok "the second lab goes without the first" lab_await 10 is_removed "$CHILD_LAB"
	tap_ok "the first lab still works" lab_in_machine iperf3 -C cubic -c 10.77.1.1 -n 1M
}

# test_leaves_nothing HOW COMMAND SIGNAL PREFIX: PREFIX "-" signals the whole session.
test_leaves_nothing()
{
	lab_child "$2"
	tap_ok "$1: there was something to remove" test -n "$(leftovers "$CHILD_LAB")"
	kill "-$3" -- "$4$CHILD"
	tap_ok "$1: the test ends at once" lab_await 5 lab_is_gone "$CHILD"
	lab_await 10 is_removed "$CHILD_LAB"
	tap_is "$1: nothing is left" "$(leftovers "$CHILD_LAB")" ""
}

# Also the keeper is gone here, as after a power cut of a container: the next lab sweeps.
test_sweeps_orphans()
{
	local keeper
	lab_child 'sleep 60'
	keeper=$(pgrep -f "lab-keeper .* $CHILD_LAB ")
	kill -KILL "$keeper"
	kill -KILL -- "-$CHILD"
	lab_await 5 lab_is_gone "$CHILD"
	tap_ok "an orphaned lab stays until somebody looks" \
		test -e "/run/netns/$CHILD_LAB-machine"
	lab_sweep
	tap_ok "the next lab sweeps it away" lab_await 5 is_removed "$CHILD_LAB"
	tap_ok "sweeping spares labs that are in use" lab_in_machine true
}

lab_require
lab_alone
host_links=$(ip -o link | sort)
lab_new
lab_add_nic eth1 --rate 1gbit
lab_add_nic eth2 --rate 1gbit --subnet 1
lab_start_targets 5201 2

test_shapes_both_directions
test_counts_what_arrives
test_reaches_by_ipv6
test_limits_one_flow
test_tells_two_ports_of_one_subnet_apart
test_pulls_cables
test_routes_to_a_remote_target
test_stops_servers
test_two_labs_at_once
test_leaves_nothing "interrupted at the terminal" 'sleep 60' INT -
test_leaves_nothing "terminated alone, a command running" 'sleep 60' TERM ''
test_leaves_nothing "killed" 'lab_in_machine sleep 60' KILL ''
test_sweeps_orphans

removed=$LAB_ID
lab_remove
lab_await 5 is_removed "$removed"
tap_is "an orderly end leaves nothing" "$(leftovers "$removed")" ""
tap_is "the host's own interfaces are as they were" "$(ip -o link | sort)" "$host_links"
tap_done
