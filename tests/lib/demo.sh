# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# shellcheck disable=SC2154 # top, log and the lists of packages are bootstrap's
# What "./bootstrap demo" shows: the jobs of the provider, run by Checkbox on a machine with a
# healthy interface and one that moves half of what it claims. Sourced by bootstrap.

DEMO_RESULTS=$top/build/demo

# section TITLE
section()
{
	printf '\n\033[1m%s\033[0m\n\n' "$1" | if [ -t 1 ]; then cat; else sed 's/\x1b\[[01]m//g'; fi
}

# demo_install: everything from packages to the program; the slow parts side by side.
demo_install()
{
	local checkbox='' failure="Checkbox could not be installed: is this machine online?"
	section "Preparing"
	need_packages "${packages_build[@]}" "${packages_demo[@]}"
	if can_checkbox; then
		"$top/tests/checkbox/setup-venv" >"$top/build/checkbox.log" 2>&1 </dev/null &
		checkbox=$!
	fi
	step "Build linerate" build_in build
	LINERATE=$top/build/linerate
	if [ -z "$checkbox" ]; then
		printf '  %-44s %s\n' "Install Checkbox" "left out: it needs Python 3.12 or older"
		return
	fi
	FAILURE=$failure step "Install Checkbox" demo_await "$checkbox" "$top/build/checkbox.log"
	top_srcdir=$top
	# shellcheck source=tests/checkbox/lib.sh
	. "$top/tests/checkbox/lib.sh"
}

# demo_await PID LOG: waits for a process that runs beside this one.
demo_await()
{
	local status=0
	wait "$1" || status=$?
	cat "$2"
	return "$status"
}

# demo_build_lab: eth1 does what it claims, eth2 half of it.
demo_build_lab()
{
	# shellcheck source=tests/lib/lab.sh
	. "$top/tests/lib/lab.sh"
	tap_skip_all() { die "the private network cannot be built: $1"; }
	tap_bail() { die "the private network cannot be built: $1"; }
	lab_require
	lab_new
	lab_add_nic eth1 --rate 1gbit
	lab_add_nic eth2 --rate 500mbit
	lab_start_targets 5201 1
	export TEST_TARGET_IPERF LINERATE_SPEED=eth1=1G,eth2=1G LINERATE_ALLOW_VIRTUAL=eth1,eth2
	TEST_TARGET_IPERF=$(lab_target_address eth1),$(lab_target_address eth2)
}

# demo_configure WORLD: what a certification engineer writes, and answers to all questions.
demo_configure()
{
	checkbox_make_world "$1"
	checkbox_provide "$1"
	checkbox_configure "$1" TEST_TARGET_IPERF="$TEST_TARGET_IPERF" LINERATE_SPEED="$LINERATE_SPEED" \
		LINERATE_ALLOW_VIRTUAL="$LINERATE_ALLOW_VIRTUAL" </dev/null
}

# demo_filter: of what Checkbox prints, each job with its outcome, and the logs of those that test.
demo_filter()
{
	awk '
	/^-+\[ Running job / { next }
	/^-+\[ / {
		title = $0
		gsub(/^-+\[ | \]-+$/, "", title)
		shown = title ~ /^Throughput/
		if (shown) print "\n  Job: " title "\n"
	}
	/^-+ >8 -+$/ { inside = 0 }
	inside && shown { print "    " $0 }
	/^\.\.\. 8< -+$/ { inside = 1 }
	/^Outcome: / && !inside {
		sub(/^Outcome: /, "")
		if (shown) print "\n  => " $0
		else print "  " title ": " $0
	}
	{ fflush() }'
}

# demo_run_checkbox: the launcher, as an engineer would start it; keeps archive and results.
demo_run_checkbox()
{
	local world=$LAB_DIR/world report suffix name attachments
	demo_configure "$world"
	checkbox_world "$world" ip netns exec "$(lab_netns machine)" \
		env PROVIDERPATH="$world/providers" "$top/bin/linerate-quick" </dev/null 2>&1 |
		tee -a "$log" | demo_filter
	for report in "$world"/data/checkbox-ng/submission_*; do
		[ -e "$report" ] || die "Checkbox left no report of the session; its output is in $log"
		suffix=${report##*/submission_}
		cp "$report" "$DEMO_RESULTS/submission.${suffix#*.*.*.*.}"
	done
	attachments=attachment_files/com.canonical.contrib__linerate_quick-result
	for name in eth1 eth2; do
		tar -xJOf "$DEMO_RESULTS/submission.tar.xz" "${attachments}_$name" \
			>"$DEMO_RESULTS/$name.json" || die "the report of Checkbox lacks the result of $name"
	done
}

# demo_run_alone: the commands of the same jobs, where there is no Checkbox.
demo_run_alone()
{
	local name
	for name in eth1 eth2; do
		printf '\n  Throughput of %s, 30 seconds\n\n' "$name"
		lab_in_machine "$LINERATE" test --runs 1 --duration 30 --fail-threshold 80 \
			--cpu-load-fail-threshold 90 --json "$DEMO_RESULTS/$name.json" -- "$name" \
			2>>"$log" | sed 's/^/    /'
	done
}

# demo_outcome NAME: pass, fail or error, with the ids of the causes.
demo_outcome()
{
	jq -r '"\(.verdict.outcome) \([.verdict.causes[].id] | join(" "))"' "$DEMO_RESULTS/$1.json"
}

# demo_judge: whether all came out as staged; says so.
demo_judge()
{
	local healthy slow
	healthy=$(demo_outcome eth1) slow=$(demo_outcome eth2)
	if [ "${healthy%% *}" = pass ] && [[ $slow == "fail "*path-limit* ]]; then
		printf 'As staged: eth1 passed, and eth2 failed because its path lets only half through.\n'
		return
	fi
	die "not as staged: eth1 should pass and is '$healthy', eth2 should fail as path-limit and is '$slow'"
}

demo()
{
	[ "$(id -u)" -eq 0 ] || die "the demo builds a private network, which needs root: run 'sudo ./bootstrap demo'"
	rm -rf "$DEMO_RESULTS"
	mkdir -p "$DEMO_RESULTS"
	demo_install
	demo_build_lab

	section "The machine: two interfaces that claim 1 Gb/s; the cable of eth2 carries half"
	lab_in_machine "$LINERATE" devices | sed 's/^/  /'

	if [ -n "${CHECKBOX-}" ]; then
		section "Checkbox runs bin/linerate-quick: 30 seconds for each interface"
		demo_run_checkbox
	else
		section "The commands of the jobs: 30 seconds for each interface"
		demo_run_alone
	fi

	"$LINERATE" report --html "$DEMO_RESULTS/report.html" "$DEMO_RESULTS"/eth[12].json 2>>"$log" ||
		die "the results could not be rendered; the reason is in $log"
	section "Result: open report.html in a browser"
	printf '  %s\n' "$DEMO_RESULTS"/*
	printf '\n'
	demo_judge
}
