#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# What cannot be tested is said in one sentence that names the thing, in bounded time, with the
# exit status that is promised, and nothing stays behind.

set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"

# attempt OPTION...: starts a short test that waits for nothing; ends it after a minute. Sets
# STATUS, SECONDS_TAKEN, LAST (the last line of the result) and SAID (all of stderr).
attempt()
{
	local began=$SECONDS
	lab_in_machine timeout -k 5 60 "$LINERATE" test --duration=2 --iface-timeout=0 \
		--scan-timeout=0 --connect-timeout=1 --cpu-load-fail-threshold=100 "$@" \
		>"$LAB_DIR/out" 2>"$LAB_DIR/err"
	STATUS=$?
	SECONDS_TAKEN=$((SECONDS - began))
	LAST=$(tail -n 1 "$LAB_DIR/out")
	SAID=$(cat "$LAB_DIR/err")
}

# check_error NAME LAST_LINE_REGEX SECONDS OPTION...: ends with ERROR, status 2, in time.
check_error()
{
	local name=$1 regex=$2 limit=$3
	shift 3
	attempt "$@"
	tap_is "$name: exit status" "$STATUS" 2
	tap_like "$name: one sentence with the cause" "$LAST" "^ERROR [^ ]+: $regex"
	tap_ok "$name: within $limit seconds" test "$SECONDS_TAKEN" -le "$limit"
	tap_is "$name: nothing is left running" "$(ip netns pids "$(lab_netns machine)")" ""
}

# check_usage NAME STDERR_REGEX OPTION...: refused before anything is done, on stderr alone.
check_usage()
{
	local name=$1 regex=$2
	shift 2
	attempt "$@"
	tap_is "$name: exit status" "$STATUS" 2
	tap_like "$name: one sentence with the remedy" "$SAID" "^linerate test: $regex"
	tap_is "$name: in one line, and no result" "$(wc -l <"$LAB_DIR/err") $(wc -c <"$LAB_DIR/out")" "1 0"
}

test_targets()
{
	local here there
	there=$(lab_target_address eth1) here=$(lab_machine_address eth1)
	check_error "refused" "target-refused: port 6000 of $there refused" 5 \
		--target="$there" --port=6000 eth1
	check_error "refused by IPv6" "target-refused: port 6000 of " 5 \
		--target="$(lab_target_address6 eth1)" --port=6000 eth1
	check_error "unreachable" "target-unreachable: port 5201 of 10\.77\.1\.99 does not answer" 10 \
		--target=10.77.1.99 eth1
	check_error "no route" "no-route: there is no route to 10\.99\.0\.1 through eth1" 5 \
		--target=10.99.0.1 eth1
	check_error "a name without an address" "target-unresolvable: no\.such\.invalid has no" 20 \
		--target=no.such.invalid eth1
	check_error "the machine's own address" "local-target: $here is an address of this very" 5 \
		--target="$here" eth1
	check_error "no target" "no-target: " 5 eth1
}

test_interfaces()
{
	local there
	there=$(lab_target_address eth1)
	check_error "no carrier" "no-link: eth3 has no carrier" 5 --target="$there" eth3
	check_error "no address" "no-address: eth2 has no usable IPv4 address" 5 --target="$there" eth2
	check_error "unknown interface" "no-such-interface: there is no network interface 'nosuch'" 5 \
		--target="$there" nosuch
	check_error "loopback" "not-testable: lo is not for testing: loopback" 5 \
		--target="$there" lo
	LINERATE_ALLOW_VIRTUAL='' check_error "a virtual interface" "not-testable: eth1 .*virtual" 5 \
		--target="$there" eth1
}

test_usage()
{
	local there
	there=--target=$(lab_target_address eth1)
	check_usage "no interface" "IFACE is missing" "$there"
	check_usage "two interfaces" "'eth2' is one argument too many" "$there" eth1 eth2
	check_usage "an unknown option" "unknown option --bogus" "$there" --bogus eth1
	check_usage "no worker" "--threads: '0' is neither" "$there" --threads=0 eth1
	check_usage "a speed in words" "--speed: 'fast' is not a speed" "$there" --speed=fast eth1
	check_usage "no duration" "--duration: '0' is not a usable duration" "$there" --duration=0 eth1
	check_usage "a threshold beyond all" "--fail-threshold: " "$there" --fail-threshold=101 eth1
	check_usage "no port" "--port: " "$there" --port=65536 eth1
	check_usage "a file that cannot be written" "--json: cannot write '/nonexistent/x.json'" \
		"$there" --json=/nonexistent/x.json eth1
}

# A server that dies in the middle, or stays silent for ever, ends the test all the same.
test_targets_that_fail_in_the_middle()
{
	local pid signal
	for signal in KILL STOP; do
		lab_start_targets 5231 1
		lab_in_machine timeout -k 5 60 "$LINERATE" test --duration=3 --scan-timeout=0 --port=5231 \
			--cpu-load-fail-threshold=100 --target="$(lab_target_address eth1)" \
			--json="$LAB_DIR/$signal.json" eth1 >"$LAB_DIR/out" 2>"$LAB_DIR/err" &
		pid=$!
		lab_await 10 carries_traffic || tap_bail "no traffic to the server"
		lab_signal_target 5231 "$signal"
		wait "$pid"
		tap_is "a server that gets SIG$signal: exit status" "$?" 2
		tap_like "a server that gets SIG$signal: one sentence" "$(tail -n 1 "$LAB_DIR/out")" \
			'^ERROR eth1: (target-died|target-stalled|worker-lost|target-protocol)'
		tap_is "a server that gets SIG$signal: nothing is left running" \
			"$(ip netns pids "$(lab_netns machine)")" ""
		lab_stop_target 5231 KILL
	done
}

# carries_traffic: whether a megabyte went through the cable of eth1 since the last call.
carries_traffic()
{
	local now last=${FAR_BYTES-0}
	now=$(lab_far_bytes eth1)
	FAR_BYTES=$now
	[ "$((now - last))" -gt 1000000 ]
}

# machine_is_idle: whether no process is left in the machine under test.
machine_is_idle() { [ -z "$(ip netns pids "$(lab_netns machine)")" ]; }

# However a test ends, its workers end with it.
test_interrupt()
{
	local pid
	FAR_BYTES=$(lab_far_bytes eth1)
	ip netns exec "$(lab_netns machine)" env --default-signal=INT "$LINERATE" test --duration=60 \
		--target="$(lab_target_address eth1)" eth1 >"$LAB_DIR/out" 2>"$LAB_DIR/err" &
	pid=$!
	lab_await 10 carries_traffic || tap_bail "no traffic"
	kill -INT "$pid"
	tap_ok "an interrupted test ends within 5 seconds" lab_await 5 lab_is_gone "$pid"
	lab_await 5 machine_is_idle
	tap_is "and leaves no worker" "$(ip netns pids "$(lab_netns machine)")" ""
	ip netns exec "$(lab_netns machine)" "$LINERATE" test --duration=60 --scan-timeout=20 \
		--target="$(lab_target_address eth1)" eth1 >"$LAB_DIR/out" 2>"$LAB_DIR/err" &
	pid=$!
	disown "$pid"
	lab_await 30 carries_traffic || tap_bail "no traffic after an interrupted test"
	kill -KILL "$pid"
	lab_await 5 machine_is_idle
	tap_is "a test that is killed leaves no worker" "$(ip netns pids "$(lab_netns machine)")" ""
}

lab_require
lab_alone
lab_new
lab_add_nic eth1 --rate 1gbit
lab_add_nic eth2 --rate 1gbit --no-address
lab_add_nic eth3 --rate 1gbit
lab_pull_cable eth3
lab_start_targets 5201 1
export LINERATE_ALLOW_VIRTUAL=eth1,eth2,eth3
unset TEST_TARGET_IPERF LINERATE_SPEED

test_targets
test_interfaces
test_usage
test_targets_that_fail_in_the_middle
test_interrupt
tap_done
