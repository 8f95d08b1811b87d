# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash disable=SC2034,SC2317
# Situations: the way to the target. Part of the truth table.

situation link-at-68-percent fail:path-limit
stage_link-at-68-percent() { lab_set_rate eth1 680mbit; lab_start_targets 5201 1; }
claim_link-at-68-percent() { one_connection_is_not_the_link; }
situation link-at-68-percent-many fail:path-limit --threads 4
stage_link-at-68-percent-many() { lab_set_rate eth1 680mbit; lab_start_targets 5201 4; }
claim_link-at-68-percent-many()
{
	jq -e '.verdict.causes[0] | .evidence.connections == 4 and (.remedy | contains("--threads") | not)' \
		"$RESULT" >/dev/null || echo "four connections tell of the link, not of one connection"
}
situation link-at-68-percent-in-reverse fail:path-limit --reverse
stage_link-at-68-percent-in-reverse() { stage_link-at-68-percent; }
situation link-at-68-percent-with-bbr fail:path-limit --congestion bbr
stage_link-at-68-percent-with-bbr() { stage_link-at-68-percent; }

# The first report: each flow gets 680 Mb/s at most of a link of 1 Gb/s. One worker cannot know whether
# that is the link; the remedy says how to find out, and eight find out.
situation one-flow-of-68-percent fail:path-limit --threads 1
stage_one-flow-of-68-percent()
{
	local port
	lab_start_targets 5201 8
	for port in {5201..5208}; do lab_flow_ceiling eth1 "$port" 680mbit; done
}
claim_one-flow-of-68-percent() { one_connection_is_not_the_link; }
situation eight-flows-of-68-percent pass: --threads 8
stage_eight-flows-of-68-percent() { stage_one-flow-of-68-percent; }
one_connection_is_not_the_link()
{
	jq -e '.verdict.causes[0] | (.message | contains("one connection")) and (.remedy | contains("--threads 8"))' \
		"$RESULT" >/dev/null || echo "one connection was taken for the link"
}

situation queue-too-small fail:packet-loss
stage_queue-too-small()
{
	lab_do tc -n "$(lab_netns switch)" qdisc replace dev u1 root tbf rate 600mbit burst 72000 limit 75000
	lab_start_targets 5201 1
}
situation policed-link fail:packet-loss
stage_policed-link()
{
	# Whatever finds no token is dropped: there is no room to wait in.
	lab_do tc -n "$(lab_netns switch)" qdisc replace dev u1 root tbf rate 600mbit burst 150000 limit 1600
	lab_start_targets 5201 1
}
situation mtu-black-hole fail:mtu-blackhole
stage_mtu-black-hole()
{
	lab_start_targets 5201 1
	lab_do lab_in_machine ethtool -K eth1 tso off gso off
	lab_do ip -n "$(lab_netns switch)" link set u1 mtu 1000
}
situation stall-of-three-seconds fail:stall --duration 14s --fail-threshold 40
amid_stall-of-three-seconds()
{
	data_flows
	sleep 2
	lab_do ip -n "$(lab_netns switch)" link set u1 down
	sleep 3
	lab_do ip -n "$(lab_netns switch)" link set u1 up
}
situation replies-through-another-port error:replies-elsewhere
stage_replies-through-another-port()
{
	lab_add_nic eth2 --subnet 1
	lab_start_targets 5201 1
	lab_do ip -n "$(lab_netns target)" neighbour replace 10.77.1.11 nud permanent dev net1 \
		lladdr "$(lab_in_machine cat /sys/class/net/eth2/address)"
}
situation traffic-through-another-port error:wrong-path
stage_traffic-through-another-port()
{
	lab_add_nic eth2 --rate 1gbit --subnet 1
	lab_do tc -n "$(lab_netns machine)" qdisc add dev eth1 clsact
	lab_do tc -n "$(lab_netns machine)" filter add dev eth1 egress protocol ip u32 match u32 0 0 \
		action mirred egress redirect dev eth2
	# The target goes on answering through eth1.
	lab_do bridge -n "$(lab_netns target)" link set dev f2 learning off
	lab_do bridge -n "$(lab_netns target)" fdb replace "$(lab_in_machine cat /sys/class/net/eth1/address)" \
		dev f1 master static
	lab_start_targets 5201 1
}
