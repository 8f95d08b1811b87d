#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# The Debian packages: built from a clone as the quick start says, free of remarks, enough by themselves,
# installed and removed by the real dpkg in a clean system that has only what they depend on, seen
# through an overlay that lives in memory, so that every file that a removal forgets can be told. What
# "make dist" packs is the same source.
set -u
: "${top_srcdir:?run me by make check}" "${top_builddir:?}"
. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/checkbox/lib.sh"
# shellcheck source=tests/lib/clean-root.sh
. "$top_srcdir/tests/lib/clean-root.sh"

NAMES='checkbox-provider-linerate linerate linerate-target' # in the order of C

# make_tree: the source as somebody has it who cloned it, or unpacked the tarball.
make_tree()
{
	local log
	log=$(make -C "$top_builddir" distdir "distdir=$DIR/tarball" 2>&1) ||
		tap_bail "make distdir failed: $log"
	chmod -R u+w "$DIR/tarball"
	if ! git -C "$top_srcdir" ls-files --error-unmatch debian/control >/dev/null 2>&1; then
		cp -r "$DIR/tarball" "$DIR/tree"
		return
	fi
	mkdir "$DIR/tree"
	git -C "$top_srcdir" ls-files -z | tar -C "$top_srcdir" --null -T - -cf - | tar -C "$DIR/tree" -xf -
	tap_is "the tarball holds the same source" "$(diff -rq "$DIR/tree" "$DIR/tarball" |
		grep -v "^Only in $DIR/tarball" | grep -vE ': (\.ci|\.gitignore|m4)$')" ""
}

# build_packages: unit tests are left out here, since "make check" has run them.
build_packages()
{
	if ! (cd "$DIR/tree" && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
		DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" \
		dpkg-buildpackage -us -uc -b) >"$DIR/build.log" 2>&1; then
		tap_diag "$(tail -n 40 "$DIR/build.log")"
		tap_bail "dpkg-buildpackage failed"
	fi
}

# field PACKAGE NAME
field() { dpkg-deb -f "$DIR/$1"_*.deb "$2"; }

check_build()
{
	tap_is "these packages are built" \
		"$(cd "$DIR" && for deb in *.deb; do echo "${deb%%_*}"; done | grep -v dbgsym | LC_ALL=C sort | xargs)" \
		"$NAMES"
	tap_is "their version is the program's" "$(field linerate Version)" \
		"$("$LINERATE" --version | sed 's/.* //')"
	tap_is "lintian has no remark" \
		"$(lintian --allow-root --fail-on=none "$DIR"/*.changes 2>&1)" ""
	tap_is "the service's options are kept over an upgrade" \
		"$(dpkg-deb --ctrl-tarfile "$DIR"/linerate-target_*.deb | tar -xO ./conffiles)" \
		/etc/default/linerate-target
}

check_hardening()
{
	local program=$DIR/root/usr/bin/linerate headers
	headers=$(readelf -hdlW "$program")
	tap_like "the program is position-independent" "$headers" 'Type: +DYN'
	tap_like "its tables are read-only" "$headers" 'GNU_RELRO'
	tap_like "before it runs" "$headers" 'BIND_NOW|FLAGS_1.*NOW'
	tap_like "its stack is guarded" "$(readelf -W --dyn-syms "$program")" '__stack_chk_fail'
	tap_like "its copies are bounded" "$(readelf -W --dyn-syms "$program")" '_chk@'
}

# dependencies PACKAGE...: the names, with those of their dependencies, as installed here.
dependencies()
{
	local todo=("$@") name
	local -A seen=()
	while [ ${#todo[@]} -gt 0 ]; do
		name=${todo[0]}
		todo=("${todo[@]:1}")
		[ -z "${seen[$name]-}" ] || continue
		dpkg-query -W "$name" >/dev/null 2>&1 || continue
		seen[$name]=1
		mapfile -t -O ${#todo[@]} todo < <(dpkg-query -W -f '${Pre-Depends}, ${Depends}\n' "$name" |
			sed 's/[,|]/\n/g' | sed 's/([^)]*)//; s/:any//; s/ //g' | grep .)
	done
	printf '%s\n' "${!seen[@]}"
}

# check_sufficient: the program runs where nothing is but the files of what it depends on.
check_sufficient()
{
	local folder names
	mkdir -p "$DIR/root/usr"
	for folder in bin sbin lib lib64; do
		mkdir "$DIR/root/usr/$folder"
		ln -s "usr/$folder" "$DIR/root/$folder"
	done
	# shellcheck disable=SC2046 # one word per package
	mapfile -t names < <(dependencies $(field linerate Depends | tr ',' '\n' | sed 's/([^)]*)//'))
	dpkg -L "${names[@]}" | grep -E '^/(usr/)?lib' | sort -u |
		tar -C / --no-recursion -cf - -T - 2>/dev/null |
		tar -C "$DIR/root" --keep-directory-symlink -xf -
	dpkg-deb --fsys-tarfile "$DIR"/linerate_*.deb |
		tar -C "$DIR/root" --keep-directory-symlink -xf -
	tap_ok "the program needs nothing but its dependencies" \
		chroot "$DIR/root" /usr/bin/linerate --version
}

# depends PACKAGE...: the names of what our packages need of others, the first of alternatives.
depends()
{
	local package
	for package in "$@"; do
		field "$package" Pre-Depends
		field "$package" Depends
	done | tr ',' '\n' | sed 's/|.*//; s/([^)]*)//; s/ //g' | grep -vE '^linerate|^$' | sort -u
}

# Runs in namespaces of its own. What the steps write to /out stays.
INSTALLATION=$(cat <<'END'
set -e
root=$DIR/overlay/root
mount --make-rprivate /
mount -t tmpfs tmpfs "$DIR/overlay"
mkdir "$root" "$DIR/overlay/upper" "$DIR/overlay/work"
# Checkbox, and the Python that its virtual environment stands on.
for folder in $CHECKBOX $PYTHON; do mkdir -p "$DIR/clean$folder"; done
mount -t overlay overlay "$root" \
	-o "lowerdir=$DIR/clean,upperdir=$DIR/overlay/upper,workdir=$DIR/overlay/work"
for folder in proc sys dev; do mount --rbind "/$folder" "$root/$folder"; done
for folder in run tmp var/tmp out; do
	mkdir -p "$root/$folder"
	mount -t tmpfs -o mode=1777 tmpfs "$root/$folder"
done
mount --bind "$DIR/out" "$root/out"
for folder in $CHECKBOX $PYTHON; do mount --bind "$folder" "$root$folder"; done
ip link set lo up
chroot "$root" /bin/bash /out/steps
# Everything that differs from before, but the books of dpkg and the logs.
cd "$DIR/overlay/upper"
find . -mindepth 1 \( -path ./var/lib/dpkg -o -path ./var/log -o -path ./var/cache/man \
	-o -path ./var/cache/ldconfig -o -path ./out \) -prune \
	-o -type d -exec test -d "$DIR/clean/{}" \; -o -print >"$DIR/out/left"
END
)

steps()
{
	cat <<-'END'
	export DEBIAN_FRONTEND=noninteractive HOME=/tmp/home LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
	mkdir -p "$HOME"
	cd /out
	fact() { printf '%s %s\n' "$1" "$2" >>facts; }
	dpkg -i linerate_*.deb linerate-target_*.deb checkbox-provider-linerate_*.deb >install.log 2>&1
	fact install $?
	fact version "$(linerate --version)"
	fact program "$(readlink -e /usr/libexec/checkbox-provider-linerate/linerate)"
	fact man "$(ls /usr/share/man/man1/linerate-serve.1.gz)"
	fact completion "$(ls /usr/share/bash-completion/completions/linerate)"
	fact options "$(stat -c %A /etc/default/linerate-target)"
	fact enabled "$(ls /etc/systemd/system/multi-user.target.wants/linerate-target.service)"
	linerate serve --ports=1 >serve.log 2>&1 &
	for _ in $(seq 100); do grep -q ready: serve.log && break; sleep 0.05; done
	fact target "$(linerate check-target 127.0.0.1 | tail -n 1)"
	kill $!
	wait
	if [ -x "$CHECKBOX/bin/checkbox-cli" ]; then
		"$CHECKBOX/bin/checkbox-cli" list all-jobs >jobs 2>jobs.log
		# Without a desktop "checkbox-cli run" of 1.18 ends before it begins.
		[ -d /etc/xdg/autostart ] || { mkdir -p /etc/xdg/autostart; desktop=none; }
		"$CHECKBOX/bin/checkbox-cli" run com.canonical.contrib::linerate/device-table \
			>run.log 2>&1 </dev/null
		[ -z "${desktop-}" ] || rmdir /etc/xdg/autostart
		rmdir /etc/xdg 2>/dev/null
	fi
	echo '# changed by a person' >>/etc/default/linerate-target
	dpkg -r checkbox-provider-linerate linerate-target linerate >remove.log 2>&1
	fact remove $?
	fact kept "$(tail -n 1 /etc/default/linerate-target)"
	dpkg -P checkbox-provider-linerate linerate-target linerate >purge.log 2>&1
	fact purge $?
	fact known "$(dpkg-query -W -f '${Package}\n' '*linerate*' 2>/dev/null | wc -l)"
	END
}

# fact NAME
fact() { sed -n "s/^$1 //p" "$DIR/out/facts"; }

check_checkbox()
{
	if [ ! -s "$DIR/out/jobs" ]; then
		tap_skip "Checkbox finds the jobs" "no Checkbox in $CHECKBOX: run tests/checkbox/setup-venv"
		return
	fi
	tap_is "Checkbox finds the jobs" "$(checkbox_jobs <"$DIR/out/jobs" | xargs)" \
		"$(sed -n 's/^id: \(linerate[/_]\)/\1/p' "$top_srcdir"/units/*.pxu |
			grep -v interface_slug | sort | xargs)"
	tap_like "and runs the program" "$(cat "$DIR/out/run.log")" \
		'job passed +: Attach the table of network interfaces'
}

check_installation()
{
	local needed
	mkdir "$DIR/overlay" "$DIR/out"
	cp "$DIR"/*.deb "$DIR/out"
	steps >"$DIR/out/steps"
	# shellcheck disable=SC2086 # a word per package
	mapfile -t needed < <(depends $NAMES)
	# Checkbox wants a Python, linerate does not.
	if ! clean_root "$DIR/clean" "${needed[@]}" python3 >"$DIR/clean.log" 2>&1; then
		tap_diag "$(tail -n 20 "$DIR/clean.log")"
		tap_bail "mmdebstrap could not make a clean system"
	fi
	PYTHON=
	[ ! -x "$CHECKBOX/bin/python" ] ||
		PYTHON=$("$CHECKBOX/bin/python" -c 'import sys; print(sys.base_prefix)' | grep -v '^/usr$')
	[ -d "$CHECKBOX" ] || CHECKBOX=
	export DIR CHECKBOX PYTHON
	unshare -mnpf --kill-child bash -c "$INSTALLATION" >"$DIR/installation.log" 2>&1
	tap_is "dpkg installs them" "$(fact install)" 0
	tap_is "the program runs" "$(fact version)" "$("$LINERATE" --version)"
	tap_is "the provider's jobs find it" "$(fact program)" /usr/bin/linerate
	tap_like "its man pages are found" "$(fact man)" linerate-serve
	tap_like "bash will find the completion" "$(fact completion)" /linerate
	tap_is "everybody may read the service's options" "$(fact options)" -rw-r--r--
	tap_like "the service starts with the machine" "$(fact enabled)" linerate-target
	tap_is "a target runs" "$(fact target)" "1 of 1 target can be used."
	check_checkbox
	tap_is "dpkg removes them" "$(fact remove)" 0
	tap_is "what a person changed is kept" "$(fact kept)" "# changed by a person"
	tap_is "dpkg purges them" "$(fact purge)" 0
	tap_is "dpkg knows them no more" "$(fact known)" 0
	tap_is "nothing is left" "$(cat "$DIR/out/left" 2>&1)" ""
	[ "$TAP_FAILED" = 0 ] || tap_diag "$(cat "$DIR/installation.log" "$DIR"/out/*.log)"
}

[ "$(id -u)" -eq 0 ] || tap_skip_all "installing packages needs root"
for tool in dpkg-buildpackage dh lintian readelf unshare mmdebstrap; do
	command -v "$tool" >/dev/null || tap_skip_all "$tool is not installed"
done
dpkg-query -W -f '${Status}' linerate 2>/dev/null | grep -q 'ok installed' &&
	tap_skip_all "linerate is installed on this machine"
unshare -m true 2>/dev/null || tap_skip_all "this system refuses mount namespaces"
DIR=$(mktemp -d "${TMPDIR:-/tmp}/lr-packages.XXXXXX") || tap_bail "no temporary folder"
trap 'rm -rf --one-file-system "$DIR"' EXIT
make_tree
build_packages
check_build
check_sufficient
check_hardening
check_installation
tap_done
