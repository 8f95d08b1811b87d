#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# The floors of docs/architecture.md hold: a file includes only what stands before it in the table.
set -u
: "${top_srcdir:?run me by make check}"

# Prints a line for each breach in the sources of folder $1.
breaches() {
	awk '
	function module(path) { sub(/.*\//, "", path); sub(/\.[ch]$/, "", path); return path }
	FILENAME ~ /architecture\.md$/ {
		if ($0 ~ /^## /) table = ($0 == "## Floors")
		if (!table || $0 !~ /^\|.*`/) next
		split($0, cell, "|")
		if (cell[2] ~ /^ [0-9] $/) {
			split(cell[3], word, "`")
			rank[word[2]] = ++order
		} else if (cell[2] ~ /`/) {
			split(cell[2], word, "`")
			m = split(cell[3], owner, "`")
			for (i = 2; i <= m; i += 2) may[word[2], owner[i]] = 1
			owned[word[2]] = 1
		}
		next
	}
	FNR == 1 {
		me = module(FILENAME)
		if (!(me in rank)) print FILENAME ": not in the table of floors"
	}
	match($0, /^[ \t]*#[ \t]*include[ \t]*[<"][^>"]+/) {
		name = substr($0, RSTART, RLENGTH)
		sub(/.*[<"]/, "", name)
		if (name in owned && !((name, me) in may)) print FILENAME ":" FNR ": " name " belongs elsewhere"
		if ($0 !~ /"/ || name == "config.h") next
		other = module(name)
		if (!(other in rank)) print FILENAME ":" FNR ": " name " is not in the table of floors"
		else if (other != me && rank[other] > rank[me])
			print FILENAME ":" FNR ": " me " must not know " other
	}' "$top_srcdir/docs/architecture.md" "$1"/*.c "$1"/*.h
}

echo 1..4
found=$(breaches "$top_srcdir/src")
if [ -z "$found" ]; then echo "ok 1 - every include goes down"; else
	printf '%s\n' "$found" | sed 's/^/# /'
	echo "not ok 1 - every include goes down"
fi

# The check itself can fail: plant a breach of each kind in a copy.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
plant() { # number, claim, file, line of code
	rm -rf "$copy/src" && cp -r "$top_srcdir/src" "$copy/src" && chmod -R u+w "$copy/src"
	printf '%s\n' "$4" >>"$copy/src/$3"
	if breaches "$copy/src" | grep -q "/$3:"; then echo "ok $1 - $2"; else echo "not ok $1 - $2"; fi
}
plant 2 "a file that includes a higher floor is found" units.c '#include "plan.h"'
plant 3 "a library in a second file is found" nic.c '#include <libudev.h>'
plant 4 "a file that is not in the table is found" unheard-of.c 'int unheard_of;'
