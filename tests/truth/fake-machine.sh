# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash disable=SC2013,SC2016,SC2034
# Hardware that this machine lacks, put in front of the program by mounts that only it sees: it opens
# the same paths as on a real machine, and the traffic is real. Part of the truth table.
#
# A stage function writes files below $FAKE as they should be found, "$FAKE/sys/..." and
# "$FAKE/proc/...", and calls wear_fakes last.

# fake PATH TEXT: what is to be read there.
fake()
{
	mkdir -p "$FAKE/${1%/*}"
	printf '%s\n' "$2" >"$FAKE/$1"
}

# fake_begin: an empty folder of fakes.
fake_begin()
{
	FAKE=$LAB_DIR/fake
	mkdir -p "$FAKE"
}

# fake_device BUS CHAIN [DEVTYPE]: eth1 is the function at the end of a chain of devices below
# /sys/devices (CHAIN is "pci0000:00/0000:00:1c.0/0000:01:00.0"), instead of a virtual one. Sets
# DEVICE to the folder of the last.
fake_device()
{
	local bus=$1 net real=$FAKE/real
	DEVICE=sys/devices/$2
	net=$DEVICE/net/eth1
	mkdir -p "$FAKE/$net" "$FAKE/sys/class/net" "$FAKE/sys/bus/$bus/devices" "$real"
	lab_in_machine sh -c 'cd /sys/class/net/eth1 && for f in *; do
		[ -f "$f" ] && cat "$f" >"$1/$f" 2>/dev/null; done' sh "$FAKE/$net"
	cp "$FAKE/$net/ifindex" "$FAKE/$net/iflink"
	ln -s /sys/class/net "$FAKE/$net/subsystem"
	ln -s "/$net" "$FAKE/sys/class/net/eth1"
	mkdir "$FAKE/$net/statistics"
	ln -sfn "/$DEVICE" "$FAKE/$net/device"
	fake_parents "$bus" "$2" "${3-}"
	echo "$net" >"$FAKE/net"
}

# fake_parents BUS CHAIN DEVTYPE: every folder of the chain but the first is a device of the bus.
fake_parents()
{
	local at=sys/devices part first=yes
	for part in ${2//\// }; do
		at=$at/$part
		mkdir -p "$FAKE/$at"
		if [ -n "$3" ]; then echo "DEVTYPE=$3"; fi >"$FAKE/$at/uevent"
		if [ $first = no ]; then
			ln -sfn "/sys/bus/$1" "$FAKE/$at/subsystem"
			ln -sfn "/$at" "$FAKE/sys/bus/$1/devices/$part"
		fi
		first=no
	done
}

# wear_fakes: the program will see them. Under /sys a fake tree takes the place of the whole when it has
# devices of its own; else each fake file takes the place of the real one.
wear_fakes()
{
	PROGRAM=(env SYSTEMD_DEVICE_VERIFY_SYSFS=0 unshare --mount --propagation private
		bash -c "$(declare -f put_on put_on_tree put_on_files put_on_folder)"'; put_on "$FAKE"; exec "$@"' fakes)
	export FAKE
}

# The following run in the mount namespace of the program.

put_on()
{
	set -e
	if [ -e "$1/net" ]; then put_on_tree "$1"; fi
	put_on_files "$1"
	set +e
}

# The live parts of the real tree show through.
put_on_tree()
{
	local net part
	net=$1/$(cat "$1/net")
	for part in statistics carrier carrier_changes operstate; do
		[ -d "$net/$part" ] || touch "$net/$part"
		mount --bind "/sys/devices/virtual/net/eth1/$part" "$net/$part"
	done
	for part in devices/system fs kernel; do
		mkdir -p "$1/sys/$part"
		mount --rbind "/sys/$part" "$1/sys/$part"
	done
	mount --rbind "$1/sys" /sys
}

put_on_files()
{
	local path
	[ ! -d "$1/over" ] || for path in $(cd "$1/over" && find . -type f); do
		mount --bind "$1/over/$path" "/$path"
	done
	[ ! -d "$1/folders" ] || for path in $(cat "$1"/folders/list); do
		put_on_folder "$path" "$1/folders/$path"
	done
}

# put_on_folder PATH FAKE: the folder with what it has, and with what the fake adds.
put_on_folder()
{
	local copy
	copy=$(mktemp -d)
	mount -t tmpfs none "$copy"
	cp -r "/$1/." "$copy" 2>/dev/null || true
	cp -r "$2/." "$copy"
	mount --bind "$copy" "/$1"
}

# fake_over PATH TEXT: instead of a file that the machine has.
fake_over()
{
	mkdir -p "$FAKE/over/${1%/*}"
	printf '%s\n' "$2" >"$FAKE/over/$1"
}

# fake_in FOLDER PATH TEXT: a file in a folder of the machine that lacks it.
fake_in()
{
	mkdir -p "$FAKE/folders/$1/$(dirname "$2")"
	grep -qsx "$1" "$FAKE/folders/list" || echo "$1" >>"$FAKE/folders/list"
	printf '%s\n' "$3" >"$FAKE/folders/$1/$2"
}
