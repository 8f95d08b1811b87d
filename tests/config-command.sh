#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# linerate config: what is in force and who said so; a file with a fault stops every command that
# would have listened to it.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/tap.sh
. "$top_srcdir/tests/lib/tap.sh"

DIR=$(mktemp -d "${TMPDIR:-/tmp}/lr-config.XXXXXX") || tap_bail "no temporary folder"
trap 'rm -rf "$DIR"' EXIT
export XDG_CONFIG_DIRS=$DIR/site:$DIR/vendor XDG_CONFIG_HOME=$DIR/user
unset TEST_TARGET_IPERF LINERATE_SPEED LINERATE_ALLOW_VIRTUAL LINERATE_UNPLUGGED
mkdir "$DIR"/{site,vendor,user}

# row NAME ARGUMENT...: value and source of a setting.
row()
{
	local name=$1
	shift
	"$LINERATE" config "$@" | awk -v name="$name" '$1 == name { print $2, $3, $4 }' | sed 's/ *$//'
}

tap_is "without files all is default" "$("$LINERATE" config | awk 'NR > 1 && $3 != "default"')" ""
printf '[linerate]\ntarget = v\nport = 1111\nruns = 9\n' >"$DIR/vendor/linerate.conf"
printf '[linerate]\ntarget = s\nport = 2222\n' >"$DIR/site/linerate.conf"
printf '[linerate]\ntarget = u\n' >"$DIR/user/linerate.conf"
tap_is "the user's file wins" "$(row target)" "u $DIR/user/linerate.conf"
tap_is "then the first folder of the system" "$(row port)" "2222 $DIR/site/linerate.conf"
tap_is "then the next" "$(row runs)" "9 $DIR/vendor/linerate.conf"
tap_is "the environment wins over files" "$(TEST_TARGET_IPERF=e row target)" "e TEST_TARGET_IPERF"
tap_is "the command line wins over all" "$(TEST_TARGET_IPERF=e row target --target=c)" "c command line"
tap_is "in either form" "$(row port --port 3333)" "3333 command line"
tap_is "an empty variable says nothing" "$(TEST_TARGET_IPERF='' row target)" "u $DIR/user/linerate.conf"
tap_is "what the file says is what a plan does" \
	"$("$LINERATE" plan lo --allow-virtual --speed 1G --format=json | jq -r '.plan.workers[] | "\(.target) \(.port)"')" \
	"u 2222"
tap_is "and the command line wins there, too" \
	"$("$LINERATE" plan lo --allow-virtual --speed 1G --port 5 --target x --format=json |
		jq -r '.plan.workers[] | "\(.target) \(.port)"')" "x 5"
printf '[linerate]\nunplugged = lo\nallow-virtual = lo\nspeed = lo=1G\n' >"$DIR/user/linerate.conf"
tap_like "the list of interfaces listens, too" \
	"$("$LINERATE" devices --format=records | sed -n '/^interface: lo$/,/^$/p')" "reference_speed: 1000"
tap_is "an unknown variable is named" \
	"$(LINERATE_TRAGET=x "$LINERATE" config 2>&1 >/dev/null)" \
	"linerate config: the environment has LINERATE_TRAGET, but there is no such setting: see linerate-config(1)"
printf '[linerate]\n\nprot = 1\n' >"$DIR/user/linerate.conf"
for command in config "plan lo" "test lo" devices; do
	# shellcheck disable=SC2086 # a command and its operand
	output=$("$LINERATE" $command 2>&1 >/dev/null)
	status=$?
	tap_is "$command: an unknown key is named with file and line" "$status $output" \
		"2 linerate ${command% *}: $DIR/user/linerate.conf: line 3: there is no setting 'prot': 'linerate config' lists those that there are"
done
printf '[linerate]\nport = 99999\n' >"$DIR/user/linerate.conf"
tap_like "a value that means nothing is named with its file" "$("$LINERATE" config 2>&1)" \
	"$DIR/user/linerate.conf: port: '99999'"
tap_done
