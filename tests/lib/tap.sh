# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# Test results in the Test Anything Protocol. Sourced by the shell tests; knows nothing of networks.
#
# A test file calls tap_plan (or, when the number is not known beforehand, tap_done at its end),
# and one of tap_ok, tap_is, tap_like, tap_skip for each claim. Diagnostics go to stderr as
# comments: the TAP driver keeps them in the log.

TAP_COUNT=0
TAP_FAILED=0

# tap_plan COUNT: how many claims this file makes.
tap_plan()
{
	printf '1..%d\n' "$1"
}

# tap_done: prints the plan at the end instead.
tap_done()
{
	tap_plan "$TAP_COUNT"
}

# tap_diag TEXT...: lines for whoever reads the log.
tap_diag()
{
	printf '%s\n' "$*" | sed 's/^/# /'
}

# tap_result ok|"not ok" NAME
tap_result()
{
	TAP_COUNT=$((TAP_COUNT + 1))
	[ "$1" = ok ] || TAP_FAILED=$((TAP_FAILED + 1))
	printf '%s %d - %s\n' "$1" "$TAP_COUNT" "$2"
}

# tap_ok NAME COMMAND...: the command succeeds. What it prints is shown when it does not.
tap_ok()
{
	local name=$1 output status=0
	shift
	output=$("$@" 2>&1) || status=$?
	if [ "$status" -eq 0 ]; then
		tap_result ok "$name"
		return
	fi
	tap_result "not ok" "$name"
	tap_diag "status $status of: $*"
	[ -z "$output" ] || tap_diag "$output"
}

# tap_is NAME GOT WANTED: the two texts are equal.
tap_is()
{
	if [ "$2" = "$3" ]; then
		tap_result ok "$1"
		return
	fi
	tap_result "not ok" "$1"
	tap_diag "     got: $2"
	tap_diag "expected: $3"
}

# tap_like NAME GOT REGEX: the text matches the extended regular expression.
tap_like()
{
	if [[ $2 =~ $3 ]]; then
		tap_result ok "$1"
		return
	fi
	tap_result "not ok" "$1"
	tap_diag "      got: $2"
	tap_diag "not like: $3"
}

# tap_near NAME GOT WANTED PERCENT: the two numbers differ by at most PERCENT of WANTED.
tap_near()
{
	if awk -v got="$2" -v want="$3" -v percent="$4" 'BEGIN {
		if (got !~ /^[0-9.]+$/ || want !~ /^[0-9.]+$/) exit 1
		off = got - want
		if (off < 0) off = -off
		exit !(off <= want * percent / 100)
	}'; then
		tap_result ok "$1"
		tap_diag "$2 against $3, within $4 %"
		return
	fi
	tap_result "not ok" "$1"
	tap_diag "$2 is not within $4 % of $3"
}

# tap_skip NAME REASON: one claim that cannot be tested here.
tap_skip()
{
	TAP_COUNT=$((TAP_COUNT + 1))
	printf 'ok %d - %s # SKIP %s\n' "$TAP_COUNT" "$1" "$2"
}

# tap_skip_all REASON: nothing in this file can be tested here. Ends the test.
tap_skip_all()
{
	printf '1..0 # SKIP %s\n' "$1"
	exit 0
}

# tap_bail REASON: the ground under the test is missing; going on would tell nothing. Ends the test.
tap_bail()
{
	printf 'Bail out! %s\n' "$1"
	exit 1
}
