#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Runs the truth table: for each situation the verdict that is true, and the one that was given.
#
#     run.sh [NAME...]      those situations only
#     TRUTH_ROUNDS=10       each so often: verdicts do not flicker
#     TRUTH_AT_ONCE=3       of those that do not measure the CPU
#     TRUTH_KEEP=FOLDER     keeps the results
# Exit status 0 only with a perfect score.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${LINERATE:?run me by make truth}"
# shellcheck source=tests/truth/table.sh
. "$here/table.sh"
# shellcheck source=tests/truth/fake-machine.sh
. "$here/fake-machine.sh"
for part in target path device host; do
	# shellcheck source=/dev/null
	. "$here/situations-$part.sh"
done
lab_require

# start NAME ROUND: in the background; the verdict and what is not true go to a file.
start() { (stage_until_undisturbed "$1") >"$folder/$2-$1" 2>&1 & }

# stage_until_undisturbed NAME: a hypervisor that takes the cores away in mid-run makes another
# situation of it, one that no row stages: that one is staged again, twice at most.
stage_until_undisturbed()
{
	local try output
	for try in 1 2 3; do
		output=$(DISTURBED=$folder/disturbed-$1-$try run_situation "$1")
		[ -e "$folder/disturbed-$1-$try" ] && [ $try -lt 3 ] || break
		echo "$1: staged again: the hypervisor took a core away" >>"$folder/disturbed"
	done
	printf '%s\n' "$output"
}

# run_round ROUND: all rows, first those that may run beside others.
run_round()
{
	local name
	for name in "${chosen[@]}"; do
		[ -z "${SITUATION_ALONE[$name]-}" ] || continue
		while [ "$(jobs -rp | wc -l)" -ge "${TRUTH_AT_ONCE-3}" ]; do wait -n; done
		start "$name" "$1"
	done
	wait
	for name in "${chosen[@]}"; do
		[ -n "${SITUATION_ALONE[$name]-}" ] || continue
		start "$name" "$1"
		wait
	done
}

# tell NAME: a line for each row, and what is not true below it.
tell()
{
	local name=$1 round file given good=0
	for ((round = 1; round <= rounds; round++)); do
		file=$folder/$round-$name
		given=$(sed -n 1p "$file")
		if [[ $given =~ ^(${SITUATION_EXPECTED[$name]})$ ]] && [ "$(wc -l <"$file")" -eq 1 ]; then
			good=$((good + 1))
		else
			printf 'no    %-40s %-28s %s\n' "$name" "${SITUATION_EXPECTED[$name]}" "$given"
			sed -n '2,$s/^/      | /p' "$file"
		fi
	done
	score=$((score + good))
	[ $good -lt "$rounds" ] ||
		printf 'yes   %-40s %-28s %s\n' "$name" "${SITUATION_EXPECTED[$name]}" "$given"
}

folder=$(mktemp -d "${TMPDIR:-/tmp}/lr-truth.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
chosen=("$@")
[ $# -gt 0 ] || chosen=("${SITUATIONS[@]}")
rounds=${TRUTH_ROUNDS-1} score=0
for ((round = 1; round <= rounds; round++)); do run_round "$round"; done
printf 'true? %-40s %-28s %s\n' situation expected given
for name in "${chosen[@]}"; do tell "$name"; done
[ ! -e "$folder/disturbed" ] || cat "$folder/disturbed"
echo "score $score of $((rounds * ${#chosen[@]}))"
[ "$score" -eq $((rounds * ${#chosen[@]})) ]
