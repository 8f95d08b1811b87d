#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# The listing against real objects of the kernel: made in network namespaces of our own, with the
# names that only a kernel accepts, read back by a strict reader.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/tap.sh
. "$top_srcdir/tests/lib/tap.sh"

unset LINERATE_SPEED LINERATE_ALLOW_VIRTUAL
namespace=lr-devices-$$
ip netns add "$namespace" 2>/dev/null || tap_skip_all "network namespaces are not allowed here"
trap 'ip netns del "$namespace"' EXIT

link() { ip -n "$namespace" link "$@"; }
devices() { ip netns exec "$namespace" "$LINERATE" devices "$@"; }
# The named values of one interface.
record() { # interface, key...
	local interface=$1
	shift
	devices --format=records | python3 "$top_srcdir/tests/lib/record-values.py" interface "$@" |
		INTERFACE=$interface awk '$1 == ENVIRON["INTERFACE"] { sub(/^[^ ]+ /, ""); print }'
}

link add veth0 type veth peer name veth1
link add br0 type bridge
link set veth1 master br0
link add mv0 link veth0 type macvlan
link add ifb7 type ifb
ip -n "$namespace" tuntap add tap0 mode tap
ip -n "$namespace" tuntap add tun0 mode tun
link set veth0 mtu 9000 up
link set veth1 up

tap_is "a veth is told with the speed that its driver claims" \
	"$(record veth0 category kind driver carrier speed reference_speed reference_source mtu)" \
	"VIRTUAL_NETWORK veth veth yes 10000 10000 current 9000"
tap_is "a bridge is a bridge" "$(record br0 category kind)" "VIRTUAL_NETWORK bridge"
tap_is "a port names its bridge" "$(record veth1 kind testable reason)" \
	"bridge-port no port of bridge br0: test br0"
tap_is "a macvlan is a macvlan" "$(record mv0 category kind)" "VIRTUAL_NETWORK macvlan"
tap_is "an ifb is an ifb" "$(record ifb7 category kind)" "VIRTUAL_NETWORK ifb"
tap_is "a tap is a tun" "$(record tap0 category kind)" "VIRTUAL_NETWORK tun"
tap_is "a tun without Ethernet is a tun" "$(record tun0 category kind)" "VIRTUAL_NETWORK tun"
tap_is "the loopback is the loopback" "$(record lo category kind testable)" "LOOPBACK loopback no"
tap_is "a macvlan names what it stands on" \
	"$(devices --format=json | jq -c '.interfaces[] | select(.name == "mv0") | [.lower, .below_mbps]')" \
	'["veth0",10000]'

LINERATE_ALLOW_VIRTUAL=mv0 LINERATE_SPEED=tap0=25G
export LINERATE_ALLOW_VIRTUAL LINERATE_SPEED
names=$(devices --format=records --allow-virtual=veth0 --allow-virtual=tap0,veth1 |
	python3 "$top_srcdir/tests/lib/record-values.py" interface testable |
	awk '$2 == "yes" { printf "%s ", $1 }')
tap_is "what is named by option or environment may be tested, a bridge port not" \
	"$names" "mv0 tap0 veth0 "
tap_is "a given speed is told as an override" \
	"$(record tap0 reference_speed reference_source)" "25000 override"
unset LINERATE_ALLOW_VIRTUAL LINERATE_SPEED

# shellcheck disable=SC2016 # it is a name, and must never be more
odd=('$(id)' 'a;b' '{x}' '-h' $'\xff\xfe' 'b!c' 'd\e' '#e' 'f&g' "h'i" 'j"k' 'eth0.1' 'eth0_1' 'é')
for name in "${odd[@]}"; do link add name "$name" type bridge; done
tap_is "every odd name is in a record of its own" \
	"$(devices --format=records | python3 "$top_srcdir/tests/lib/record-values.py" interface | wc -l)" \
	"$(ip -n "$namespace" -o link | wc -l)"
allowed=$(devices --format=records | sed -n 's/^interface: //p' | paste -sd,)
tap_is "of all names that are allowed, only the plain ones may be tested" \
	"$(LINERATE_SPEED=${allowed//,/=1G,}=1G devices --format=records --allow-virtual="$allowed" |
		python3 "$top_srcdir/tests/lib/record-values.py" testable interface |
		awk '$1 == "yes" { printf "%s ", $2 }')" \
	"br0 eth0.1 eth0_1 ifb7 lo mv0 tap0 tun0 veth0 "
tap_ok "a name may be given as the kernel has it" \
	ip netns exec "$namespace" "$LINERATE" plan $'\xff\xfe'
tap_ok "a name may be given as the list shows it" \
	ip netns exec "$namespace" "$LINERATE" plan '\xff\xfe'
tap_ok "bytes that are no text do no harm in an option" devices --allow-virtual=$'\xff'

# In this namespace, but with the /sys of the one before: the kernel knows other interfaces.
tap_ok "interfaces of another namespace are listed, and not asked by name" \
	nsenter --net="/run/netns/$namespace" "$LINERATE" devices

fails() { # claim, expected words, option...
	local claim=$1 words=$2 output status=0
	shift 2
	output=$(devices "$@" 2>&1 >/dev/null) || status=$?
	tap_like "$claim" "$status $output" "^2 linerate devices: .*$words"
}
fails "an unknown format is refused" "none of table, records and json" --format=xml
fails "an operand is refused" "options only" eth0
fails "an unknown option is refused" "see 'linerate devices --help'" --nonsense
for speed in eth0=0 eth0=-1 eth0=fast 10G eth0=1G,eth0=2G; do
	LINERATE_SPEED=$speed fails "LINERATE_SPEED=$speed is refused" "LINERATE_SPEED"
done
status=0
output=$(devices 2>&1 >/dev/full) || status=$?
tap_like "a full disk is told" "$status $output" "^2 .*cannot write the list of interfaces"
tap_done
