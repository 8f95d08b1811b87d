#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Prints what listing 10, 100, 1,000 and 10,000 interfaces costs: real ones in network namespaces of
# their own; where that is not allowed, a generated tree under umockdev, which is some times slower.
set -eu
bench=${1:?the program to run}
namespace=lr-bench-$$
trap 'ip netns del "$namespace" 2>/dev/null || :' EXIT

real() { # number of interfaces, the loopback included
	ip netns add "$namespace"
	for ((i = 1; i < $1; i += 2)); do
		echo "link add a$i type veth peer name b$i"
	done | ip -n "$namespace" -batch -
	[ $(($1 % 2)) -eq 1 ] || ip -n "$namespace" link del a1
	[ $(($1 % 2)) -eq 1 ] || ip -n "$namespace" link add name a1 type bridge
	ip netns exec "$namespace" "$bench" here
	ip netns del "$namespace"
}

if ip netns add "$namespace" 2>/dev/null; then
	ip netns del "$namespace"
	echo "real interfaces in a network namespace:"
	how=real
else
	echo "a tree under umockdev:"
	how="umockdev-wrapper $bench"
fi
"$bench"
for number in ${sizes:-10 100 1000 10000}; do $how "$number"; done
