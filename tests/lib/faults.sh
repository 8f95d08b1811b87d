# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# A table of faults, each staged in a lab of its own. Sourced by the tests that have one.
#
# fault NAME EXPECTED STATUS SECONDS [ARGUMENT...] adds a row: the verdict and first cause
# ("error:target-busy", a regular expression), the exit status, the time that the test may take, and
# what is added to the command line. Functions named after the row stage it:
#
#     prepare_NAME  before the test (default: an iperf3 server on port 5201)
#     during_NAME   while it runs; $PID is the program
#     check_NAME    afterwards; $RESULT is the document, $OUT and $ERR what was printed; says on
#                   stdout what is wrong
#
# Every row also checks that nothing is left: no process, no file beside the result, and addresses,
# routes and links of the machine as they were before, or as during_NAME left them.

# shellcheck source=tests/lib/lab.sh
. "${BASH_SOURCE[0]%/*}/lab.sh"

FAULT_NAMES=()
declare -A FAULT_EXPECTED=() FAULT_STATUS=() FAULT_SECONDS=() FAULT_ARGUMENTS=()
HOSTILE=${BASH_SOURCE[0]%/*}/hostile-server.py

fault()
{
	FAULT_NAMES+=("$1")
	FAULT_EXPECTED[$1]=$2
	FAULT_STATUS[$1]=$3
	FAULT_SECONDS[$1]=$4
	FAULT_ARGUMENTS[$1]=${*:5}
}

# hostile WAY [PORT [SECONDS]]: a server of hostile-server.py in the target.
hostile()
{
	lab_spawn target "$LAB_DIR/hostile-${2-5201}.log" python3 "$HOSTILE" "$1" "${2-5201}" "${3-1}"
	LAB_SERVER[${2-5201}]=$LAB_SPAWNED
	lab_await 10 lab_listens target "${2-5201}" ||
		tap_bail "no hostile server: $(cat "$LAB_DIR/hostile-${2-5201}.log")"
}

# compile NAME: a library to preload into the program, from a source beside this file.
compile()
{
	lab_do cc -shared -fPIC -o "$LAB_DIR/$1.so" "${HOSTILE%/*}/$1.c"
}

# machine_ip ARGUMENT...: ip(8) in the machine. The row ends when it fails.
machine_ip() { lab_do ip -n "$(lab_netns machine)" "$@"; }

# workers: the process ids of the workers, one a line.
workers() { pgrep -P "$PID"; }
signal_workers() { workers | xargs -r kill "-$1"; }
has_workers() { [ -n "$(workers)" ]; }

# data_flows: waits until the machine has sent or received a megabyte.
data_flows()
{
	lab_await 20 has_moved_a_megabyte
}
has_moved_a_megabyte()
{
	lab_in_machine sh -c 'cd /sys/class/net/eth1/statistics &&
		[ $(($(cat tx_bytes) + $(cat rx_bytes))) -gt 1000000 ]'
}

# snapshot: what the test must leave as it is. Lifetimes and the dead mark of a pulled cable pass by
# themselves.
snapshot()
{
	lab_in_machine sh -c 'ip -o address; ip route show table all; ip -6 route show table all
		ip -o link 2>/dev/null; sysctl -a -e 2>/dev/null | grep -E "^net.ipv[46].(conf|tcp_congestion)"' |
		sed -E 's/ (dead|linkdown|expires [0-9]+sec|valid_lft .*|preferred_lft .*)//g; s/state [A-Z]+//; s/,?NO-CARRIER//; s/,?LOWER_UP//; s/link-netns(id)? [^ ]+//' |
		grep -v ' fe80::.* tentative'
}

milliseconds() { printf '%d' $((${EPOCHREALTIME/[.,]/} / 1000)); }

# run_fault NAME: one row in a lab of its own. Prints what went wrong; nothing when all is well.
run_fault()
{
	local name=$1 begun took status before after verdict
	lab_new
	lab_add_nic eth1 --rate 200mbit
	mkdir "$LAB_DIR/tmp" "$LAB_DIR/json"
	RESULT=$LAB_DIR/json/result.json OUT=$LAB_DIR/out ERR=$LAB_DIR/err
	TARGET=10.77.1.1 PROGRAM=()
	if declare -F "prepare_$name" >/dev/null; then "prepare_$name"; else lab_start_targets 5201 1; fi
	before=$(snapshot)
	begun=$(milliseconds)
	# shellcheck disable=SC2086 # the row's arguments are words
	ip netns exec "$(lab_netns machine)" setpriv --pdeathsig KILL -- \
		env --default-signal=INT HOME="$LAB_DIR" TMPDIR="$LAB_DIR/tmp" "${PROGRAM[@]}" "$LINERATE" test eth1 --target "$TARGET" \
		--allow-virtual eth1 --speed 200M --cpu-load-fail-threshold 100 --fail-threshold 20 --duration 3s \
		--iface-timeout 2s --scan-timeout 2s --connect-timeout 2s --json "$RESULT" \
		${FAULT_ARGUMENTS[$name]} </dev/null >"$OUT" 2>"$ERR" &
	PID=$!
	if declare -F "during_$name" >/dev/null; then
		"during_$name"
		before=$(snapshot)
	fi
	fault_wait "$((${FAULT_SECONDS[$name]} + 15))"
	took=$(($(milliseconds) - begun))
	[[ $status =~ ^(${FAULT_STATUS[$name]})$ ]] || echo "status $status instead of ${FAULT_STATUS[$name]}"
	[ "$took" -le $((${FAULT_SECONDS[$name]} * 1000)) ] ||
		echo "took $took ms, more than ${FAULT_SECONDS[$name]} s"
	verdict=$(jq -r '"\(.verdict.outcome):\(.verdict.causes[0].id // "")"' "$RESULT" 2>&1)
	[[ $verdict =~ ^(${FAULT_EXPECTED[$name]})$ ]] ||
		echo "'$verdict' instead of '${FAULT_EXPECTED[$name]}'"
	fault_leftovers "$name"
	after=$(snapshot)
	[ "$before" = "$after" ] || diff <(echo "$before") <(echo "$after")
	! declare -F "check_$name" >/dev/null || "check_$name"
	lab_remove
}

# fault_wait SECONDS: for the end of the program. Sets status.
fault_wait()
{
	if lab_await "$1" lab_is_gone "$PID"; then
		wait "$PID"
		status=$?
	else
		echo "did not end at all: killed after $1 s"
		kill -KILL "$PID"
		status=none
	fi
}

fault_leftovers()
{
	# A killed worker takes a moment to leave.
	lab_await 1 no_process_left || echo "processes left: $(ip netns pids "$(lab_netns machine)" | xargs)"
	[ -z "$(ls -A "$LAB_DIR/tmp")" ] || echo "files left in TMPDIR: $(ls -A "$LAB_DIR/tmp")"
	[ -z "$(find "$LAB_DIR/json" -mindepth 1 ! -name result.json)" ] ||
		echo "files left beside the result: $(ls -A "$LAB_DIR/json")"
}
no_process_left() { [ -z "$(ip netns pids "$(lab_netns machine)")" ]; }

# run_faults [AT_ONCE]: all rows, so many at a time, each as one line of TAP.
run_faults()
{
	local at_once=${1-8} name folder
	folder=$(mktemp -d "${TMPDIR:-/tmp}/lr-faults.XXXXXX") || tap_bail "no temporary folder"
	local names=("${FAULT_NAMES[@]}")
	[ -z "${FAULTS-}" ] || read -ra names <<<"$FAULTS"
	FAULT_NAMES=()
	for name in "${names[@]}"; do
		[[ " ${FAULTS_WITHOUT-} " == *" $name "* ]] || FAULT_NAMES+=("$name")
	done
	tap_plan "${#FAULT_NAMES[@]}"
	for name in "${FAULT_NAMES[@]}"; do
		while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n; done
		(run_fault "$name") >"$folder/$name" 2>&1 &
	done
	wait
	# What the shell itself says of a program that was killed on purpose.
	sed -i '/^[^ ]*: line [0-9]*: *[0-9]* Killed /d' "$folder"/*
	for name in "${FAULT_NAMES[@]}"; do
		if [ -s "$folder/$name" ]; then
			tap_result "not ok" "$name: ${FAULT_EXPECTED[$name]}"
			tap_diag "$(cat "$folder/$name")"
		else
			tap_result ok "$name: ${FAULT_EXPECTED[$name]}"
		fi
	done
	rm -rf "$folder"
}
