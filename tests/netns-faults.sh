#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Whatever a lab does to a test, it ends in time, names the cause, and leaves nothing behind.
# FAULTS="name name" runs those rows only, FAULTS_WITHOUT all but those.
# shellcheck disable=SC2016,SC2034,SC2317 # rows are called by name; inner shells expand
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/faults.sh
. "$top_srcdir/tests/lib/faults.sh"
lab_require
for tool in cc python3 prlimit pgrep strace; do
	command -v "$tool" >/dev/null || tap_skip_all "$tool is not installed"
done

# ---- All is well: the table itself can tell.

fault healthy pass: 0 8
check_healthy()
{
	jq -e '.attempts[-1].at_ns < 1000000000' "$RESULT" >/dev/null ||
		echo "the attempt is not told by when it began"
}
fault healthy-reverse pass: 0 8 --reverse
fault healthy-both-ways pass: 0 8 --bidirectional
prepare_healthy-both-ways() { lab_start_targets 5201 2; }
check_healthy-both-ways()
{
	jq -e '.runs[0] | .goodput_mbps > 50 and .reverse_goodput_mbps > 50' "$RESULT" >/dev/null ||
		jq -c '.runs[0] | [.goodput_mbps, .reverse_goodput_mbps]' "$RESULT"
}
fault hostile-server-that-behaves pass: 0 8
prepare_hostile-server-that-behaves() { hostile none; }
fault hostile-server-that-behaves-in-reverse pass: 0 8 --reverse
prepare_hostile-server-that-behaves-in-reverse() { hostile none; }
fault several-runs pass: 0 14 --runs 3 --duration 1s
check_several-runs() { jq -e '.runs | length == 3' "$RESULT" >/dev/null || echo "not three runs"; }

# ---- No server, or not one of iperf3.

fault refused error:target-refused 2 6
prepare_refused() { :; }
fault no-neighbour-answers error:target-unreachable 2 14
prepare_no-neighbour-answers() { TARGET=10.77.1.99; }
fault address-never-answers error:target-unreachable 2 14
prepare_address-never-answers() { machine_ip route add 10.99.0.0/24 via 10.77.1.1; TARGET=10.99.0.1; }
for way in closes echo http silence garbage half-handshake server-error; do
	fault "$way" error:target-protocol 2 20
	eval "prepare_$way() { hostile $way; }"
done
fault drops-its-queue-for-a-moment pass: 0 14
prepare_drops-its-queue-for-a-moment() { hostile closes-first 5201 2; }
fault agrees-and-never-starts error:target-stalled 2 22
prepare_agrees-and-never-starts() { hostile no-start; }
fault sends-nothing-in-reverse error:target-stalled 2 22 --reverse
prepare_sends-nothing-in-reverse() { hostile sends-nothing; }
fault busy error:target-busy 2 8
prepare_busy() { hostile busy; }
check_busy() { jq -e '.attempts | length > 1' "$RESULT" >/dev/null || echo "not tried again"; }
fault busy-for-a-while pass: 0 20 --scan-timeout 15s
prepare_busy-for-a-while() { hostile busy-first 5201 3; }
check_busy-for-a-while()
{
	jq -e '[.attempts[].cause.id] | .[0] == "target-busy" and .[-1] == null' "$RESULT" >/dev/null ||
		jq -c '[.attempts[].cause.id]' "$RESULT"
}
fault server-comes-late pass: 0 25 --scan-timeout 20s
prepare_server-comes-late() { :; }
during_server-comes-late() { sleep 2; lab_start_targets 5201 1; }

# ---- In the middle of the work.

fault server-killed error:target-died 2 8
during_server-killed() { data_flows; lab_stop_target 5201 KILL; }
fault server-ended error:target-died 2 8
during_server-ended() { data_flows; lab_stop_target 5201 TERM; }
fault server-restarted error:target-died 2 8
during_server-restarted() { data_flows; lab_stop_target 5201 KILL; lab_start_targets 5201 1; }
fault server-frozen error:target-stalled 2 28
during_server-frozen() { data_flows; lab_signal_target 5201 STOP; }
fault server-frozen-in-reverse error:target-stalled 2 28 --reverse
during_server-frozen-in-reverse() { data_flows; lab_signal_target 5201 STOP; }
fault server-frozen-in-a-long-run error:target-stalled 2 72 --duration 15m
during_server-frozen-in-a-long-run() { data_flows; lab_signal_target 5201 STOP; }
fault server-stops-for-a-moment pass: 0 14 --duration 8s --fail-threshold 40
during_server-stops-for-a-moment()
{
	data_flows
	lab_signal_target 5201 STOP
	sleep 2
	lab_signal_target 5201 CONT
}
fault stops-reading error:target-stalled 2 28
prepare_stops-reading() { hostile stops-reading; }
# libiperf 3.18 does not notice; three seconds without connections are enough.
fault data-reset error:target-died 2 12 --duration 8s
prepare_data-reset() { hostile resets-data; }
fault server-says-goodbye error:target-died 2 8
prepare_server-says-goodbye() { hostile terminates; }
fault one-of-two-servers-killed error:target-died 2 8 --threads 2
prepare_one-of-two-servers-killed() { lab_start_targets 5201 2; }
during_one-of-two-servers-killed() { data_flows; lab_stop_target 5202 KILL; }

# ---- Results that cannot be believed.

for way in not-json a-list negative not-a-number half-the-time two-streams; do
	fault "results-$way" error:target-protocol 2 8
	eval "prepare_results-$way() { hostile $way; }"
done
fault results-too-many-bytes error:implausible-count 2 8
prepare_results-too-many-bytes() { hostile too-many-bytes; }
# Where it finds no number, libiperf 3.12 takes 0 for it, and 3.18 gives up.
for way in no-bytes text no-streams; do
	fault "results-$way" "error:target-(stalled|protocol)" 2 10
	eval "prepare_results-$way() { hostile $way; }"
done
# libiperf 3.12 waits for good, 3.18 for ten seconds.
fault results-never-come "error:target-(stalled|protocol)" 2 28
prepare_results-never-come() { hostile no-results; }
fault results-are-endless "error:target-(stalled|protocol)" 2 28
prepare_results-are-endless() { hostile endless-results; }
fault results-too-large pass: 0 12
prepare_results-too-large() { hostile too-large; }
fault results-without-time pass: 0 8
prepare_results-without-time() { hostile no-time; }
fault results-come-late pass: 0 20
prepare_results-come-late() { hostile slow-results 5201 6; }
fault no-goodbye error:target-died 2 12
prepare_no-goodbye() { hostile no-goodbye; }


# ---- The way to the target.

fault own-address error:local-target 2 4
prepare_own-address() { TARGET=10.77.1.11; }
fault loopback error:local-target 2 4
prepare_loopback() { TARGET=127.0.0.1; }
fault no-route error:no-route 2 6
prepare_no-route() { TARGET=192.0.2.1; }
fault no-targets-but-commas error:no-target 2 4
prepare_no-targets-but-commas() { TARGET=" , ,"; }
fault no-address error:no-address 2 6
prepare_no-address() { lab_start_targets 5201 1; machine_ip address flush dev eth1; }
fault address-is-tentative error:no-address 2 6
prepare_address-is-tentative()
{
	lab_start_targets 5201 1
	TARGET=fd77:1::1
	machine_ip -6 address flush dev eth1
	# A duplicate that will not be found, since detection takes a minute.
	lab_do lab_in_machine sh -c 'cd /proc/sys/net/ipv6; echo 60 >conf/eth1/dad_transmits
		echo 1 >conf/eth1/accept_dad; echo 1 >conf/all/accept_dad'
	machine_ip address add fd77:1::11/64 dev eth1
}
fault address-comes-late pass: 0 14 --iface-timeout 10s
prepare_address-comes-late() { lab_start_targets 5201 1; machine_ip address flush dev eth1; }
during_address-comes-late() { sleep 2; lab_add_addresses eth1; }
fault route-comes-late pass: 0 14 --iface-timeout 10s
prepare_route-comes-late() { lab_add_remote eth1; lab_start_targets 5201 1 --in remote
	TARGET=10.78.0.2; machine_ip route del 10.78.0.0/24; }
during_route-comes-late() { sleep 2; machine_ip route add 10.78.0.0/24 via 10.77.1.1; }
fault target-behind-a-gateway pass: 0 8
prepare_target-behind-a-gateway()
{
	lab_add_remote eth1
	lab_start_targets 5201 1 --in remote
	TARGET=10.78.0.2
}
fault no-link error:no-link 2 6
prepare_no-link() { lab_pull_cable eth1; }
fault interface-down error:no-link 2 6
prepare_interface-down() { machine_ip link set eth1 down; }
fault link-comes-late pass: 0 14 --iface-timeout 10s
prepare_link-comes-late() { lab_start_targets 5201 1; lab_pull_cable eth1; }
during_link-comes-late() { sleep 2; lab_plug_cable eth1; }

fault ipv6 pass: 0 8
prepare_ipv6() { lab_start_targets 5201 1; TARGET='[fd77:1::1]:5201'; }
fault link-local-with-zone pass: 0 8
prepare_link-local-with-zone() { lab_start_targets 5201 1; TARGET=$(target_link_local)%eth1; }
fault link-local-without-zone pass: 0 8
prepare_link-local-without-zone() { lab_start_targets 5201 1; TARGET=$(target_link_local); }
fault zone-of-another-interface error:no-route 2 6
prepare_zone-of-another-interface() { TARGET=fe80::1%eth7; }
target_link_local()
{
	lab_await 5 lab_in_target sh -c '[ -n "$(ip -6 -o address show dev net1 scope link -tentative)" ]'
	lab_in_target ip -6 -o address show dev net1 scope link | sed 's/.*inet6 \([^/]*\).*/\1/'
}

# with_hosts LINE...: the program sees a hosts file and a name server of its own, in its own mounts.
with_hosts()
{
	printf '%s\n' "$@" >"$LAB_DIR/hosts"
	echo 'nameserver 10.77.1.66' >"$LAB_DIR/resolv.conf"
	PROGRAM=(unshare --mount sh -c 'mount --bind "$1/hosts" /etc/hosts &&
		mount --bind "$1/resolv.conf" /etc/resolv.conf && shift && exec "$@"' sh "$LAB_DIR")
}
fault name-with-several-addresses pass: 0 20
prepare_name-with-several-addresses()
{
	# A family without a server, an address without a host, then the target.
	lab_start_targets 5201 1 -4
	with_hosts "fd77:1::1 lab" "10.77.1.99 lab" "10.77.1.1 lab"
	TARGET=lab
}
check_name-with-several-addresses()
{
	jq -e '.attempts | length > 1 and .[-1].address == "10.77.1.1"' "$RESULT" >/dev/null ||
		jq -c '[.attempts[] | [.address, .cause.id]]' "$RESULT"
}
fault name-of-a-family-that-is-not-here pass: 0 12
prepare_name-of-a-family-that-is-not-here()
{
	lab_start_targets 5201 1
	machine_ip -6 address flush dev eth1
	with_hosts "fd77:1::1 lab" "10.77.1.1 lab"
	TARGET=lab
}
fault second-target-is-taken pass: 0 10
prepare_second-target-is-taken() { lab_start_targets 5201 1; TARGET=" 10.77.1.1:5999 , ,10.77.1.1,"; }
fault name-behind-a-target-that-serves pass: 0 8
prepare_name-behind-a-target-that-serves() { lab_start_targets 5201 1; with_hosts; TARGET=10.77.1.1,lab; }
fault name-does-not-resolve error:target-unresolvable 2 24
prepare_name-does-not-resolve() { with_hosts; TARGET=lab; }
fault interrupted-while-resolving error:interrupted 2 4
prepare_interrupted-while-resolving() { with_hosts; TARGET=lab; }
during_interrupted-while-resolving() { sleep 1; kill -INT "$PID"; }

fault some-ports-missing fail:ports-missing 1 12 --threads 4
prepare_some-ports-missing() { lab_start_targets 5201 2; }
check_some-ports-missing()
{
	jq -e '.runs[0].workers | length == 2' "$RESULT" >/dev/null || echo "not two workers"
}
fault a-port-is-filtered fail:ports-missing 1 20 --threads 2
prepare_a-port-is-filtered() { lab_start_targets 5201 1; hostile deaf 5202; }

# ---- The path.

fault full-segments-vanish fail:mtu-blackhole 1 30
prepare_full-segments-vanish()
{
	lab_start_targets 5201 1
	lab_do lab_in_machine ethtool -K eth1 tso off gso off
	lab_do ip -n "$(lab_netns switch)" link set u1 mtu 1000
}
fault replies-at-another-port error:replies-elsewhere 2 20
prepare_replies-at-another-port() { lab_add_nic eth2 --subnet 1; lab_start_targets 5201 1; redirect_replies; }
fault replies-move-to-another-port error:replies-elsewhere 2 30
prepare_replies-move-to-another-port() { lab_add_nic eth2 --subnet 1; lab_start_targets 5201 1; }
during_replies-move-to-another-port() { data_flows; redirect_replies; }
redirect_replies()
{
	lab_do ip -n "$(lab_netns target)" neighbour replace 10.77.1.11 nud permanent dev net1 \
		lladdr "$(lab_in_machine cat /sys/class/net/eth2/address)"
}
fault two-ports-of-one-subnet pass: 0 8
prepare_two-ports-of-one-subnet() { two_ports_of_one_subnet; }
two_ports_of_one_subnet()
{
	# eth2 comes first in the routing table.
	lab_add_nic eth2 --subnet 1
	machine_ip route del 10.77.1.0/24 dev eth1
	machine_ip route append 10.77.1.0/24 dev eth1 src 10.77.1.11 metric 500
	lab_start_targets 5201 1
}
check_two-ports-of-one-subnet()
{
	[ "$(lab_far_bytes eth2)" -lt 100000 ] || echo "eth2 carried $(lab_far_bytes eth2) bytes"
	[ "$(lab_far_bytes eth1)" -gt 10000000 ] || echo "eth1 carried $(lab_far_bytes eth1) bytes"
}

fault traffic-through-another-port error:wrong-path 2 8
prepare_traffic-through-another-port()
{
	two_ports_of_one_subnet
	compile no-binding
	PROGRAM=(env LD_PRELOAD="$LAB_DIR/no-binding.so")
}

# ---- The interface in mid-run.

fault carrier-lost-for-good fail:link-flap 1 32
during_carrier-lost-for-good() { data_flows; lab_pull_cable eth1; }
fault carrier-lost-for-a-second "pass:|fail:link-flap" "[01]" 16 --duration 9s
during_carrier-lost-for-a-second() { data_flows; lab_pull_cable eth1; sleep 1; lab_plug_cable eth1; }
check_carrier-lost-for-a-second()
{
	jq -e '.runs[0].complete' "$RESULT" >/dev/null || echo "the run is not complete"
}
fault address-removed error:no-address 2 32
during_address-removed() { data_flows; machine_ip address flush dev eth1; }
fault interface-deleted error:no-such-interface 2 8
during_interface-deleted() { data_flows; machine_ip link del eth1; }
fault interface-renamed pass: 0 10 --duration 5s
during_interface-renamed()
{
	data_flows
	ip -n "$(lab_netns machine)" link set eth1 name eth9 2>/dev/null && return
	# Kernels before 6.2 rename only what is down.
	machine_ip link set eth1 down
	machine_ip link set eth1 name eth9
	machine_ip link set eth9 up
}
check_interface-renamed()
{
	jq -e '.runs[0].samples | .[-1].counters.tx_bytes > .[0].counters.tx_bytes' "$RESULT" >/dev/null ||
		echo "the samples lost the interface"
}

# ---- The own worker.

fault worker-killed error:worker-lost 2 8
during_worker-killed() { data_flows; signal_workers KILL; }
fault worker-stopped error:worker-lost 2 30
during_worker-stopped() { data_flows; signal_workers STOP; }
fault worker-without-descriptors error:worker-lost 2 12
prepare_worker-without-descriptors() { hostile slow-handshake 5201 2; }
during_worker-without-descriptors()
{
	lab_await 5 worker_is_connected
	prlimit --pid "$(workers)" --nofile=4:4
}
fault worker-without-memory error:worker-lost 2 12
prepare_worker-without-memory() { hostile slow-handshake 5201 2; }
during_worker-without-memory()
{
	lab_await 5 worker_is_connected
	prlimit --pid "$(workers)" --as=4096:4096
}
worker_is_connected() { [ -n "$(lab_in_machine ss -Htn state established dst 10.77.1.1)" ]; }
fault worker-without-temporary-folder error:worker-lost 2 8
prepare_worker-without-temporary-folder()
{
	lab_start_targets 5201 1
	PROGRAM=(env TMPDIR=/proc/no-such-folder)
}
fault temporary-folder-is-full error:worker-lost 2 8
prepare_temporary-folder-is-full()
{
	lab_start_targets 5201 1
	PROGRAM=(unshare --mount sh -c 'mount -t tmpfs -o size=64k none "$TMPDIR" && exec "$@"' sh)
}

# ---- The own process.

fault program-killed null:nothing 137 4 --duration 60s
during_program-killed()
{
	local pids begun
	data_flows
	pids=$(workers)
	kill -KILL "$PID"
	lab_await 1 is_gone_all "$pids" || echo "workers outlive the program by a second"
}
prepare_program-killed() { lab_start_targets 5201 2; echo '{"verdict":{"outcome":null,"causes":[{"id":"nothing"}]}}' >"$RESULT"; }
is_gone_all() { local pid; for pid in $1; do lab_is_gone "$pid" || return 1; done; }
for signal in INT TERM HUP; do
	fault "interrupted-by-$signal" error:interrupted 2 5 --duration 60s
	eval "during_interrupted-by-$signal() { data_flows; kill -$signal \"\$PID\"; }"
	eval "check_interrupted-by-$signal() { is_marked_partial; }"
done
is_marked_partial()
{
	jq -e '.runs[0] | .complete == false and (.samples[-1].counters.tx_bytes > 1000000)' "$RESULT" \
		>/dev/null || echo "the partial result is not there, or not marked"
	grep -q '^ERROR.*interrupted' "$OUT" || echo "the report does not say so: $(tail -1 "$OUT")"
}
fault hangup-under-nohup pass: 0 10 --duration 4s
prepare_hangup-under-nohup() { lab_start_targets 5201 1; PROGRAM=(nohup); }
during_hangup-under-nohup() { data_flows; kill -HUP "$PID"; }
fault group-terminated error:interrupted 2 5 --duration 60s
during_group-terminated() { data_flows; kill -TERM "$PID"; signal_workers TERM; }
check_group-terminated() { is_marked_partial; }
fault interrupted-between-runs error:interrupted 2 8 --duration 1s --runs 100
during_interrupted-between-runs() { sleep 2.5; kill -INT "$PID"; }
fault interrupted-while-waiting error:interrupted 2 4 --iface-timeout 60s
prepare_interrupted-while-waiting() { lab_pull_cable eth1; }
during_interrupted-while-waiting() { sleep 1; kill -TERM "$PID"; }
fault interrupted-while-scanning error:interrupted 2 4 --scan-timeout 60s
prepare_interrupted-while-scanning() { hostile busy; }
during_interrupted-while-scanning() { sleep 1; kill -TERM "$PID"; }

fault stdout-full pass: 2 8
prepare_stdout-full() { lab_start_targets 5201 1; PROGRAM=(sh -c 'exec "$@" >/dev/full' sh); }
fault stdout-closed pass: 2 8
prepare_stdout-closed() { lab_start_targets 5201 1; PROGRAM=(sh -c 'exec "$@" >&-' sh); }
fault all-three-closed pass: 2 8
prepare_all-three-closed() { lab_start_targets 5201 1; PROGRAM=(sh -c 'exec "$@" <&- >&- 2>&-' sh); }
fault reader-of-stdout-gone pass: 2 8
prepare_reader-of-stdout-gone()
{
	lab_start_targets 5201 1
	# A pipe whose other end is closed.
	PROGRAM=(python3 -c 'import os, sys
r, w = os.pipe(); os.dup2(w, 1); os.close(r); os.close(w)
os.execvp(sys.argv[1], sys.argv[1:])')
}
fault disk-full-for-the-result null:nothing 2 8
prepare_disk-full-for-the-result()
{
	lab_start_targets 5201 1
	PROGRAM=(unshare --mount --propagation unchanged sh -c '
		mount --make-private / 2>/dev/null; mount -t tmpfs -o size=4k none "$0" &&
		"$@"; status=$?; ls -A "$0" >"$0.left"; exit $status' "$LAB_DIR/json")
	echo '{"verdict":{"outcome":null,"causes":[{"id":"nothing"}]}}' >"$RESULT"
}
check_disk-full-for-the-result()
{
	[ -z "$(cat "$LAB_DIR/json.left")" ] || echo "left on the full disk: $(cat "$LAB_DIR/json.left")"
	grep -q 'No space left' "$ERR" || echo "not said: $(tail -1 "$ERR")"
	grep -q '^PASS' "$OUT" || echo "the report on stdout is missing"
}

fault clock-is-stepped pass: 0 8
prepare_clock-is-stepped()
{
	lab_start_targets 5201 1
	# Real time jumps by a day every fifth of a second, forth and back.
	compile clock-step
	PROGRAM=(env LD_PRELOAD="$LAB_DIR/clock-step.so")
}
check_clock-is-stepped()
{
	jq -e '.runs[0] | .window_ns > 2.9e9 and .window_ns < 3.5e9' "$RESULT" >/dev/null ||
		jq -c '.runs[0].window_ns' "$RESULT"
}

# ---- Without privilege.

fault not-root pass: 0 8
prepare_not-root() { lab_start_targets 5201 1; be_nobody; }
fault kernel-that-asks-for-a-capability error:no-permission 2 8
prepare_kernel-that-asks-for-a-capability()
{
	lab_start_targets 5201 1
	# Before Linux 5.7 binding to a device needed CAP_NET_RAW.
	PROGRAM=(strace -f -qq -o /dev/null -e trace=setsockopt -e inject=setsockopt:error=EPERM)
}
check_kernel-that-asks-for-a-capability() { grep -q CAP_NET_RAW "$OUT" || echo "CAP_NET_RAW is not named"; }
be_nobody()
{
	chmod 755 "$LAB_DIR"
	chmod 777 "$LAB_DIR/tmp" "$LAB_DIR/json"
	PROGRAM=(setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all --no-new-privs --)
}

run_faults "${FAULTS_AT_ONCE-8}"
