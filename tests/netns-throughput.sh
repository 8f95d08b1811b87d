#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# The verdict on links whose truth is known: the number, the cause, the exit status, the document.

set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"

# run_test NAME NIC [OPTION...]: tests in the lab. Sets STATUS and the files of that name in LAB_DIR:
# NAME.out, NAME.err, NAME.json. What other processes do on this host must not decide: the
# threshold of the CPU load is out of reach.
run_test()
{
	local name=$1 nic=$2
	shift 2
	lab_in_machine timeout -k 5 60 "$LINERATE" test --allow-virtual="$nic" \
		--target="$(lab_target_address "$nic")" --cpu-load-fail-threshold=100 \
		--json="$LAB_DIR/$name.json" "$@" -- "$nic" \
		>"$LAB_DIR/$name.out" 2>"$LAB_DIR/$name.err"
	STATUS=$?
}

# query NAME FILTER: from the document of a test.
query() { jq -r "$2" "$LAB_DIR/$1.json"; }

# last_line NAME: of what the test printed.
last_line() { tail -n 1 "$LAB_DIR/$1.out"; }

# shows NAME: for the log of a failure.
shows() { tap_diag "$(cat "$LAB_DIR/$1.out" "$LAB_DIR/$1.err")"; }

# check_document NAME: fits the schema.
check_document()
{
	if ! python3 -c 'import jsonschema' 2>/dev/null; then
		tap_skip "$1: the document fits its schema" "python3-jsonschema is not installed"
		return
	fi
	tap_ok "$1: the document fits its schema" python3 -W ignore -m jsonschema \
		-i "$LAB_DIR/$1.json" "$top_srcdir/docs/result.schema.json"
}

# check_bytes SUBJECT NAME BEFORE: what the test claims is what the far end counted since BEFORE. What still was on
# its way when the receiver stopped counting came through as well: some 1.5 MB at 1 Gb/s.
check_bytes()
{
	tap_near "$1: the receiver's bytes are those that came through the cable" \
		"$(query "$2" '[.runs[].receiver_bytes] | add')" \
		$(($(lab_far_payload eth1) - $3)) 2
}

# run_test_to LOWEST_MBPS NAME ARGUMENT...: a host that is busy with something else, and a hypervisor that
# takes cores away, make a link look slow, never fast: so a lower figure is measured again. Sets
# BEFORE to what had come through eth1's cable.
run_test_to()
{
	local lowest=$1 try
	shift
	for try in 1 2 3 4 5; do
		BEFORE=$(lab_far_payload eth1)
		run_test "$@"
		[ "$(query "$1" ".runs[0].goodput_mbps < $lowest")" = true ] || break
		tap_diag "try $try: $(last_line "$1")"
		lab_await 20 lab_is_calm
	done
}

test_healthy()
{
	run_test_to 895 healthy eth1 --speed=1G --duration=5
	tap_is "healthy: exit status" "$STATUS" 0
	tap_like "healthy: the last line says so" "$(last_line healthy)" '^PASS eth1: '
	tap_near "healthy: the goodput is what the shaper lets through" \
		"$(query healthy '.runs[0].goodput_mbps')" "$(lab_payload_mbps 1gbit)" 5
	check_bytes healthy healthy "$BEFORE"
	tap_is "healthy: no cause" "$(query healthy '.verdict.outcome + " " + (.verdict.causes | tostring)')" \
		"pass []"
	tap_is "healthy: one worker is enough" "$(query healthy '.runs[0].workers | length')" 1
	tap_ok "healthy: samples once a second" test "$(query healthy '.runs[0].samples | length')" -ge 5
	check_document healthy
}

test_half_speed()
{
	lab_set_rate eth1 500mbit
	run_test_to 448 half eth1 --speed=1G --duration=5
	lab_set_rate eth1 1gbit
	tap_is "half speed: exit status" "$STATUS" 1
	tap_like "half speed: the last line says so" "$(last_line half)" '^FAIL eth1: .*threshold 80 %'
	tap_near "half speed: the goodput is what the shaper lets through" \
		"$(query half '.runs[0].goodput_mbps')" "$(lab_payload_mbps 500mbit)" 5
	check_bytes "half speed" half "$BEFORE"
	tap_is "half speed: it fails for a cause" \
		"$(query half '.verdict.outcome + " " + (.verdict.causes | length > 0 | tostring)')" \
		"fail true"
	tap_is "half speed: each cause has evidence and remedy" \
		"$(query half '[.verdict.causes[] | (.evidence | length > 0) and (.remedy | length > 0)] | all')" \
		true
	check_document half
}

# The situation of the first report: one thread moves two thirds, and the card is not to blame.
test_flows_with_a_ceiling()
{
	local port
	for port in 5201 5202; do
		lab_flow_ceiling eth1 "$port" 680mbit
	done
	run_test_to 609 one eth1 --speed=1G --threads=1 --duration=5
	tap_is "one flow of 68 %: exit status" "$STATUS" 1
	tap_near "one flow of 68 %: meets its ceiling" \
		"$(query one '.runs[0].goodput_mbps')" "$(lab_payload_mbps 680mbit)" 5
	run_test_to 801 two eth1 --speed=1G --threads=2 --duration=5
	tap_is "two flows together: exit status" "$STATUS" 0
	tap_ok "two flows together: move more than one can" \
		test "$(query two '.runs[0].goodput_mbps > 800')" = true
	check_document two
	[ "$STATUS" -eq 0 ] || shows two
	lab_set_rate eth1 1gbit
}

# From 10 Gb/s up there is a worker for every core and port. How much two cores move that also
# have to receive it says nothing.
test_ten_gigabits()
{
	local cores
	cores=$(nproc)
	lab_set_rate eth1 none
	run_test ten eth1 --speed=10G --duration=3 --fail-threshold=1
	tap_is "10 Gb/s: exit status" "$STATUS" 0
	tap_is "10 Gb/s: a worker for each core and port" \
		"$(query ten '.runs[0].workers | length')" $((cores < 2 ? cores : 2))
	tap_is "10 Gb/s: each has a core and a port of its own" "$(query ten \
		'.runs[0].workers | (map(.port) | unique | length) == length and
		(map(.cpu) | unique | length) == length')" true
	tap_is "10 Gb/s: the sum is the sum of the workers" "$(query ten \
		'.runs[0] | (.workers | map(.receiver_bytes) | add) == .receiver_bytes')" true
	check_document ten
	lab_set_rate eth1 1gbit
}

test_every_run_counts()
{
	run_test runs eth1 --speed=1G --runs=2 --duration=2 --fail-threshold=50
	tap_is "two runs: exit status" "$STATUS" 0
	tap_is "two runs: both are in the document" "$(query runs '.runs | length')" 2
	check_document runs
}

test_ipv6()
{
	run_test six eth1 --speed=1G --duration=2 --fail-threshold=50 \
		--target="$(lab_target_address6 eth1)"
	tap_is "IPv6: exit status" "$STATUS" 0
	tap_like "IPv6: the last line" "$(last_line six)" '^PASS eth1: '
}

# Two ports in one subnet: without binding to the device everything would leave through eth1.
test_second_port_of_a_subnet()
{
	local before1 before2 bytes
	before1=$(lab_far_payload eth1) before2=$(lab_far_payload eth2)
	run_test second eth2 --speed=1G --duration=2 --fail-threshold=50
	bytes=$(query second '.runs[0].receiver_bytes')
	tap_is "second port of a subnet: exit status" "$STATUS" 0
	tap_near "second port of a subnet: its cable carried the traffic" \
		$(($(lab_far_payload eth2) - before2)) "$bytes" 3
	tap_ok "second port of a subnet: the first cable did not" \
		test $(($(lab_far_payload eth1) - before1)) -lt 100000
}

# machine_state: what a test must leave alone.
machine_state()
{
	lab_in_machine sh -c 'ip -d address; ip route show table all; ip -6 route show table all
		ip rule; tc qdisc; ethtool -k eth1; ss -Htan' 2>/dev/null | grep -vE 'expires|TIME-WAIT|valid_lft'
}

lab_require
lab_alone
lab_new
lab_add_nic eth1 --rate 1gbit
lab_add_nic eth2 --rate 1gbit --subnet 1
lab_start_targets 5201 2
before=$(machine_state)

test_healthy
test_half_speed
test_flows_with_a_ceiling
test_ten_gigabits
test_every_run_counts
test_ipv6
test_second_port_of_a_subnet
tap_is "the machine is as it was" "$(machine_state)" "$before"
tap_is "no process is left" "$(ip netns pids "$(lab_netns machine)")" ""
tap_done
