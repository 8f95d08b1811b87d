#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Every command that people call has a man page that renders without a complaint and tells every
# option of its --help.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"

number=0 status=0
ok() { # claim, command...
	local claim=$1
	shift
	number=$((number + 1))
	if "$@"; then echo "ok $number - $claim"; else echo "not ok $number - $claim"; status=1; fi
}

renders() {
	local complaints
	complaints=$(MANWIDTH=80 man --warnings -l "$1" 2>&1 >/dev/null)
	[ -z "$complaints" ] || { echo "# $complaints"; return 1; }
}

tells_every_option() { # page, command
	local option text missing=0
	text=$(MANWIDTH=200 man -l "$1" 2>/dev/null | col -b)
	for option in $("$LINERATE" "$2" --help | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
		grep -q -- "$option" <<<"$text" || { echo "# $option is missing"; missing=1; }
	done
	return $missing
}

command -v man >/dev/null && command -v col >/dev/null || { echo "1..0 # SKIP man is not installed"; exit 0; }
commands=$("$LINERATE" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
ok "the program tells its commands" test -n "$commands"
for page in linerate linerate-certify; do
	ok "$page.1 renders" renders "$top_srcdir/man/$page.1"
done
for command in $commands; do
	page=$top_srcdir/man/linerate-$command.1
	ok "linerate-$command.1 renders" renders "$page"
	ok "linerate-$command.1 tells every option" tells_every_option "$page" "$command"
done
echo "1..$number"
exit $status
