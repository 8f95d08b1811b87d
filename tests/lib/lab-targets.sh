# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# The servers of a lab: one lasting iperf3 per port. Part of lab.sh.

declare -A LAB_SERVER=()

# lab_start_targets FIRST_PORT COUNT [--in ROLE] [IPERF3_OPTION...]: returns when all listen, on
# every address of the target (or of the namespace ROLE).
lab_start_targets()
{
	local first=$1 count=$2 role=target port
	shift 2
	if [ "${1-}" = --in ]; then
		role=$2
		shift 2
	fi
	for ((port = first; port < first + count; port++)); do
		lab_spawn "$role" "$LAB_DIR/target-$port.log" iperf3 -s -p "$port" "$@"
		LAB_SERVER[$port]=$LAB_SPAWNED
	done
	for ((port = first; port < first + count; port++)); do
		lab_await 10 lab_listens "$role" "$port" ||
			tap_bail "lab: no server on port $port: $(cat "$LAB_DIR/target-$port.log")"
	done
}

# lab_spawn ROLE LOG COMMAND...: starts a process in a namespace; it ends with this shell. Sets
# LAB_SPAWNED to its process id.
lab_spawn()
{
	local role=$1 log=$2
	shift 2
	ip netns exec "$(lab_netns "$role")" setpriv --pdeathsig KILL -- "$@" \
		</dev/null >"$log" 2>&1 &
	LAB_SPAWNED=$!
	disown "$LAB_SPAWNED"
}

# lab_listens ROLE PORT: whether something listens on the TCP port.
lab_listens()
{
	[ -n "$(ip netns exec "$(lab_netns "$1")" ss -Hltn "sport = :$2")" ]
}

# lab_signal_target PORT SIGNAL: STOP freezes a server, CONT lets it go on.
lab_signal_target()
{
	lab_do kill "-$2" "${LAB_SERVER[$1]}"
}

# lab_stop_target PORT [SIGNAL]: ends a server, if it has not ended; returns when it is gone.
lab_stop_target()
{
	local pid=${LAB_SERVER[$1]}
	kill "-${2-TERM}" "$pid" 2>/dev/null
	lab_await 10 lab_is_gone "$pid" || tap_bail "lab: the server on port $1 does not end"
	unset "LAB_SERVER[$1]"
}

# lab_is_gone PID: whether the process has ended (a zombie has).
lab_is_gone()
{
	local state
	state=$(sed -n 's/.*) \(.\).*/\1/p' "/proc/$1/stat" 2>/dev/null)
	[ -z "$state" ] || [ "$state" = Z ]
}
