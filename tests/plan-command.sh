#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# `linerate plan` on the topologies of other machines and on this one. The golden files were checked
# by eye against lstopo; show what changed with: diff <(HWLOC_XMLFILE=... linerate plan ...) FILE
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}" "${LR_SHARED:?}"
# shellcheck source=tests/lib/tap.sh
. "$top_srcdir/tests/lib/tap.sh"

unset HWLOC_XMLFILE HWLOC_SYNTHETIC HWLOC_FSROOT HWLOC_THISSYSTEM
unset TEST_TARGET_IPERF LINERATE_SPEED LINERATE_ALLOW_VIRTUAL
golden=$top_srcdir/tests/golden/plan

elsewhere() { # topology, arguments of plan...
	local topology=$1
	shift
	HWLOC_XMLFILE=$topology HWLOC_THISSYSTEM=0 "$LINERATE" plan "$@"
}

topology() { # name: its file, whether recorded or ours
	if [ -e "$top_srcdir/tests/data/topologies/$1" ]; then
		echo "$top_srcdir/tests/data/topologies/$1"
	else
		echo "$LR_SHARED/topologies/$1"
	fi
}

plans_as_golden() { # golden file, topology, arguments of plan...
	local name=$1 file
	file=$(topology "$2")
	shift 2
	if [ -e "$file" ]; then
		tap_ok "$name is planned as it should be" \
			diff "$golden/$name.txt" <(elsewhere "$file" "$@" 2>&1)
	else
		tap_skip "$name is planned as it should be" "the recorded topologies are not here"
	fi
}

# json FIELD-EXPRESSION: of the document on standard input, which is bound to d.
json() {
	python3 -c 'import json, sys; d = json.load(sys.stdin); print(eval(sys.argv[1]))' "$1"
}

refused() { # claim, words of the message, command...
	local claim=$1 words=$2 message status=0
	shift 2
	message=$("$@" 2>&1 >/dev/null) || status=$?
	tap_is "$claim" "$status $(wc -l <<<"$message") $(grep -c -F -- "$words" <<<"$message")" "2 1 1"
	tap_diag "$message"
}

into_full_output() { # arguments of linerate...
	"$LINERATE" "$@" >/dev/full
}

plans_as_golden cpuset-16amd64 16amd64-8n2c-cpusets.xml eth2 --speed 100G
plans_as_golden virtual-functions 16intel64-manyVFs.xml eth6 --speed 25G --target 192.0.2.1
plans_as_golden node-4-of-24 192em64t-24n8c2t.xml eth2 --speed 100G
plans_as_golden asked-siblings 192em64t-24n8c2t.xml eth0 --speed 100G --threads 18
plans_as_golden second-package 32em64t-2n8c2t-pci-wholeio.xml eth0 --speed 40G --runs 4 \
	--duration 15m --target '[2001:db8::1]:6000,server' --fail-threshold 93
plans_as_golden group-of-packages 96em64t-4n4d3ca2co-pci.xml eth2 --speed 100G
plans_as_golden one-below-10g 96em64t-4n4d3ca2co-pci.xml eth2 --speed 1G
plans_as_golden hybrid fakecpukinds.xml eth2 --speed 100G --threads 4
plans_as_golden too-many-asked fakecpukinds.xml eth2 --speed 100G --threads 5
plans_as_golden narrow-slot odd-places.xml right2 --speed 25G --bidirectional
plans_as_golden restricted-node odd-places.xml right0 --speed 10G

odd=$(topology odd-places.xml)
document=$(elsewhere "$odd" right0 --speed 1G --format=json)
tap_is "the ceiling of gigabit Ethernet is 941.48 Mb/s" \
	"$(json 'round(d["plan"]["ceiling_mbps"], 2)' <<<"$document")" 941.48
tap_is "the JSON names the schema" "$(json 'd["schema"]' <<<"$document")" linerate-plan/1
tap_is "the JSON says whose topology it is" "$(json 'd["topology"]["elsewhere"]' <<<"$document")" True
tap_is "ports go up from --port" "$(elsewhere "$odd" usb0 --speed 10G --port 6000 --format=json |
	json '[w["port"] for w in d["plan"]["workers"]]')" "[6000, 6001, 6002]"
tap_is "the environment overrides the speed" "$(LINERATE_SPEED=eth9=10G,right0=200G \
	elsewhere "$odd" right0 --format=json |
	json '[d["plan"]["reference_mbps"], d["plan"]["reference_source"]]')" "[200000, 'override']"
tap_is "the option wins over the environment" "$(LINERATE_SPEED=right0=200G \
	elsewhere "$odd" right0 --speed 25G --format=json | json 'd["plan"]["reference_mbps"]')" 25000

cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
tap_is "the affinity mask is kept" "$(taskset -c "$cpu" "$LINERATE" plan lo --speed 100G --format=json |
	json '[w["cpu"] for w in d["plan"]["workers"]]')" "[$cpu]"

# A cpuset of one CPU, entered by a shell of its own; gone when that shell has ended.
cpuset=/sys/fs/cgroup/cpuset/linerate-test-$$
in_cpuset() { # command...
	bash -c 'echo $$ >"$1/tasks" && shift && "$@"' - "$cpuset" "$@"
}
make_cpuset() {
	mkdir "$cpuset" && echo 0 >"$cpuset/cpuset.mems" && echo "$cpu" >"$cpuset/cpuset.cpus"
}
trap 'rmdir "$cpuset" 2>/dev/null' EXIT
if make_cpuset 2>/dev/null; then
	tap_is "the cpuset is kept" "$(in_cpuset "$LINERATE" plan lo --speed 100G --format=json |
		json '[w["cpu"] for w in d["plan"]["workers"]]')" "[$cpu]"
else
	tap_skip "the cpuset is kept" "no cpuset can be made here: needs root and cgroup version 1"
fi

tap_is "an interface of this machine is planned on this machine" \
	"$("$LINERATE" plan lo --format=json | json 'd["topology"]["elsewhere"]')" False
tap_like "what cannot be tested is warned of" "$("$LINERATE" plan lo)" "lo will not be tested"

refused "an unknown interface is an error" "no network interface 'no-such-if'" \
	"$LINERATE" plan no-such-if
refused "a missing interface is an error" "IFACE is missing" "$LINERATE" plan
refused "two interfaces are an error" "'eth1' is one argument too many" "$LINERATE" plan eth0 eth1
refused "an unknown option is an error" "--sped" "$LINERATE" plan lo --sped 1G
refused "an unknown format is an error" "'xml'" "$LINERATE" plan lo --format=xml
refused "nonsense in LINERATE_SPEED is an error" "LINERATE_SPEED" \
	env LINERATE_SPEED=lo=fast "$LINERATE" plan lo
refused "a topology that is not there is an error" "HWLOC_XMLFILE=/nonexistent.xml" \
	elsewhere /nonexistent.xml eth2
refused "a topology that is none is an error" "HWLOC_XMLFILE=/dev/null" elsewhere /dev/null eth2
refused "a full standard output is an error" "standard output" \
	into_full_output plan lo --speed 1G

tap_done
exit "$((TAP_FAILED > 0))"
