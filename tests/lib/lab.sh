# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# A laboratory of network namespaces. Sourced by the traffic tests, one lab per shell.
#
#     machine            switch                    target
#     +---------+      +-------------------+      +--------------------+
#     |    eth1 |------| n1 =cable 1= u1   |------| f1                 |
#     |         |      |                   |      |   > net1 10.77.1.1 |
#     |    eth2 |------| n2 =cable 2= u2   |------| f2                 |
#     +---------+      +-------------------+      +--------------------+
#
# Every interface of the machine has a cable of its own through the switch, shaped in both
# directions there, so nothing about the shaping can be seen on the machine. The far end of the
# cable (f1) counts what came through. Cables of one subnet meet in a bridge of the target that
# carries the subnet's address. The host's interfaces, routes and settings are not touched.
#
# The name of a namespace carries its owner's process id and start time: lab_new removes labs
# whose owner is gone, and a keeper process removes this one when its owner ends by any means.

LAB_SH=${BASH_SOURCE[0]}
# shellcheck source=tests/lib/tap.sh
. "${LAB_SH%/*}/tap.sh"

LAB_ID=
LAB_DIR=
LAB_KEEPER=
declare -A LAB_INDEX=() LAB_SUBNET=() LAB_MTU=()

# lab_require: skips the whole test where a lab cannot be built.
lab_require()
{
	local tool probe=lr-probe-$BASHPID

	[ "$(id -u)" -eq 0 ] || tap_skip_all "network namespaces need root"
	for tool in ip tc ss ethtool iperf3 jq setpriv; do
		command -v "$tool" >/dev/null || tap_skip_all "$tool is not installed"
	done
	ip netns add "$probe" 2>/dev/null || tap_skip_all "this system refuses network namespaces"
	if ip -n "$probe" link add v0 type veth peer name v1 2>/dev/null &&
	   ip -n "$probe" link add b0 type bridge 2>/dev/null &&
	   tc -n "$probe" qdisc add dev v0 root tbf rate 1gbit burst 64k limit 1m 2>/dev/null; then
		ip netns del "$probe"
	else
		ip netns del "$probe"
		tap_skip_all "this kernel lacks veth, bridge or tc tbf"
	fi
}

# lab_alone: waits until no other test of this tree measures, and keeps the turn until this shell
# ends. Tests under "make -j" would otherwise take the CPU from one another.
lab_alone()
{
	local fd
	exec {fd}<"${LAB_SH%/*}"
	flock -w 900 "$fd" || tap_bail "lab: another test of this tree has been measuring for 15 minutes"
}

# lab_do COMMAND...: a step of building; the test ends when it fails.
lab_do()
{
	local output
	output=$("$@" 2>&1) || tap_bail "lab: '$*' failed: ${output//$'\n'/; }"
}

# lab_await SECONDS COMMAND...: polls until the command succeeds; fails at the deadline.
lab_await()
{
	local deadline=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000))
	shift
	until "$@" >/dev/null 2>&1; do
		[ "${EPOCHREALTIME/[.,]/}" -lt "$deadline" ] || return 1
		sleep 0.02
	done
}

# lab_is_calm: whether the hypervisor, in the second that this takes, left this machine nearly all of its
# time: 95 of 100 ticks.
lab_is_calm()
{
	local before after
	before=$(head -n 1 /proc/stat)
	sleep 1
	after=$(head -n 1 /proc/stat)
	awk '{ for (i = 2; i <= 9; i++) all += NR == 1 ? -$i : $i; stolen += NR == 1 ? -$9 : $9 }
		END { exit !(stolen * 20 < all) }' <<<"$before"$'\n'"$after"
}

# lab_start_time PID: when the process started, in clock ticks since boot; nothing if it is gone.
lab_start_time()
{
	# The second field, the name, may hold blanks and parentheses; what follows does not.
	sed -n 's/.*) //p' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20
}

# lab_netns ROLE: name of a namespace of this lab: machine, switch, target or remote.
lab_netns()
{
	printf '%s-%s' "$LAB_ID" "$1"
}

# lab_new: the three namespaces, still without cables. They go when this shell ends.
lab_new()
{
	local pid=$BASHPID # in $(...) it is another
	[ -z "$LAB_ID" ] || tap_bail "lab: one lab per shell"
	lab_sweep
	LAB_ID=lr-$pid-$(lab_start_time "$pid")
	LAB_DIR=$(mktemp -d "${TMPDIR:-/tmp}/$LAB_ID.XXXXXX") || tap_bail "lab: no temporary folder"
	trap lab_remove EXIT
	# shellcheck disable=SC2016 # the inner shell expands them
	setsid bash -c '. "$1"; lab_keep "$2" "$3" "$4"' lab-keeper \
		"$LAB_SH" "$pid" "$LAB_ID" "$LAB_DIR" </dev/null >/dev/null 2>&1 &
	LAB_KEEPER=$!
	disown "$LAB_KEEPER"
	lab_add_netns machine
	lab_add_netns switch
	lab_add_netns target
}

# lab_add_netns ROLE
lab_add_netns()
{
	local netns
	netns=$(lab_netns "$1")
	lab_do ip netns add "$netns"
	# Addresses are usable at once, without duplicate address detection, and the same on
	# every distribution.
	lab_do ip netns exec "$netns" sh -c '
		cd /proc/sys/net
		echo 0 >ipv4/conf/all/rp_filter
		echo 0 >ipv4/conf/default/rp_filter
		[ ! -d ipv6 ] || echo 0 >ipv6/conf/default/accept_dad
		[ ! -d ipv6 ] || echo 0 >ipv6/conf/default/accept_ra'
	lab_do ip -n "$netns" link set lo up
}

# lab_keep PID ID DIR: removes a lab when its owner has ended, however it ended.
lab_keep()
{
	local fd
	# Locks and pipes of the owner must not live on in here.
	for fd in /proc/self/fd/*; do
		[ "${fd##*/}" -le 2 ] || eval "exec ${fd##*/}>&-" 2>/dev/null
	done
	tail --pid="$1" -s 0.2 -f /dev/null
	lab_wipe "$2"
	rm -rf "$3"
}

# lab_remove: removes this lab; safe to call twice.
lab_remove()
{
	[ -n "$LAB_ID" ] || return 0
	lab_wipe "$LAB_ID"
	rm -rf "$LAB_DIR"
	kill -KILL -- "-$LAB_KEEPER" 2>/dev/null
	LAB_ID=
}

# lab_wipe ID: ends the processes in a lab and deletes its namespaces, and all devices with them.
lab_wipe()
{
	local netns pids
	for netns in /run/netns/"$1"-*; do
		[ -e "$netns" ] || continue
		netns=${netns##*/}
		pids=$(ip netns pids "$netns" 2>/dev/null)
		# shellcheck disable=SC2086 # one word per process
		[ -z "$pids" ] || kill -KILL $pids 2>/dev/null
		ip netns del "$netns" 2>/dev/null
	done
	return 0
}

# lab_sweep: removes labs whose owner is gone.
lab_sweep()
{
	local netns id pid start
	for netns in /run/netns/lr-*-*-*; do
		[ -e "$netns" ] || continue
		netns=${netns##*/}
		id=${netns%-*}
		IFS=- read -r _ pid start <<<"$id"
		[ "$(lab_start_time "$pid")" = "$start" ] && continue
		lab_wipe "$id"
		rm -rf "${TMPDIR:-/tmp}/$id".*
	done
}

# lab_in_machine COMMAND..., lab_in_switch, lab_in_target: runs the command there.
lab_in_machine() { ip netns exec "$(lab_netns machine)" "$@"; }
lab_in_switch() { ip netns exec "$(lab_netns switch)" "$@"; }
lab_in_target() { ip netns exec "$(lab_netns target)" "$@"; }

# lab_add_nic NAME [--rate RATE] [--subnet N] [--mtu BYTES] [--no-address]
# An interface of the machine with its cable to the target. RATE is the speed of the link in tc's
# notation (1gbit), default: as fast as veth goes. SUBNET defaults to one of its own; naming that of an earlier interface puts
# both into one.
lab_add_nic()
{
	local name=$1 rate=none subnet='' mtu=1500 address=yes index=$((${#LAB_INDEX[@]} + 1))
	shift
	while [ $# -gt 0 ]; do
		case $1 in
		--rate) rate=$2; shift 2 ;;
		--subnet) subnet=$2; shift 2 ;;
		--mtu) mtu=$2; shift 2 ;;
		--no-address) address=no; shift ;;
		*) tap_bail "lab_add_nic: unknown option $1" ;;
		esac
	done
	LAB_INDEX[$name]=$index
	LAB_SUBNET[$name]=${subnet:-$index}
	LAB_MTU[$name]=$mtu
	lab_lay_cable "$name" "$index" "$mtu"
	lab_join_subnet "${LAB_SUBNET[$name]}" "f$index" "$mtu"
	lab_set_rate "$name" "$rate"
	[ "$address" = no ] || lab_add_addresses "$name"
}

# lab_lay_cable NAME INDEX MTU: machine:NAME - switch:nX - switch:uX - target:fX, all up.
lab_lay_cable()
{
	local name=$1 x=$2 mtu=$3 machine switch target
	machine=$(lab_netns machine) switch=$(lab_netns switch) target=$(lab_netns target)

	lab_do ip -n "$machine" link add name "$name" mtu "$mtu" type veth \
		peer name "n$x" mtu "$mtu" netns "$switch"
	lab_do ip -n "$target" link add name "f$x" mtu "$mtu" type veth \
		peer name "u$x" mtu "$mtu" netns "$switch"
	lab_add_bridge "$switch" "cable$x"
	lab_do ip -n "$switch" link set "n$x" master "cable$x" up
	lab_do ip -n "$switch" link set "u$x" master "cable$x" up
	lab_do ip -n "$machine" link set "$name" up
}

# lab_add_bridge NETNS NAME: forwards at once, floods multicast (neighbour discovery needs it).
lab_add_bridge()
{
	lab_do ip -n "$1" link add name "$2" type bridge stp_state 0 forward_delay 0 mcast_snooping 0
	lab_do ip -n "$1" link set "$2" up
}

# lab_join_subnet SUBNET PORT MTU: the target's end of a cable becomes a port of the subnet.
lab_join_subnet()
{
	local target
	target=$(lab_netns target)
	if ! ip -n "$target" link show "net$1" >/dev/null 2>&1; then
		lab_add_bridge "$target" "net$1"
		lab_do ip -n "$target" address add "10.77.$1.1/24" dev "net$1"
		lab_do ip -n "$target" address add "fd77:$1::1/64" dev "net$1" nodad
	fi
	lab_do ip -n "$target" link set "$2" master "net$1" up
}

# lab_add_addresses NAME: gives the interface the addresses it has by default.
lab_add_addresses()
{
	local machine
	machine=$(lab_netns machine)
	lab_do ip -n "$machine" address add "$(lab_machine_address "$1")/24" dev "$1"
	lab_do ip -n "$machine" address add "$(lab_machine_address6 "$1")/64" dev "$1" nodad
}

# lab_machine_address NAME, lab_target_address NAME, and with 6 for IPv6: the two ends.
lab_machine_address() { printf '10.77.%d.%d' "${LAB_SUBNET[$1]}" "$((10 + LAB_INDEX[$1]))"; }
lab_machine_address6() { printf 'fd77:%d::%d' "${LAB_SUBNET[$1]}" "$((10 + LAB_INDEX[$1]))"; }
lab_target_address() { printf '10.77.%d.1' "${LAB_SUBNET[$1]}"; }
lab_target_address6() { printf 'fd77:%d::1' "${LAB_SUBNET[$1]}"; }

# lab_pull_cable NAME, lab_plug_cable NAME: takes the carrier away, and gives it back.
lab_pull_cable() { lab_do ip -n "$(lab_netns switch)" link set "n${LAB_INDEX[$1]}" down; }
lab_plug_cable() { lab_do ip -n "$(lab_netns switch)" link set "n${LAB_INDEX[$1]}" up; }

# lab_add_remote SUBNET_OF: a host 10.78.0.2 behind a gateway in that interface's subnet, and
# the machine's route to it.
lab_add_remote()
{
	local target remote
	target=$(lab_netns target) remote=$(lab_netns remote)
	lab_add_netns remote
	lab_do ip -n "$target" link add name gw type veth peer name eth0 netns "$remote"
	lab_do ip -n "$target" address add 10.78.0.1/24 dev gw
	lab_do ip -n "$target" link set gw up
	lab_do ip -n "$remote" address add 10.78.0.2/24 dev eth0
	lab_do ip -n "$remote" link set eth0 up
	lab_do ip -n "$remote" route add default via 10.78.0.1
	lab_do lab_in_target sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
	lab_do lab_in_machine ip route add 10.78.0.0/24 via "$(lab_target_address "$1")" dev "$1"
}
lab_in_remote() { ip netns exec "$(lab_netns remote)" "$@"; }

# shellcheck source=tests/lib/lab-shaping.sh
. "${LAB_SH%/*}/lab-shaping.sh"
# shellcheck source=tests/lib/lab-targets.sh
. "${LAB_SH%/*}/lab-targets.sh"
