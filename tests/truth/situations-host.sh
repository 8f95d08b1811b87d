# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash disable=SC2016,SC2034,SC2317
# Situations: this machine. Part of the truth table.

situation qdisc-on-the-device fail:qdisc-limit
stage_qdisc-on-the-device()
{
	lab_do tc -n "$(lab_netns machine)" qdisc add dev eth1 root tbf rate 680mbit burst 72000 limit 700000
	lab_start_targets 5201 1
}

# ---- Quotas.

situation quota-on-the-test fail:cpu-throttled --speed 10G --threads 1
stage_quota-on-the-test() { lab_set_rate eth1 none; lab_start_targets 5201 1; under_quota 6000; }
# The first report, with the core as the limit of a worker: each has 5 % of a core.
situation one-worker-by-cpu-share fail:cpu-throttled --speed 5G --threads 1
stage_one-worker-by-cpu-share() { lab_set_rate eth1 5gbit; lab_start_targets 5201 1; under_quota 5000; }
situation four-workers-by-cpu-share pass: --speed 5G --threads 4
stage_four-workers-by-cpu-share() { lab_set_rate eth1 5gbit; lab_start_targets 5201 4; under_quota 20000; }
alone quota-on-the-test one-worker-by-cpu-share four-workers-by-cpu-share

# under_quota MICROSECONDS: the program and its workers may use so much of a core of each 100 ms.
under_quota()
{
	quota test "$1" 100000
	PROGRAM=(unshare --mount --propagation private bash -c '
		mount -t tmpfs none /sys/fs/cgroup || exit
		if [ "$0" = cpu ]; then
			mkdir /sys/fs/cgroup/cpu && mount -t cgroup -o cpu none /sys/fs/cgroup/cpu || exit
			echo $$ >"/sys/fs/cgroup/cpu/$1/cgroup.procs" || exit
		else
			mount -t cgroup2 none /sys/fs/cgroup && echo $$ >"/sys/fs/cgroup/$1/cgroup.procs" || exit
		fi
		shift; exec "$@"' "$([ -e "$GROUP/cpu.max" ] || echo cpu)" "${GROUP##*/}")
}

# ---- A worker that has no time to spare, and why.

# Other programs take the core.
situation two-workers-on-a-busy-core fail:cpu-limit --speed 10G --threads 2
alone two-workers-on-a-busy-core
stage_two-workers-on-a-busy-core()
{
	lab_set_rate eth1 none
	lab_start_targets 5201 2
	hog 0 20
	PROGRAM=(taskset -c 0)
}

# On this machine the two ends share the cores, so a worker does not get to fill one. The scheduler's
# figures say that it does.
stage_slow_core() { lab_set_rate eth1 680mbit; lab_start_targets 5201 1; fake_begin; }
amid_slow_core()
{
	local worker times ticks
	lab_await 10 has_worker || return
	worker=$(workers)
	times=$FAKE/schedstat
	printf '%015d %010d 7\n' 20000000 1000 >"$times"
	nsenter --target "$PID" --mount mount --bind "$times" "/proc/$worker/task/$worker/schedstat"
	for ((ticks = 0; ticks < 400; ticks++)); do
		printf '%015d %010d 7\n' $((20000000 + (${EPOCHREALTIME/[.,]/} - BEGUN) * 970)) 1000 |
			dd of="$times" conv=notrunc status=none
		sleep 0.02
		lab_is_gone "$PID" && break
	done
}
has_worker() { BEGUN=${EPOCHREALTIME/[.,]/}; [ -n "$(workers)" ]; }
workers() { pgrep -P "$PID" -f '^linerate worker '; }

situation one-full-core fail:cpu-limit
stage_one-full-core() { stage_slow_core; wear_fakes; }
amid_one-full-core() { amid_slow_core; }
situation offloads-off fail:offload-off
stage_offloads-off()
{
	stage_slow_core
	wear_fakes
	lab_do lab_in_machine ethtool -K eth1 tso off gso off
}
amid_offloads-off() { amid_slow_core; }
situation powersave-governor fail:cpu-throttled
stage_powersave-governor()
{
	stage_slow_core
	fake_in sys/devices/system/cpu/cpu0 cpufreq/scaling_governor powersave
	fake_in sys/devices/system/cpu/cpu0 cpufreq/scaling_cur_freq 800000
	fake_in sys/devices/system/cpu/cpu0 cpufreq/cpuinfo_max_freq 3600000
	wear_fakes
}
amid_powersave-governor() { amid_slow_core; }
claim_powersave-governor()
{
	[ "$(evidence governor)" = powersave ] || echo "the governor is '$(evidence governor)'"
}
situation hot-core fail:cpu-throttled
stage_hot-core()
{
	stage_slow_core
	fake_in sys/devices/system/cpu/cpu0 thermal_throttle/core_throttle_count 4
	wear_fakes
}
amid_hot-core()
{
	(
		data_flows
		# The folder is the program's own.
		echo 99 >"/proc/$PID/root/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count"
	) &
	amid_slow_core
}
claim_hot-core() { [ "$(evidence throttles)" = 95 ] || echo "throttled '$(evidence throttles)' times"; }
situation remote-numa-node fail:numa-remote
stage_remote-numa-node()
{
	stage_slow_core
	fake_device pci pci0000:00/0000:00:1c.0/0000:01:00.0
	fake "$DEVICE/numa_node" 1
	wear_fakes
}
amid_remote-numa-node() { amid_slow_core; }

# The kernel's table of times says that core 1 does nothing but serve interrupts.
situation interrupts-on-one-core fail:softirq-limit
stage_interrupts-on-one-core()
{
	lab_set_rate eth1 680mbit
	lab_start_targets 5201 1
	fake_begin
	fake_over proc/stat "$(table_of_times 0)"
	fake_over proc/interrupts "$(table_of_interrupts 0)"
	wear_fakes
}
# table_of_times TICKS, table_of_interrupts TICKS: so long after the start, in hundredths of a second.
table_of_times()
{
	printf 'cpu0 %010d 0 0 %010d 0 0 0 0 0 0\n' $((1000 + $1 * 30 / 100)) $((5000 + $1 * 70 / 100))
	printf 'cpu1 %010d 0 0 %010d 0 0 %010d 0 0 0\n' 1000 $((5000 + $1 * 3 / 100)) $((900 + $1 * 97 / 100))
}
table_of_interrupts()
{
	printf '%20s %10s\n 145: %14d %10d  IR-PCI-MSI 1-edge  eth1-TxRx-0\n' CPU0 CPU1 7 $((1000 + $1 * 50))
}
amid_interrupts-on-one-core()
{
	local begun=${EPOCHREALTIME/[.,]/} ticks
	while ! lab_is_gone "$PID"; do
		ticks=$(((${EPOCHREALTIME/[.,]/} - begun) / 10000))
		table_of_times $ticks | dd of="$FAKE/over/proc/stat" conv=notrunc status=none
		table_of_interrupts $ticks | dd of="$FAKE/over/proc/interrupts" conv=notrunc status=none
		sleep 0.05
	done
}
claim_interrupts-on-one-core()
{
	[ "$(evidence cpu)" = 1 ] || echo "the core is '$(evidence cpu)'"
	[ "$(evidence interrupts_percent)" = 100 ] || echo "interrupts there: '$(evidence interrupts_percent)'"
}
