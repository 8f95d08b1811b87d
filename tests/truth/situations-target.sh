# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash disable=SC2034,SC2317
# Situations: a sound lab, what keeps a test from being made, and targets. Part of the truth table.

# ---- A sound lab passes.

situation healthy-1g pass:
situation healthy-1g-in-reverse pass: --reverse
situation healthy-10g pass: --speed 10G --threads 2
alone healthy-10g
stage_healthy-10g() { lab_set_rate eth1 10gbit; lab_start_targets 5201 2; }

# ---- No test.

situation no-such-interface error:no-such-interface
stage_no-such-interface() { IFACE=eth7; }
situation no-link error:no-link
stage_no-link() { lab_pull_cable eth1; }
situation no-address error:no-address
stage_no-address() { machine_ip address flush dev eth1; }
situation no-route error:no-route
stage_no-route() { TARGET=192.0.2.1; }
situation refused error:target-refused
stage_refused() { :; }
situation busy error:target-busy
stage_busy() { hostile busy; }
situation nobody-answers error:target-unreachable
stage_nobody-answers() { TARGET=10.77.1.99; }
situation own-address error:local-target
stage_own-address() { TARGET=10.77.1.11; }
situation not-an-iperf-server error:target-protocol
stage_not-an-iperf-server() { hostile http; }
situation threshold-above-what-the-mtu-allows error:threshold-unreachable --fail-threshold 95

# ---- The target.

situation server-that-lies error:implausible-count
stage_server-that-lies() { hostile too-many-bytes; }
situation server-dies error:target-died
amid_server-dies() { data_flows; lab_stop_target 5201 KILL; }
situation fewer-ports fail:ports-missing --threads 4
stage_fewer-ports() { lab_start_targets 5201 2; }
# Round trips take some 15 us here, so the window must be tiny to matter.
situation small-window fail:target-window --speed 5G
stage_small-window()
{
	lab_set_rate eth1 5gbit
	lab_do lab_in_target sh -c 'echo "2304 4096 4096" >/proc/sys/net/ipv4/tcp_rmem'
	lab_start_targets 5201 1
}
# It may work for 2 ms in every half second; its window is full long before that ends.
situation target-held-back-by-cpu fail:target-cpu-limit
stage_target-held-back-by-cpu()
{
	lab_do lab_in_target sh -c 'echo "4096 131072 4194304" >/proc/sys/net/ipv4/tcp_rmem'
	lab_start_targets 5201 1
	quota target 2000 500000
	echo "${LAB_SERVER[5201]}" >"$GROUP/cgroup.procs"
}
