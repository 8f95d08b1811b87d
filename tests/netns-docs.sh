#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# The documentation against the program: every command that a page or the example of a man page tells
# is run word for word, in a laboratory in which names and addresses are those of the documentation,
# or is run by the test that its block names, or its block tells the reader why it is not run; every
# command and option that is told anywhere exists; every cause is in the page of messages.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"

CARD=enp3s0f0 HOST=192.0.2.10

# run_machine COMMAND: as it stands, by a shell on the machine under test; a run takes 1 s, not 15 min.
run_machine()
{
	lab_in_machine env PATH="$LAB_DIR/bin:$PATH" LINERATE_SPEED=$CARD=1G \
		LINERATE_ALLOW_VIRTUAL=$CARD,eth2 XDG_CONFIG_HOME="$LAB_DIR/config" \
		bash -c "cd '$LAB_DIR' && ${1//15m/1s}"
}

# run_target PAGE COMMAND: takes the place of the server that ran before, and listens.
run_target()
{
	local port=5201
	[[ $2 =~ --base-port=([0-9]+) ]] && port=${BASH_REMATCH[1]}
	if [ -n "${SERVERS[$port]-}" ]; then
		kill "${SERVERS[$port]}"
		lab_await 10 lab_is_gone "${SERVERS[$port]}"
	fi
	lab_spawn target "$LAB_DIR/serve.log" env PATH="$LAB_DIR/bin:$PATH" bash -c "exec $2"
	SERVERS[$port]=$LAB_SPAWNED
	tap_ok "$1: $2" lab_await 10 lab_listens target "$port"
}

# is_run_by FILE COMMAND: the first two words of the command stand in the file, or in what it runs.
is_run_by()
{
	local words
	read -r -a words <<<"${2#sudo }"
	case $1 in
	bootstrap) "$top_srcdir/bootstrap" --help | grep -qE "^ +${words[1]} " ;;
	*) grep -qF -- "${words[*]:0:2}" "$top_srcdir/$1" ;;
	esac
}

# run_pages PAGE...
run_pages()
{
	local page mark command
	while IFS=$'\t' read -r page mark command; do
		case $mark in
		machine) tap_ok "$page: $command" run_machine "$command" ;;
		target) run_target "$page" "$command" ;;
		hardware) ;;
		none) tap_result "not ok" "$page: nobody says who runs '$command'" ;;
		*) tap_ok "$page: $command: run by $mark" is_run_by "$mark" "$command" ;;
		esac
	done < <(python3 "$top_srcdir/tests/lib/doc-commands.py" "$@")
}

# unknown_targets: what is told of make and no Makefile knows.
unknown_targets()
{
	grep -ohE '`make( -[A-Z] [^ `]+)? [a-z-]+' "$top_srcdir"/*.md "$top_srcdir"/docs/*.md |
		sed 's/.* //' | sort -u | while read -r target; do
		case $target in check | dist | distcheck | install | clean) continue ;; esac
		grep -qE "^([a-z-]+ )*$target:|^\.PHONY:.* $target( |\$)" "$top_srcdir/Makefile.am" || echo "$target"
	done
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
lab_add_nic eth2 --no-address
lab_do ip -n "$(lab_netns machine)" address add 192.0.2.1/24 dev $CARD
# The same name at the far end: pages tell of the target's card, too.
lab_do ip -n "$(lab_netns target)" link set net1 down
lab_do ip -n "$(lab_netns target)" link set net1 name $CARD up
lab_do ip -n "$(lab_netns target)" address add $HOST/24 dev $CARD
mkdir "$LAB_DIR/bin"
ln -s "$LINERATE" "$LAB_DIR/bin/linerate"
mkdir "$LAB_DIR/config"
# Both ends share the cores of this machine, and others may, too.
printf '[linerate]\nfail-threshold = 10\ncpu-load-fail-threshold = 100\nduration = 2s\n' \
	>"$LAB_DIR/config/linerate.conf"
# What the man pages bring along.
cp "$top_srcdir/tests/data/topologies/odd-places.xml" "$LAB_DIR/server.xml"
cp "$top_srcdir/tests/data/result-1.json" "$LAB_DIR/eth0.json"
cp "$top_srcdir/tests/data/result-1.json" "$LAB_DIR/eth1.json"
declare -A SERVERS=()
tap_is "every command and option in the documentation exists" "$(unknown_options)" ""
tap_is "so do the options of the page on migration" "$(unknown_in_migration)" ""
tap_is "so do the targets of make" "$(unknown_targets)" ""
tap_is "every cause is among the messages" "$(causes_left_out)" ""
tap_is "the table of interfaces has every column of the page" \
	"$(grep '^INTERFACE ' "$top_srcdir/docs/devices.md" | grep -oE '[A-Z]+' |
		grep -vxF "$("$LINERATE" devices | head -n 1 | grep -oE '[A-Z]+')")" ""
lab_alone
cd "$top_srcdir" || tap_bail "no source folder"
# The first page makes the result that others look at.
run_pages docs/quickstart.md README.md CONTRIBUTING.md docs/[a-p]*.md docs/[r-z]*.md docs/TROUBLESHOOTING.md man/*.1
tap_done
