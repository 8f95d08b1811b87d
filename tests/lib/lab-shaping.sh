# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# How fast the cables of a lab are, and what came through them. Part of lab.sh.

declare -A LAB_RATE=() LAB_CEILINGS=()

# lab_rate_bits RATE: tc's notation (100mbit, 2.5gbit) as bits per second.
lab_rate_bits()
{
	awk -v rate="$1" 'BEGIN {
		factor["kbit"] = 1e3; factor["mbit"] = 1e6; factor["gbit"] = 1e9
		unit = substr(rate, length(rate) - 3)
		if (!(unit in factor)) exit 1
		printf "%.0f", substr(rate, 1, length(rate) - 4) * factor[unit]
	}' || tap_bail "lab: '$1' is not a rate such as 1gbit"
}

# lab_shaper_bits RATE MTU: what a shaper has to let through for a link of this rate. Real Ethernet
# spends 24 bytes more on every frame than the kernel counts: preamble, checksum and gap. So
# 1gbit with MTU 1500 carries 941.5 Mb/s of payload here, as it does on copper.
lab_shaper_bits()
{
	local bits
	bits=$(lab_rate_bits "$1") || exit
	printf '%d' $((bits * ($2 + 14) / ($2 + 38)))
}

# lab_set_rate NAME RATE: shapes both directions of a cable, also while traffic runs. "none"
# removes the shaping.
lab_set_rate()
{
	local x=${LAB_INDEX[$1]} switch port bits burst limit
	switch=$(lab_netns switch)
	LAB_RATE[$1]=$2
	LAB_CEILINGS[$1]=0
	if [ "$2" = none ]; then
		tc -n "$switch" qdisc del dev "n$x" root 2>/dev/null
		tc -n "$switch" qdisc del dev "u$x" root 2>/dev/null
		return 0
	fi
	bits=$(lab_shaper_bits "$2" "${LAB_MTU[$1]}")
	burst=$(lab_burst_bytes "$bits")
	limit=$(lab_limit_bytes "$bits")
	for port in "n$x" "u$x"; do
		lab_do tc -n "$switch" qdisc replace dev "$port" root \
			tbf rate "${bits}bit" burst "$burst" limit "$limit"
	done
}

# A bucket of 4 ms, so that a host that is late for once loses nothing, but never less than one
# super-packet of 64 KiB with the headers of its segments: a smaller bucket makes the kernel cut
# super-packets up, which costs ten times the CPU.
lab_burst_bytes() { printf '%d' $(($1 / 2000 > 72000 ? $1 / 2000 : 72000)); }

# A queue of 8 ms, and room for a few super-packets on slow links: TCP fills the link with it.
lab_limit_bytes() { printf '%d' $(($1 / 1000 > 300000 ? $1 / 1000 : 300000)); }

# lab_flow_ceiling NAME PORT RATE: from now on, what the machine sends to this TCP port through
# this cable gets at most RATE, within the rate of the cable. This stages the core that cannot
# fill the link: one worker meets the ceiling, several together meet the rate.
lab_flow_ceiling()
{
	local name=$1 port=$2 bits switch device=u${LAB_INDEX[$1]} class
	switch=$(lab_netns switch)
	[ "${LAB_RATE[$name]}" != none ] || tap_bail "lab: $name has no rate to put ceilings under"
	[ "${LAB_CEILINGS[$name]}" -gt 0 ] || lab_prepare_ceilings "$name" "$switch" "$device"
	LAB_CEILINGS[$name]=$((LAB_CEILINGS[$name] + 1))
	class=1:$((10 + LAB_CEILINGS[$name]))
	bits=$(lab_shaper_bits "$3" "${LAB_MTU[$name]}")
	lab_add_leaf "$switch" "$device" "$class" "$bits"
	lab_do tc -n "$switch" filter add dev "$device" parent 1: prio 4 protocol ip \
		u32 match ip dport "$port" 0xffff flowid "$class"
	lab_do tc -n "$switch" filter add dev "$device" parent 1: prio 6 protocol ipv6 \
		u32 match ip6 dport "$port" 0xffff flowid "$class"
}

# lab_prepare_ceilings NAME NETNS DEVICE: a link class in place of the tbf, and under it one for
# everything without a ceiling.
lab_prepare_ceilings()
{
	local bits burst
	bits=$(lab_shaper_bits "${LAB_RATE[$1]}" "${LAB_MTU[$1]}")
	burst=$(lab_burst_bytes "$bits")
	lab_do tc -n "$2" qdisc replace dev "$3" root handle 1: htb default 10
	lab_do tc -n "$2" class add dev "$3" parent 1: classid 1:1 \
		htb rate "${bits}bit" burst "$burst" cburst "$burst"
	lab_add_leaf "$2" "$3" 1:10 "$bits"
}

# lab_add_leaf NETNS DEVICE CLASS BITS: no guarantee to speak of, as the guarantees of leaves are
# not bounded by the link; all above it is borrowed, up to BITS per second.
lab_add_leaf()
{
	local burst
	burst=$(lab_burst_bytes "$4")
	lab_do tc -n "$1" class add dev "$2" parent 1:1 classid "$3" \
		htb rate 1mbit burst 72000 ceil "${4}bit" cburst "$burst" quantum 60000
	lab_do tc -n "$1" qdisc add dev "$2" parent "$3" bfifo limit "$(lab_limit_bytes "$4")"
}

# lab_far_counter NAME rx|tx bytes|packets: the far end's counter of a cable. rx is what came from
# the machine. A super-packet counts as one packet with one header.
lab_far_counter()
{
	lab_in_target cat "/sys/class/net/f${LAB_INDEX[$1]}/statistics/$2_$3"
}

# lab_far_bytes NAME: bytes from the machine that reached the far end.
lab_far_bytes()
{
	lab_far_counter "$1" rx bytes
}

# lab_far_payload NAME: the TCP payload among them. Per packet, as counted, 66 bytes are headers:
# Ethernet 14, IPv4 20, TCP 20 and its timestamps 12. Exact when IPv4 and TCP is all there is.
lab_far_payload()
{
	local bytes packets
	bytes=$(lab_far_counter "$1" rx bytes)
	packets=$(lab_far_counter "$1" rx packets)
	printf '%d' $((bytes - 66 * packets))
}

# lab_payload_mbps RATE [MTU]: Mb/s of TCP payload that a link of this rate carries (IPv4).
lab_payload_mbps()
{
	local bits mtu=${2-1500}
	bits=$(lab_rate_bits "$1") || exit
	awk -v bits="$bits" -v mtu="$mtu" 'BEGIN { printf "%.1f", bits / 1e6 * (mtu - 52) / (mtu + 38) }'
}
