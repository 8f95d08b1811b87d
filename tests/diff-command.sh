#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# `linerate diff` tells what changed between two saved results, "it passed last week", and says
# plainly what it cannot read.
set -u
: "${LINERATE:?run me by make check}" "${top_builddir:?}" "${top_srcdir:?}"
# shellcheck source=tests/lib/tap.sh
. "$top_srcdir/tests/lib/tap.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# diff_of BEFORE AFTER: what is said on stdout, white space folded; nothing on stderr, status 0.
diff_of()
{
	local text
	text=$("$LINERATE" diff "$work/$1.json" "$work/$2.json" 2>"$work/err") && [ ! -s "$work/err" ] ||
		echo "status $?: $(cat "$work/err")"
	tr -s ' \n' ' ' <<<"$text"
}

# refuses WORDS ARGUMENT...: status 2, one sentence with these words on stderr, nothing on stdout.
refuses()
{
	local words=$1 status
	shift
	"$LINERATE" diff "$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
	cat "$work/err"
	[ $status -eq 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] &&
		grep -qF -- "$words" "$work/err"
}

"$top_builddir/tests/show-results" "$work" || tap_bail "no results to compare"
jq '.interface.driver_version = "9.9.9" | .interface.firmware = "22.31.1014" |
	.machine.kernel = "6.99.0" | .request.fail_threshold_percent = 70 | .request.congestion = "reno"' \
	"$work/pass.json" >"$work/updated.json"
head -c 3000 "$work/pass.json" >"$work/cut.json"
jq -s . "$work/pass.json" "$work/slow.json" >"$work/list.json"

text=$(diff_of pass updated)
tap_like "a new driver is told with both versions" "$text" 'driver.*: .* -> .*9\.9\.9'
tap_like "new firmware is told" "$text" 'firmware: .* -> 22\.31\.1014'
tap_like "a new kernel is told" "$text" 'kernel: .* -> 6\.99\.0'
tap_like "a setting that was given is told" "$text" 'congestion: .* -> reno'
tap_like "another threshold is told" "$text" 'threshold: 80 % -> 70 %'
text=$(diff_of pass slow)
tap_like "the rate of both is told" "$text" 'lowest run: 9\.35 Gb/s -> 478 Mb/s'
tap_like "a cause that came is told" "$text" 'causes: none -> below-threshold'
tap_like "equal results differ in nothing" "$(diff_of pass pass)" 'Nothing of note has changed\.'
tap_like "a run that could not be made is compared too" "$(diff_of pass refused)" \
	'outcome: pass -> error causes: none -> target-refused'
tap_ok "one result is not enough" refuses "1 result was named" "$work/pass.json"
tap_ok "three are too many" refuses "3 results were named" "$work"/{pass,slow,busy}.json
tap_ok "a file that was cut short is named" refuses "cut.json" "$work/pass.json" "$work/cut.json"
tap_ok "a file that is missing is named" refuses "/nowhere.json" /nowhere.json "$work/pass.json"
tap_ok "a list of results is refused" refuses "list.json" "$work/list.json" "$work/pass.json"
tap_done
