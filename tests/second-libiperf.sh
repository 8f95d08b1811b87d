#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# For developers, not for CI: builds and tests this tree against the libiperf of another Debian or
# Ubuntu release (Debian 13 has 3.18, with a thread for each stream), in a root of its own.
#
#     tests/second-libiperf.sh FOLDER [SUITE [MIRROR]]
#
# FOLDER keeps the root for the next time; without MIRROR debootstrap knows one. Needs root, debootstrap and the network. Runs the unit
# tests there, then the traffic tests of this tree with the program that was built there.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:?a folder for the root is missing} suite=${2-trixie} mirror=${3-}
packages="gcc make autoconf automake pkg-config libglib2.0-dev libjson-glib-dev libudev-dev \
	libhwloc-dev libmnl-dev libumockdev-dev umockdev libiperf-dev iperf3 iproute2 ethtool jq procps python3-minimal"

if [ ! -e "$folder/etc/debian_version" ]; then
	debootstrap --variant=minbase "$suite" "$folder" ${mirror:+"$mirror"}
fi
cp /etc/resolv.conf "$folder/etc/resolv.conf"
inside() { unshare --mount --pid --fork chroot "$folder" sh -ec "mount -t proc none /proc; $1"; }
# shellcheck disable=SC2086 # one word per package
inside "apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
	--no-install-recommends ${packages//$'\t'/}" >"$folder/tmp/apt.log"

rm -rf "$folder/src"
mkdir "$folder/src"
git -C "$here" ls-files -z | tar -C "$here" --null -T - -c | tar -C "$folder/src" -x
inside "cd /src && autoreconf -fi >/dev/null 2>&1 && mkdir build && cd build &&
	../configure -q --enable-werror && make -j2 >/dev/null &&
	make check -j2 TESTS=\"\$(cd .. && ls tests/test-*.c | sed 's/\.c\$//' | xargs)\" |
		grep -E '^(FAIL|ERROR|# )' || true
	iperf3 --version | head -1"

# The program of that release in the labs of this machine: it runs in its own root, with the
# namespaces' /sys and the folders of the lab.
cat >"$folder/linerate-there" <<'END'
#!/bin/sh
# Runs linerate in the root beside this file.
root=$(dirname "$(readlink -f "$0")")
mount --make-rprivate /
for place in /proc /sys /dev /tmp; do
	mkdir -p "$root$place" && mount --rbind "$place" "$root$place"
done
exec chroot "$root" /src/build/linerate "$@"
END
chmod +x "$folder/linerate-there"
printf '#!/bin/sh\nexec unshare --mount "%s/linerate-there" "$@"\n' "$(readlink -f "$folder")" \
	>"$folder/linerate"
chmod +x "$folder/linerate"
cd "$here/tests"
# What asks for another user or another /etc does not fit the root.
FAULTS_WITHOUT="not-root name-with-several-addresses name-of-a-family-that-is-not-here" \
	LINERATE=$(readlink -f "$folder/linerate") top_srcdir=$here bash netns-faults.sh
