#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# `linerate report` renders what was saved, and says plainly what it cannot read.
set -u
: "${LINERATE:?run me by make check}" "${top_builddir:?}" "${top_srcdir:?}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
claim() { # words, command...
	local words=$1
	shift
	n=$((n + 1))
	if "$@"; then echo "ok $n - $words"; else
		sed 's/^/# /' "$work/out" "$work/err" | head -20
		echo "not ok $n - $words"
	fi
}
report() { # expected status, argument...
	local expected=$1
	shift
	"$LINERATE" report "$@" >"$work/out" 2>"$work/err" </dev/null
	[ $? -eq "$expected" ]
}
renders() {
	report 0 "$work/pass.json" && cmp -s "$work/out" "$top_srcdir/tests/golden/pass.txt" &&
		[ ! -s "$work/err" ]
}
renders_several() {
	report 0 "$work/pass.json" "$work/slow.json" &&
		grep -q '^PASS enp59s0f0:' "$work/out" && grep -q '^FAIL eth1:' "$work/out"
}
renders_a_list() {
	report 0 "$work/list.json" && grep -q '^PASS enp59s0f0:' "$work/out" &&
		grep -q '^FAIL eth1:' "$work/out"
}
refuses() { # words in the message, argument...
	local words=$1
	shift
	report 2 "$@" && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] &&
		grep -qF -- "$words" "$work/err"
}
makes_a_page() {
	report 0 "$work/pass.json" "$work/slow.json" --html "$work/page.html" && [ ! -s "$work/out" ] &&
		grep -q '</html>' "$work/page.html" && grep -q 'PASS enp59s0f0' "$work/page.html"
}
makes_both() {
	report 0 "$work/pass.json" --html "$work/page.html" --text && grep -q '^PASS' "$work/out"
}
page_to_stdout() {
	report 0 "$work/pass.json" --html - && grep -q '</html>' "$work/out"
}
full_stdout() {
	"$LINERATE" report "$work/pass.json" >/dev/full 2>"$work/err"
	[ $? -eq 2 ] && grep -q 'No space left on device' "$work/err"
}

"$top_builddir/tests/show-results" "$work" || exit 1
head -c 3000 "$work/pass.json" >"$work/cut.json"
sed 's|linerate/1|linerate/99|' "$work/pass.json" >"$work/newer.json"
sed 's|"runs": \[|"runs": [5, |' "$work/pass.json" >"$work/odd.json"
head -c 100000 /dev/urandom >"$work/noise.json"
: >"$work/empty.json"
jq -s . "$work/pass.json" "$work/slow.json" >"$work/list.json"
echo '[]' >"$work/none.json"
mkdir "$work/folder.json"

claim "a saved result renders as it was printed" renders
claim "several results are rendered one after the other" renders_several
claim "a list of results in one file is rendered" renders_a_list
claim "an empty list is refused" refuses "there is no result in '$work/none.json'" "$work/none.json"
claim "a file that was cut short is refused" refuses "it is not JSON" "$work/cut.json"
claim "a newer document is refused with the remedy" refuses "update linerate" "$work/newer.json"
claim "a document with a wrong type is refused" refuses "it is damaged: 'runs' is not" "$work/odd.json"
claim "noise is refused" refuses "cannot read '$work/noise.json'" "$work/noise.json"
claim "an empty file is refused" refuses "cannot read '$work/empty.json'" "$work/empty.json"
claim "a folder is refused" refuses "folder.json" "$work/folder.json"
claim "a file that is missing is named" refuses "/nowhere.json" /nowhere.json
claim "one bad file among good ones is named" refuses "newer.json" "$work/pass.json" "$work/newer.json"
claim "no file at all gets a remedy" refuses "RESULT.json... is missing"
claim "an unknown option gets a remedy" refuses "see 'linerate report --help'" --frobnicate
claim "several results become one page" makes_a_page
claim "page and text can be had at once" makes_both
claim "the page can go to standard output" page_to_stdout
claim "a page that cannot be written is an error" \
	refuses "cannot write '/nowhere/p.html'" "$work/pass.json" --html /nowhere/p.html
claim "a full standard output is an error" full_stdout
echo "1..$n"
