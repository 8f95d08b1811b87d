#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# What plain "iperf3 -P" would have concluded from throughput alone, in the labs of the truth table, beside
# what is true. For comparison; not a test.
#
#     what-iperf3-says.sh [NAME...]
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${LINERATE:=}"
# shellcheck source=tests/truth/table.sh
. "$here/table.sh"
# shellcheck source=tests/truth/fake-machine.sh
. "$here/fake-machine.sh"
for part in target path device host; do
	# shellcheck source=/dev/null
	. "$here/situations-$part.sh"
done
lab_require

# value_of OPTION WORD...: the word behind the last such option; nothing without one.
value_of()
{
	local option=$1 value=
	shift
	while [ $# -gt 0 ]; do
		[ "$1" != "$option" ] || value=$2
		shift
	done
	echo "$value"
}

# reference_mbps WORD...: of the row's --speed, 1G without.
reference_mbps()
{
	local speed
	speed=$(value_of --speed "$@")
	speed=${speed:-1G}
	echo $((${speed%G} * 1000))
}

# ask_iperf3 NAME: one line for one situation.
ask_iperf3()
{
	local name=$1 arguments=() reverse=() threads rate percent said
	lab_new
	lab_add_nic eth1 --rate 1gbit
	RESULT=/dev/null OUT=/dev/null TARGET=10.77.1.1 IFACE=eth1 PROGRAM=() SPEED=() GROUPS_MADE=()
	if declare -F "stage_$name" >/dev/null; then "stage_$name"; else lab_start_targets 5201 1; fi
	read -ra arguments <<<"${SITUATION_ARGUMENTS[$name]}"
	threads=$(value_of --threads "${arguments[@]}")
	[[ " ${arguments[*]} " != *" --reverse "* ]] || reverse=(-R)
	ip netns exec "$(lab_netns machine)" timeout 30 "${PROGRAM[@]}" iperf3 -c "$TARGET" -C cubic \
		-t 5 -P "${threads:-1}" -J "${reverse[@]}" \
		</dev/null >"$LAB_DIR/iperf3.json" 2>&1 &
	PID=$!
	! declare -F "amid_$name" >/dev/null || "amid_$name" 2>/dev/null
	wait "$PID"
	rate=$(jq -r '(.end.sum_received.bits_per_second // 0) / 1e6' "$LAB_DIR/iperf3.json" 2>/dev/null)
	percent=$(awk -v rate="${rate:-0}" -v of="$(reference_mbps "${arguments[@]}")" 'BEGIN { printf "%.0f", 100 * rate / of }')
	if [ "$percent" -ge 80 ]; then said=pass; elif [ "$percent" -gt 0 ]; then said=fail; else said=nothing; fi
	printf '%-40s %-28s %-8s %3s %% %s\n' "$name" "${SITUATION_EXPECTED[$name]}" "$said" "$percent" \
		"$(jq -r '.error // empty' "$LAB_DIR/iperf3.json" 2>/dev/null)"
	lab_remove
	remove_groups
}

chosen=("$@")
[ $# -gt 0 ] || chosen=("${SITUATIONS[@]}")
printf '%-40s %-28s %-8s\n' situation true "iperf3 -P says"
for name in "${chosen[@]}"; do (ask_iperf3 "$name"); done
