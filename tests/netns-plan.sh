#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# `linerate plan` on real kernel objects, in a network namespace of its own. Sends nothing.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/tap.sh
. "$top_srcdir/tests/lib/tap.sh"

unset HWLOC_XMLFILE HWLOC_SYNTHETIC HWLOC_FSROOT HWLOC_THISSYSTEM
unset TEST_TARGET_IPERF LINERATE_SPEED LINERATE_ALLOW_VIRTUAL
namespace=linerate-plan-$$
trap 'ip netns del "$namespace" 2>/dev/null' EXIT
ip netns add "$namespace" 2>/dev/null || tap_skip_all "network namespaces need root"

net() { # arguments of ip...
	ip -n "$namespace" "$@"
}
plan() { # arguments of plan...; a sentence is one line
	ip netns exec "$namespace" "$LINERATE" plan "$@" --format=json |
		python3 -c 'import json, sys
d = json.load(sys.stdin)
plan = d["plan"]
print("ceiling %.2f mtu %d" % (plan["ceiling_mbps"] or 0, plan["frame"]["mtu_bytes"]))
print("reference %s %s" % (plan["reference_mbps"], plan["reference_source"]))
for sentence in plan["warnings"]: print(sentence)'
}
warns() { # claim, regular expression, arguments of plan...
	local claim=$1 words=$2
	shift 2
	tap_like "$claim" "$(plan "$@")" "$words"
}

net link add va type veth peer name vb
net link set va up
net link set vb up
net addr add 192.0.2.1/24 dev va

before=$(net -4 -o addr; net route)
tap_is "a sound interface has no warning" "$(plan va --allow-virtual --target 192.0.2.2)" \
	"ceiling 9414.82 mtu 1500
reference 10000 current"
warns "gigabit Ethernet has its ceiling" "^ceiling 941.48 mtu 1500" va --allow-virtual --speed 1G
warns "IPv6 has a lower one" "^ceiling 928.48 " va --allow-virtual --speed 1G --target 2001:db8::2
warns "a threshold above the ceiling is warned of" "threshold of 95 % is above the 94.15 %" \
	va --allow-virtual --fail-threshold 95
warns "a link below the reference is warned of" "runs at 10 Gb/s, below the 100 Gb/s" \
	va --allow-virtual --speed 100G
warns "a virtual interface that was not named is warned of" "va will not be tested: virtual" va
tap_is "nothing was changed by planning" "$(net -4 -o addr; net route)" "$before"

net link set va mtu 9000
warns "jumbo frames raise the ceiling" "^ceiling 9900.42 mtu 9000" va --allow-virtual
net link set vb down
warns "a missing link is warned of" "va has no link" va --allow-virtual
net link set vb up
net link add br0 type bridge
net link set va master br0
warns "a bridge port is warned of" "port of bridge br0: test br0" va --allow-virtual
net link set va nomaster
if ip netns exec "$namespace" ethtool -K va tso off >/dev/null 2>&1; then
	warns "offloads that are off are warned of" "off \(tcp-segmentation-offload\)" va --allow-virtual
else
	tap_skip "offloads that are off are warned of" "ethtool is not installed"
fi

tap_done
exit "$((TAP_FAILED > 0))"
