#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# linerate-target.service: systemd understands it, it is confined, and a real systemd, started as the
# first process of a container that is thrown away, runs it.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/tap.sh
. "$top_srcdir/tests/lib/tap.sh"

UNIT=$top_srcdir/data/linerate-target.service.in
SYSTEMD=/lib/systemd/systemd
# The exposure, in tenths, that "systemd-analyze security" may find at most; 10.0 is the worst.
EXPOSURE=13

command -v systemd-analyze >/dev/null || tap_skip_all "systemd is not installed"
DIR=$(mktemp -d "${TMPDIR:-/tmp}/lr-unit.XXXXXX") || tap_bail "no temporary folder"
CGROUP=
remove_cgroup() { [ -z "$CGROUP" ] || find "$CGROUP" -depth -type d -exec rmdir {} +; }
trap 'rm -rf --one-file-system "$DIR"; remove_cgroup' EXIT

sed "s|@bindir@|${LINERATE%/*}|" "$UNIT" >"$DIR/linerate-target.service"
tap_ok "systemd understands every line" \
	systemd-analyze verify --man=no "$DIR/linerate-target.service"
tap_is "systemd has no remark" \
	"$(systemd-analyze verify --man=no "$DIR/linerate-target.service" 2>&1)" ""
if systemd-analyze security --help 2>/dev/null | grep -q -- --threshold; then
	tap_ok "it is confined" systemd-analyze security --offline=true \
		--threshold=$EXPOSURE "$DIR/linerate-target.service"
else
	tap_skip "it is confined" "this systemd cannot judge a file"
fi

# skip_rest REASON: the container cannot be had here.
skip_rest()
{
	tap_skip "a real systemd runs it" "$1"
	tap_done
	exit 0
}

# Everything below happens in namespaces of its own: the machine's files are seen through an overlay
# that lives in memory, and systemd gets a cgroup of its own as the root of all.
CONTAINER=$(cat <<'END'
set -e
root=$DIR/root
mount --make-rprivate /
mount -t tmpfs tmpfs "$DIR/overlay"
mkdir "$DIR/overlay/upper" "$DIR/overlay/work"
mount -t overlay overlay "$root" \
	-o "lowerdir=/,upperdir=$DIR/overlay/upper,workdir=$DIR/overlay/work"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
for folder in run dev; do mount -t tmpfs -o mode=755 tmpfs "$root/$folder"; done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty "$root/dev/"
ln -s /proc/self/fd "$root/dev/fd"
ip link set lo up
cp "$LINERATE" "$root/usr/bin/linerate"
units=$root/run/systemd/system
mkdir -p "$units/linerate-target.service.d" "$root/old" "$root/run/out"
sed 's|@bindir@|/usr/bin|' "$UNIT" >"$units/linerate-target.service"
printf '[Service]\nWatchdogSec=2s\nRestartSec=100ms\n' >"$units/linerate-target.service.d/test.conf"
printf '[Unit]\nWants=test.service systemd-journald.service dbus.service\nAfter=basic.target\n' \
	>"$units/test.target"
printf '[Unit]\nDefaultDependencies=no\n[Service]\nExecStart=/bin/bash /run/out/steps\n' \
	>"$units/test.service"
mount --bind "$DIR/out" "$root/run/out"
echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"
cd "$root"
pivot_root . old
umount -l /old
exec env -i container=lxc PATH=/usr/bin:/usr/sbin:/bin:/sbin "$SYSTEMD" --system \
	--unit=test.target --log-target=console --show-status=0 </dev/null >/run/out/systemd.log 2>&1
END
)

# What is done in the container; a line "name value" for each fact.
cat >"$DIR/steps" <<'END'
exec >/run/out/facts 2>&1
unit=linerate-target.service
show() { systemctl show --value -p "$1" $unit; }
await() { for _ in $(seq 500); do "$@" && return; sleep 0.02; done; return 1; }
is_new() { local now; now=$(show MainPID); [ "$now" != 0 ] && [ "$now" != "$1" ]; }
is_active() { [ "$(show ActiveState)" = active ]; }
serves() { timeout 10 iperf3 -c ::1 -p 5201 -n 1M >/dev/null 2>&1; }
systemctl start $unit; status=$?; echo "start $status"
[ $status = 0 ] || { systemctl status --no-pager -l $unit; systemctl exit 1; exit; }
echo "state $(show ActiveState)"
pid=$(show MainPID)
echo "user $(awk '/^Uid:/ { print ($2 != 0 && $2 == $3) }' "/proc/$pid/status")"
echo "capabilities $(awk '/^Cap(Eff|Bnd|Prm|Amb):/ { printf "%d", $2 }' "/proc/$pid/status")"
echo "privileges $(awk '/^NoNewPrivs:/ { print $2 }' "/proc/$pid/status")"
echo "filter $(awk '/^Seccomp:/ { print $2 }' "/proc/$pid/status")"
server=$(pgrep -P "$pid" | head -n 1)
echo "pinned $(awk '/^Cpus_allowed_list:/ { print ($2 ~ /^[0-9]+$/) }' "/proc/$server/status")"
await serves; echo "serves $?"
kill -KILL "$server"
await serves; echo "serves-again $?"
kill -STOP "$pid"
await is_new "$pid"; echo "watchdog $?"
await is_active; await serves; echo "serves-after-watchdog $?"
systemctl stop $unit; echo "stop $?"
echo "result $(show Result)"
echo "left $(pgrep -c linerate)"
journalctl -u $unit -o cat --no-pager | grep -c ' ready: ' | sed 's/^/journal /'
systemctl exit 0
END

[ "$(id -u)" -eq 0 ] || skip_rest "a container needs root"
[ -x $SYSTEMD ] || skip_rest "$SYSTEMD is not installed"
for tool in unshare pivot_root iperf3 pgrep ip; do
	command -v $tool >/dev/null || skip_rest "$tool is not installed"
done
[ "$(nm -D "$LINERATE" 2>/dev/null | grep -c __asan_init)" = 0 ] ||
	skip_rest "the sanitizers need what the unit forbids"
parent=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
[ -n "$parent" ] || skip_rest "there is no cgroup2"
mkdir "$DIR/overlay" "$DIR/root" "$DIR/out" && mv "$DIR/steps" "$DIR/out/steps"
CGROUP=$parent/lr-unit-$$
mkdir "$CGROUP" 2>/dev/null || { CGROUP=; skip_rest "no cgroup can be made"; }

(
	echo "$BASHPID" >"$CGROUP/cgroup.procs" || exit 1
	export DIR UNIT LINERATE SYSTEMD
	UNIT=$(realpath "$UNIT")
	exec timeout -s KILL 120 unshare -mpfuinC --kill-child bash -c "$CONTAINER"
) >"$DIR/container.log" 2>&1
[ -s "$DIR/out/facts" ] || skip_rest \
	"the container does not start: $(cat "$DIR/container.log" "$DIR/out/systemd.log" 2>/dev/null |
		tail -n 1)"

fact() { sed -n "s/^$1 //p" "$DIR/out/facts"; }
fact_is() { tap_is "$1" "$(fact "$2")" "$3"; }
fact_is "a real systemd starts it" start 0
fact_is "it has said that it is ready" state active
fact_is "it runs as a user of its own" user 1
fact_is "it has no capabilities" capabilities 0000
fact_is "it cannot get new privileges" privileges 1
fact_is "its system calls are filtered" filter 2
fact_is "its servers are pinned all the same" pinned 1
fact_is "a client is served" serves 0
fact_is "a server that was killed is back" serves-again 0
fact_is "a supervisor that hangs is replaced" watchdog 0
fact_is "and serves" serves-after-watchdog 0
fact_is "it stops when it is told to" stop 0
fact_is "and that is no failure" result success
fact_is "no process is left" left 0
fact_is "its log is in the journal" journal 2
[ "$TAP_FAILED" = 0 ] || tap_diag "$(cat "$DIR/out/facts")"
tap_done
