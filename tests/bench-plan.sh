#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Prints how long `linerate plan` takes from start to end; run by `make bench-plan`.
set -eu
: "${LINERATE:?}" "${LR_SHARED:?}"
runs=20

measure() { # name, command...
	local name=$1 before after i
	shift
	before=$(date +%s%N)
	for ((i = 0; i < runs; i++)); do "$@" >/dev/null; done
	after=$(date +%s%N)
	awk -v name="$name" -v ns=$((after - before)) -v runs=$runs \
		'BEGIN { printf "%-40s %7.1f ms\n", name, ns / runs / 1e6 }'
}

measure "this machine, lo" "$LINERATE" plan lo
for file in "$LR_SHARED"/topologies/*.xml; do
	measure "$(basename "$file"), eth2" env HWLOC_XMLFILE="$file" HWLOC_THISSYSTEM=0 \
		"$LINERATE" plan eth2 --speed 100G
done
