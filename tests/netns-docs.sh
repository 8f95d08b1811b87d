#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# The documentation against the program: commands in blocks marked "machine" or "target" are run word
# for word, in a laboratory in which names and addresses are those of the documentation; every
# command and option that is told anywhere exists; every cause is in the page of messages.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"

CARD=enp3s0f0 HOST=192.0.2.10

# blocks PAGE: "MARK<tab>command" for each line of a shell block.
blocks()
{
	awk '/^```sh/ { mark = $2 == "" ? "none" : $2; next } /^```/ { mark = ""; next }
		mark != "" && NF { print mark "\t" $0 }' "$top_srcdir/docs/$1.md"
}

# run_machine COMMAND: as it stands, by a shell on the machine under test.
run_machine()
{
	lab_in_machine env PATH="$LAB_DIR/bin:$PATH" LINERATE_SPEED=$CARD=1G \
		LINERATE_ALLOW_VIRTUAL=$CARD XDG_CONFIG_HOME="$LAB_DIR/config" bash -c "cd '$LAB_DIR' && $1"
}

# run_target PAGE COMMAND: takes the place of the server that ran before, and listens.
run_target()
{
	local port=5201
	[[ $2 =~ --base-port=([0-9]+) ]] && port=${BASH_REMATCH[1]}
	if lab_listens target "$port"; then
		kill "$SERVER"
		lab_await 10 lab_is_gone "$SERVER"
	fi
	lab_spawn target "$LAB_DIR/serve.log" env PATH="$LAB_DIR/bin:$PATH" bash -c "exec $2"
	SERVER=$LAB_SPAWNED
	tap_ok "$1: $2" lab_await 10 lab_listens target "$port"
}

run_page()
{
	local mark command
	while IFS=$'\t' read -r mark command; do
		case $mark in
		machine) tap_ok "$1: $command" run_machine "$command" ;;
		target) run_target "$1" "$command" ;;
		hardware) ;;
		*) tap_result "not ok" "$1: '$command' is marked neither machine, target nor hardware" ;;
		esac
	done < <(blocks "$1")
}

# told: every command line of the program in code, "PAGE<tab>COMMAND LINE".
told()
{
	awk '/^```/ { code = !code; next }
		code && /^(sudo )?linerate [a-z-]+( |$)/ { print FILENAME "\t" $0 }
		!code { n = split($0, part, "`")
			for (i = 2; i <= n; i += 2) if (part[i] ~ /^linerate [a-z]/) print FILENAME "\t" part[i] }' \
		"$top_srcdir"/README.md "$top_srcdir"/docs/*.md
}

# unknown_options: what is told and not in --help.
unknown_options()
{
	local file line words word help
	while IFS=$'\t' read -r file line; do
		read -r -a words <<<"${line#sudo }"
		help=$("$LINERATE" "${words[1]}" --help 2>&1) || { echo "$file: $line"; continue; }
		for word in "${words[@]:2}"; do
			[[ $word == --[a-z]* ]] || continue
			word=${word%%=*}
			grep -qE -- "$word([ =,]|\$)" <<<"$help" || echo "$file: $line: $word"
		done
	done < <(told)
}

# unknown_in_migration: options in the second column that a test does not take.
unknown_in_migration()
{
	local option help
	help=$("$LINERATE" test --help)
	grep '^| `-' "$top_srcdir/docs/migration.md" | cut -d '|' -f 3 | grep -oE -- '--[a-z][a-z-]*' |
		sort -u | while read -r option; do
		grep -qE -- "$option([ =]|\$)" <<<"$help" || echo "$option"
	done
}

# causes_left_out: those that the page of messages does not have.
causes_left_out()
{
	local id
	sed -n 's/^### //p' "$top_srcdir/docs/causes.md" | while read -r id; do
		grep -q "\`$id\`" "$top_srcdir/docs/TROUBLESHOOTING.md" || echo "$id"
	done
}

lab_require
lab_new
lab_add_nic $CARD --rate 1gbit --no-address
lab_do ip -n "$(lab_netns machine)" address add 192.0.2.1/24 dev $CARD
lab_do ip -n "$(lab_netns target)" address add $HOST/24 dev net1
mkdir "$LAB_DIR/bin"
ln -s "$LINERATE" "$LAB_DIR/bin/linerate"
mkdir "$LAB_DIR/config"
# Both ends share the cores of this machine, and others may, too.
printf '[linerate]\nfail-threshold = 10\ncpu-load-fail-threshold = 100\n' >"$LAB_DIR/config/linerate.conf"
SERVER=
tap_is "every command and option in the documentation exists" "$(unknown_options)" ""
tap_is "so do the options of the page on migration" "$(unknown_in_migration)" ""
tap_is "every cause is among the messages" "$(causes_left_out)" ""
lab_alone
for page in quickstart fleet tuning migration TROUBLESHOOTING; do run_page $page; done
tap_done
