# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash disable=SC2016,SC2034
# The truth table: situations staged in a lab, the real program, and the verdict that is true.
# Sourced by run.sh and by the files with the situations.
#
# situation NAME EXPECTED [ARGUMENT...] adds a row: outcome and first cause ("fail:path-limit", a
# regular expression), and what is added to the command line. Functions named after the row stage it:
#
#     stage_NAME   before the test (default: an iperf3 server on port 5201)
#     amid_NAME    while it runs; $PID is the program
#     claim_NAME   afterwards; $RESULT is the document; says on stdout what is not true
#
# alone NAME... : rows that measure the CPU, and so run one after the other with nothing beside them.

# shellcheck source=tests/lib/lab.sh
. "${BASH_SOURCE[0]%/*}/../lib/lab.sh"

SITUATIONS=()
declare -A SITUATION_EXPECTED=() SITUATION_ARGUMENTS=() SITUATION_ALONE=()
HOSTILE=${BASH_SOURCE[0]%/*}/../lib/hostile-server.py

situation()
{
	SITUATIONS+=("$1")
	SITUATION_EXPECTED[$1]=$2
	SITUATION_ARGUMENTS[$1]=${*:3}
}

alone()
{
	local name
	for name in "$@"; do SITUATION_ALONE[$name]=yes; done
}

# hostile WAY: a server of hostile-server.py on port 5201 of the target.
hostile()
{
	lab_spawn target "$LAB_DIR/hostile.log" python3 "$HOSTILE" "$1" 5201 1
	LAB_SERVER[5201]=$LAB_SPAWNED
	lab_await 10 lab_listens target 5201 || tap_bail "no hostile server: $(cat "$LAB_DIR/hostile.log")"
}

machine_ip() { lab_do ip -n "$(lab_netns machine)" "$@"; }

# data_flows: waits until the machine has sent or received ten megabytes.
data_flows() { lab_await 20 has_moved_megabytes; }
has_moved_megabytes()
{
	lab_in_machine sh -c 'cd /sys/class/net/eth1/statistics &&
		[ $(($(cat tx_bytes) + $(cat rx_bytes))) -gt 10000000 ]'
}

# hog CPU COUNT [NICE]: programs that keep a core busy until the lab is removed.
hog()
{
	local i
	for ((i = 0; i < $2; i++)); do
		lab_spawn machine /dev/null taskset -c "$1" nice -n "${3-0}" sh -c 'while :; do :; done'
	done
}

# quota NAME MICROSECONDS PERIOD: a control group that may use so much of a core in each period. Sets
# GROUP to its folder. It goes with the lab.
quota()
{
	local root=/sys/fs/cgroup
	if [ -d $root/cpu ]; then
		GROUP=$root/cpu/$LAB_ID-$1
		lab_do mkdir "$GROUP"
		echo "$3" >"$GROUP/cpu.cfs_period_us" && echo "$2" >"$GROUP/cpu.cfs_quota_us"
	elif echo +cpu >$root/cgroup.subtree_control; then
		GROUP=$root/$LAB_ID-$1
		lab_do mkdir "$GROUP"
		echo "$2 $3" >"$GROUP/cpu.max"
	else
		tap_bail "truth: no control group for the CPU can be made here"
	fi
	GROUPS_MADE+=("$GROUP")
}

# remove_groups: when their processes have left, which takes a moment.
remove_groups()
{
	local group
	for group in "${GROUPS_MADE[@]}"; do lab_await 5 rmdir "$group"; done
	GROUPS_MADE=()
}

# evidence KEY: of the first cause; nothing when it has none of that name.
evidence() { jq -r --arg key "$1" '.verdict.causes[0].evidence[$key] // empty' "$RESULT"; }

# was_disturbed: whether a core was stolen for a tenth of a run or more, as in the verdict's own rule.
# Injected tables of times show none.
was_disturbed()
{
	jq -e '[.runs[]?.samples // [] | [.[].cores.steal_percent // [] | max // 0] | add / (length + 0.001)] |
		any(. >= 10)' "$RESULT" >/dev/null 2>&1
}

# names_the_hypervisor: the first cause is that very thing.
names_the_hypervisor()
{
	[ -n "$(evidence steal_percent)" ] && [ "$(jq -r '.verdict.causes[0].id' "$RESULT")" = cpu-throttled ]
}

# run_situation NAME: one row in a lab of its own. Prints the verdict on the first line, and on further
# ones what is not true.
run_situation()
{
	local name=$1 verdict status
	lab_new
	lab_add_nic eth1 --rate 1gbit
	RESULT=$LAB_DIR/result.json OUT=$LAB_DIR/out IFACE=eth1
	TARGET=10.77.1.1 PROGRAM=() SPEED=(--speed 1G) GROUPS_MADE=()
	if declare -F "stage_$name" >/dev/null; then "stage_$name"; else lab_start_targets 5201 1; fi
	# Both ends share the cores of one machine, so the load of the cores says nothing here.
	# shellcheck disable=SC2086 # the row's arguments are words
	ip netns exec "$(lab_netns machine)" setpriv --pdeathsig KILL -- "${PROGRAM[@]}" \
		"$LINERATE" test "$IFACE" --target "$TARGET" --allow-virtual "$IFACE" "${SPEED[@]}" \
		--cpu-load-fail-threshold 100 --duration 5s --iface-timeout 1s --scan-timeout 1s \
		--connect-timeout 2s --json "$RESULT" \
		${SITUATION_ARGUMENTS[$name]} </dev/null >"$OUT" 2>"$LAB_DIR/err" &
	PID=$!
	! declare -F "amid_$name" >/dev/null || "amid_$name"
	wait "$PID"
	status=$?
	verdict=$(jq -r '"\(.verdict.outcome):\(.verdict.causes[0].id // "")"' "$RESULT" 2>&1)
	echo "$verdict"
	case $verdict:$status in
	pass:*:0 | fail:*:1 | error:*:2) ;;
	*) echo "exit status $status"; cat "$LAB_DIR/err" ;;
	esac
	if [[ ! $verdict =~ ^(${SITUATION_EXPECTED[$name]})$ ]]; then
		jq -r '.verdict.causes[] | .message, (.evidence.ruled_out // empty)' "$RESULT"
	fi
	! declare -F "claim_$name" >/dev/null || "claim_$name"
	! was_disturbed || { names_the_hypervisor && echo named || echo unnamed; } >"$DISTURBED"
	[ -z "${TRUTH_KEEP-}" ] || cp "$RESULT" "$TRUTH_KEEP/$name.json"
	lab_remove
	remove_groups
}
