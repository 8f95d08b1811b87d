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

# is_true NAME OUTPUT: the verdict is the expected one, and nothing else was to be said.
is_true() { [[ $2 != *$'\n'* && $2 =~ ^(${SITUATION_EXPECTED[$1]}|$STOLEN)$ ]]; }
STOLEN='fail:cpu-throttled by the hypervisor'

# stage_until_undisturbed NAME: a hypervisor that takes the cores away in mid-run makes another
# situation of it, one that no row stages: that one is staged again when the cores are back, three
# times at most. Where they never come back, the truth is that, and the verdict must say so.
stage_until_undisturbed()
{
	local try output mark
	for try in 1 2 3 4; do
		mark=$folder/disturbed-$1-$try
		output=$(DISTURBED=$mark run_situation "$1")
		if is_true "$1" "$output" || [ ! -e "$mark" ]; then
			break
		fi
		echo "$1: staged again: the hypervisor took a core away" >>"$folder/disturbed"
		lab_await 20 lab_is_calm
	done
	if ! is_true "$1" "$output" && [ "$(cat "$mark" 2>/dev/null)" = named ]; then
		output=$STOLEN
	fi
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
		if is_true "$name" "$(cat "$file")"; then
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
