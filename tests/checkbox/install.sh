# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# The provider with the tools of real Checkbox: units, and every way to build and install it.

. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/checkbox/lib.sh"

JOBS='linerate/all-at-once linerate/all-at-once-page.html linerate/all-at-once-result'
JOBS+=' linerate/device-table linerate/ethernet-detected linerate_device'

# manage ARGUMENT...: manage.py of the copied tree, in the world.
manage()
{
	checkbox_world "$WORLD" python3 "$WORLD/tree/manage.py" "$@"
}

# check_works NAME COMMAND...: Checkbox lists the provider's jobs, and a job finds the program.
check_works()
{
	local name=$1 jobs
	shift
	jobs=$(checkbox_world "$WORLD" "$@" checkbox-cli list all-jobs 2>/dev/null |
		checkbox_jobs | xargs)
	tap_is "$name: Checkbox lists the jobs" "$jobs" "$JOBS"
	tap_like "$name: a job runs the program" \
		"$(checkbox_world "$WORLD" "$@" checkbox-cli run \
			com.canonical.contrib::linerate/device-table </dev/null 2>&1)" \
		'job passed +: Attach the table of network interfaces'
}

# copy_tree: what "make dist" packs, to build in. The tests may run where the tree is read-only.
copy_tree()
{
	local log
	log=$(make -C "$top_builddir" distdir "distdir=$WORLD/tree" 2>&1) ||
		tap_bail "make distdir failed: $log"
	chmod -R u+w "$WORLD/tree"
}

check_units()
{
	tap_is "manage.py validate has nothing to say" "$(manage validate 2>&1)" \
		"The provider seems to be valid"
	tap_ok "manage.py test passes" manage test
}

check_builds()
{
	tap_ok "manage.py build builds the program" manage build
	tap_ok "in build/bin" test -x "$WORLD/tree/build/bin/linerate"
	manage develop --directory "$WORLD/providers" >/dev/null
	check_works "manage.py develop" env PROVIDERPATH="$WORLD/providers"
}

# check_nesting: the plan in the documentation takes our jobs, and leaves out the stock throughput
# test. LINERATE_STOCK_PROVIDERS names the folder "providers" of Checkbox's source; without it that
# provider is one of our making with the same ids.
check_nesting()
{
	local folder=$WORLD/nesting provider
	mkdir -p "$folder/lab/units" "$folder/stock/units" "$folder/path"
	cp "$WORLD"/providers/*.provider "$folder/path"
	sed -n '/^```pxu/,/^```/p' "$top_srcdir/docs/checkbox.md" | grep -v '^```' >"$folder/lab/units/lab.pxu"
	printf '[PlainBox Provider]\nname = com.example:lab\nversion = 1\ndescription = lab\nlocation = %s\n' \
		"$folder/lab" >"$folder/path/lab.provider"
	if [ -n "${LINERATE_STOCK_PROVIDERS-}" ]; then
		for provider in base resource certification-server; do
			(cd "$LINERATE_STOCK_PROVIDERS/$provider" && checkbox_world "$WORLD" \
				python3 manage.py develop --directory "$folder/path") >/dev/null
		done
	else
		printf '[PlainBox Provider]\nname = com.canonical.certification:stock\nversion = 1\ndescription = stock\nlocation = %s\n' \
			"$folder/stock" >"$folder/path/stock.provider"
		cat >"$folder/stock/units/stock.pxu" <<-'END'
			id: ethernet/info_automated_server
			plugin: shell
			_summary: Information
			command: true

			id: ethernet/multi_iperf3_nic_device1
			plugin: shell
			_summary: Throughput
			command: true

			unit: test plan
			id: server-ethernet
			_name: Network
			_description: Network
			include:
			 ethernet/info_automated_server
			 ethernet/multi_iperf3_nic_device.*
		END
	fi
	tap_is "the plan in docs/checkbox.md takes these jobs" \
		"$(checkbox_world "$WORLD" env PROVIDERPATH="$folder/path" \
			checkbox-cli list-bootstrapped com.example::lab-network 2>/dev/null |
			grep -E '::(linerate|ethernet/(info|multi))' | grep -vE 'not-testable|linerate_device' | sort | xargs)" \
		"com.canonical.certification::ethernet/info_automated_server \
com.canonical.contrib::linerate/device-table com.canonical.contrib::linerate/ethernet-detected"
}

# check_installed NAME FOLDER: what was installed below FOLDER, as it is found in /usr/local.
check_installed()
{
	mv "$2/usr/local" "$WORLD/usr-local"
	check_works "$1"
	rm -rf "$WORLD/usr-local"
}

check_installs()
{
	make -C "$WORLD/tree/build/bin" install DESTDIR="$WORLD/made" >/dev/null 2>&1
	check_installed "make install" "$WORLD/made"
	manage install --root="$WORLD/flat" --layout=flat
	check_installed "manage.py install" "$WORLD/flat"
	manage install --root="$WORLD/unix" --layout=unix
	check_installed "manage.py install --layout=unix" "$WORLD/unix"
}

check_sdist()
{
	local top version
	version=$("$WORLD/tree/build/bin/linerate" --version | sed 's/.* //')
	top=com.canonical.contrib.linerate-$version
	manage sdist >/dev/null
	mkdir "$WORLD/unpacked"
	tar -xzf "$WORLD/tree/dist/$top.tar.gz" -C "$WORLD/unpacked"
	tap_is "manage.py sdist packs what make dist packs" \
		"$(cd "$WORLD/unpacked/$top" && find . -type f | sort)" "$FILES"
}

checkbox_require
WORLD=$(mktemp -d)
trap 'rm -rf "$WORLD"' EXIT
checkbox_make_world "$WORLD"
copy_tree
FILES=$(cd "$WORLD/tree" && find . -type f | sort)
check_units
check_builds
check_nesting
check_sdist
check_installs
tap_is "manage.py clean removes the build" "$(manage clean; ls "$WORLD/tree/build")" ""
tap_done
