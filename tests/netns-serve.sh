#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# linerate serve, with stock iperf3 as its client: it serves every direction, and a real client gets
# its test within seconds whatever else happens to the port.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"
lab_require
command -v python3 >/dev/null || tap_skip_all "python3 is not installed"
lab_alone
lab_new
# Slow enough that a busy machine is not what is measured.
RATE=200mbit
lab_add_nic eth1 --rate $RATE
lab_add_nic eth2

ADDRESS=$(lab_target_address eth1)
OTHER_ADDRESS=$(lab_target_address eth2)
LOG=$LAB_DIR/serve.log

# serve LOG OPTION...: starts a target and waits until it is ready. Sets SERVE to its process id.
serve()
{
	local log=$1
	shift
	lab_spawn target "$log" "$LINERATE" serve "$@"
	SERVE=$LAB_SPAWNED
	lab_await 10 grep -q ' ready: ' "$log" || tap_bail "linerate serve is not ready: $(cat "$log")"
}

# client OPTION...: one test by a stock client; its JSON in CLIENT_JSON.
client()
{
	CLIENT_JSON=$(lab_in_machine timeout 20 iperf3 --json --connect-timeout 2000 "$@") &&
		[ "$(jq -r '.error // empty' <<<"$CLIENT_JSON")" = "" ]
}
client_value() { jq -r "$1" <<<"$CLIENT_JSON"; }
client_error() { jq -r '.error // empty' <<<"$CLIENT_JSON"; }

# served_within SECONDS PORT [ADDRESS]: a client that tries again gets its test in that time.
served_within()
{
	lab_await "$1" client -c "${3-$ADDRESS}" -p "$2" -n 1M
}

# fills_link OPTION...: the receiver's figure of a test is what the link carries. Another program
# that takes the cores away can spoil one try, so there are some; a hypervisor that takes them a little
# all the time costs some per cent.
fills_link() { lab_await 30 fills_link_once "$@"; }
fills_link_once()
{
	client -c "$ADDRESS" -t 2 -C cubic "$@" &&
		awk -v got="$(client_value '.end.sum_received.bits_per_second / 1e6')" \
			-v want="$(lab_payload_mbps $RATE)" \
			'BEGIN { exit !(got > 0.9 * want && got < 1.02 * want) }'
}

# server_of PORT: process id of the server of a port.
server_of() { pgrep -P "$SERVE" -f -- "--port=$1 "; }

has_new_server() { local now; now=$(server_of "$1") && [ "$now" != "$2" ]; }

# running_client NAME OPTION...: a client in the background, in the middle of its test. Sets CLIENT.
running_client()
{
	local log=$LAB_DIR/$1.log
	shift
	lab_spawn machine "$log" iperf3 --forceflush -i 0.2 "$@"
	CLIENT=$LAB_SPAWNED
	lab_await 10 grep -q 'bits/sec' "$log" || tap_bail "the client did not start: $(cat "$log")"
}

# ---- It serves.

serve "$LOG" --ports 2
tap_like "the ready line names addresses, ports and cores" "$(cat "$LOG")" \
	'^linerate serve: ready: \[::\]:5201 to 5202, 2 servers, core [0-9]+ [0-9]+$'

tap_ok "forward: a stock client is content, and got what the link carries" fills_link
fills_link -R
tap_is "reverse: a stock client is content, and got what the link carries" $? 0
tap_ok "reverse: the target tells its retransmits" \
	test "$(client_value '.end.sum_sent.retransmits | type')" = number
client -c "$ADDRESS" -t 2 --bidir
tap_is "both ways: a stock client is content" "$(client_error)" ""
tap_ok "both ways: either direction moved data" test "$(client_value \
	'.end.sum_received.bytes > 1e6 and .end.sum_received_bidir_reverse.bytes > 1e6')" = true
client -c "$ADDRESS" -t 2 -P 4
tap_is "four streams: a stock client is content" "$(client_error)" ""
tap_is "four streams: each was received" \
	"$(client_value '[.end.streams[].receiver.bytes | select(. > 1e6)] | length')" 4
client -c "$ADDRESS" -t 2 -P 3 -R
tap_is "three streams in reverse: each was received" \
	"$(client_value '[.end.streams[].receiver.bytes | select(. > 1e6)] | length')" 3
client -c "$ADDRESS" -n 20M -R
tap_near "a test of so many bytes ends after them" \
	"$(client_value '.end.sum_received.bytes / 1048576')" 20 20
fills_link -O 1
tap_is "an omitted start is left out of the bytes" $? 0
tap_near "an omitted start is left out of the seconds" \
	"$(client_value '.end.sum_received.seconds')" 2 3
client -c "$ADDRESS" -t 2 -R -b 50M
tap_near "the target keeps the rate that was asked for" \
	"$(client_value '.end.sum_received.bits_per_second / 1e6')" 50 5
client -c "$ADDRESS" -t 1 -R -C reno
tap_is "the target uses the congestion control that was asked for" \
	"$(client_value '.end.sender_tcp_congestion')" reno
client -c "$(lab_target_address6 eth1)" -t 1
tap_is "IPv6: a stock client is content" "$(client_error)" ""
client -c "$ADDRESS" -u -t 1
tap_like "UDP is refused in words" "$(client_error)" 'not implemented'
tap_ok "and the log says why" grep -q 'refused: it asks for UDP' "$LOG"

running_client busy -c "$ADDRESS" -t 3
client -c "$ADDRESS" -t 1
tap_like "a second client of a port is told that it is busy" "$(client_error)" 'busy'
client -c "$ADDRESS" -p 5202 -t 1
tap_is "another port serves meanwhile" "$(client_error)" ""
lab_await 10 lab_is_gone "$CLIENT"

linerate_test_passes()
{
	lab_in_machine "$LINERATE" test eth1 --allow-virtual --target "$ADDRESS" --speed 200M \
		--threads 2 --cpu-load-fail-threshold 100 --duration 3s
}
tap_ok "linerate test with two workers passes" lab_await 30 linerate_test_passes

# ---- Nobody keeps a client out.

# attack KIND PORT: in the background, from the machine's other interface. Sets ATTACK
# to its process id.
attack()
{
	ATTACK_LOG=$LAB_DIR/$1.log
	lab_spawn machine "$ATTACK_LOG" \
		python3 "$top_srcdir/tests/lib/hostile-client.py" "$1" "$OTHER_ADDRESS" "$2"
	ATTACK=$LAB_SPAWNED
	lab_await 20 grep -q attacking "$ATTACK_LOG" ||
		tap_bail "the attack does not begin: $(cat "$ATTACK_LOG")"
}
end_attack()
{
	kill -TERM "$ATTACK"
	lab_await 5 lab_is_gone "$ATTACK"
	tap_diag "$1: connections, seconds: $(tail -n 1 "$ATTACK_LOG")"
}

for kind in scan garbage half-open only-cookie endless-terms no-streams; do
	before=$(server_of 5201)
	attack "$kind" 5201
	tap_ok "$kind: a client is served within 5 seconds" served_within 5 5201
	if [ "$kind" != no-streams ]; then
		tap_ok "$kind: a test is not slower for it" fills_link
	fi
	end_attack "$kind"
	tap_is "$kind: the server has survived" "$(server_of 5201)" "$before"
done
tap_ok "the log tells of strangers" grep -q 'that did not speak iperf3' "$LOG"
tap_ok "the log stays short" test "$(wc -l <"$LOG")" -lt 200

before=$(server_of 5201)
kill -KILL "$before"
tap_ok "a server that was killed is back within 2 seconds" served_within 2 5201
tap_ok "and the log says so" \
	grep -q 'port 5201: the server was killed by signal 9 .*: starting it again' "$LOG"

before=$(server_of 5201)
kill -STOP "$before"
tap_ok "a server that hangs is started again within 8 seconds" \
	lab_await 8 has_new_server 5201 "$before"
tap_ok "and serves" served_within 2 5201
tap_ok "and the log says so" grep -q 'port 5201: the server was ended because it hung' "$LOG"

running_client frozen -c "$ADDRESS" -t 60
kill -STOP "$CLIENT"
tap_ok "a client that froze while sending is no obstacle for 6 seconds" served_within 6 5201
kill -KILL "$CLIENT"
running_client frozen-receiver -c "$ADDRESS" -t 60 -R
kill -STOP "$CLIENT"
tap_ok "a client that froze while receiving is no obstacle for 6 seconds" served_within 6 5201
kill -KILL "$CLIENT"

running_client vanished -c "$ADDRESS" -t 60
running_client vanished-receiver -c "$ADDRESS" -p 5202 -t 60 -R
lab_pull_cable eth1
tap_ok "a client whose cable was cut is no obstacle for 6 seconds" \
	served_within 6 5201 "$OTHER_ADDRESS"
tap_ok "nor does it stay when nobody else comes" \
	lab_await 15 grep -q 'port 5202: .*the client was silent for 10 s' "$LOG"
lab_plug_cable eth1
tap_ok "with its cable back it is served again" served_within 10 5201

# ---- It ends.

running_client ended -c "$ADDRESS" -t 60
servers=$(pgrep -P "$SERVE")
wait_for_end() { lab_await "$1" lab_is_gone "$2"; }
kill -TERM "$SERVE"
tap_ok "SIGTERM ends it within 3 seconds" wait_for_end 3 "$SERVE"
# shellcheck disable=SC2086 # one word per process
tap_is "all servers are gone" "$(ps -o pid= -p ${servers//$'\n'/,})" ""
lab_await 5 lab_is_gone "$CLIENT"
tap_like "the client is told" "$(cat "$LAB_DIR/ended.log")" 'the server has terminated'
tap_is "the exit status is 0" "$(lab_in_target timeout --preserve-status 1 "$LINERATE" serve \
	--base-port 5801 2>/dev/null; echo $?)" 0

lab_spawn target "$LAB_DIR/nohup.log" nohup "$LINERATE" serve --ports 1 --base-port 5801
lab_await 10 grep -q ' ready: ' "$LAB_DIR/nohup.log"
kill -HUP "$LAB_SPAWNED"
tap_ok "under nohup it outlives its terminal" served_within 2 5801
kill -TERM "$LAB_SPAWNED"

serve "$LAB_DIR/orphan.log" --ports 1 --base-port 5301
orphan=$(pgrep -P "$SERVE")
kill -KILL "$SERVE"
tap_ok "no server outlives a supervisor that was killed" lab_await 3 lab_is_gone "$orphan"

# ---- Limits, places, and what cannot be.

serve "$LAB_DIR/limit.log" --ports 1 --base-port 5401 --max-duration 2s
client -c "$ADDRESS" -p 5401 -t 3
tap_like "a test beyond --max-duration is refused in words" "$(client_error)" 'duration too long'
lab_spawn machine "$LAB_DIR/open-end.log" iperf3 -c "$ADDRESS" -p 5401 -n 1000G
tap_ok "one without an end is ended then" wait_for_end 5 "$LAB_SPAWNED"
tap_ok "and the log says so" grep -q 'its time was over after [0-9.]* s, received' "$LAB_DIR/limit.log"
kill -TERM "$SERVE"

serve "$LAB_DIR/bound.log" --ports 1 --base-port 5501 --bind net1
tap_ok "bound to an interface, it serves there" served_within 2 5501
client -c "$OTHER_ADDRESS" -p 5501 -n 1M
tap_like "and not on another one" "$(client_error)" 'refused'
kill -TERM "$SERVE"

serve "$LAB_DIR/address.log" --ports 1 --base-port 5501 --bind "$OTHER_ADDRESS"
tap_like "bound to an address, it says which, and on which interface" "$(cat "$LAB_DIR/address.log")" \
	"ready: $OTHER_ADDRESS:5501 of net2,"
kill -TERM "$SERVE"

serve "$LAB_DIR/first.log" --ports 1 --base-port 5602
message=$(lab_in_target "$LINERATE" serve --ports 3 --base-port 5601 2>&1)
tap_is "a port in use: exit status 2" $? 2
tap_like "a port in use: named with the way out" "$message" 'port 5602 is in use.*--base-port'
tap_ok "a port in use: nothing was started" lab_await 1 eval '! lab_listens target 5601'
kill -TERM "$SERVE"

lab_spawn target "$LAB_DIR/nobody.log" setpriv --reuid 65534 --regid 65534 --clear-groups \
	"$LINERATE" serve --ports 1 --base-port 5701
tap_ok "it needs no privilege" served_within 5 5701
kill -TERM "$LAB_SPAWNED"

lab_spawn target "$LAB_DIR/manager.log" python3 -c '
import socket, sys
manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind(sys.argv[1])
while True:
    print(manager.recv(100).decode(), flush=True)' "$LAB_DIR/notify"
lab_await 5 test -S "$LAB_DIR/notify"
lab_spawn target "$LAB_DIR/notifying.log" env NOTIFY_SOCKET="$LAB_DIR/notify" \
	"$LINERATE" serve --ports 1 --base-port 5701
tap_ok "the service manager is told when it is ready" \
	lab_await 5 grep -qx READY=1 "$LAB_DIR/manager.log"
kill -TERM "$LAB_SPAWNED"
tap_ok "the service manager is told when it stops" \
	lab_await 5 grep -qx STOPPING=1 "$LAB_DIR/manager.log"
tap_done
