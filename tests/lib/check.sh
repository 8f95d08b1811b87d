# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# shellcheck disable=SC2154 # top and the lists of packages are bootstrap's
# Everything that "./bootstrap check" runs, and how it is counted. Sourced by bootstrap.
#
# Results are read from what the TAP driver leaves for each test file: X.trs has a line per claim,
# X.log the output. A skip must be on the list tests/expected-skips, or it fails the check.

CHECK_PASSED=0
CHECK_FAILED=0
CHECK_SKIPPED=0
CHECK_UNEXPECTED=0

# The closing line is the last line, also when a step before the tests ends the check.
check_close()
{
	local status=$?
	trap - EXIT
	[ "$status" -eq 0 ] || [ "$CHECK_FAILED" -gt 0 ] || [ "$CHECK_UNEXPECTED" -gt 0 ] ||
		CHECK_FAILED=1
	printf '%d passed, %d failed, %d skipped\n' "$CHECK_PASSED" "$CHECK_FAILED" "$CHECK_SKIPPED"
	exit "$status"
}

# check_count RESULT DIR: claims with this result in all test files of a build.
check_count()
{
	find "$top/$2/tests" -name '*.trs' -exec grep -hc "^:test-result: $1" {} + |
		awk '{ sum += $1 } END { print sum + 0 }'
}

# check_show_failures DIR: the log of every test file with a failure.
check_show_failures()
{
	local trs
	find "$top/$1/tests" -name '*.trs' -exec grep -lE '^:test-result: (FAIL|ERROR|XPASS)' {} + |
		sort | while read -r trs; do
		printf '\n---- %s\n' "${trs%.trs}.log"
		# The driver repeats each result in words of its own.
		grep -vE '^(PASS|FAIL|SKIP|XFAIL): ' "${trs%.trs}.log" | tail -n 300
	done
}

# check_is_expected TEXT: whether a line of the list allows this skip. TEXT is as the TAP driver
# prints it: "tests/file.sh 3 - claim # SKIP reason".
check_is_expected()
{
	local file pattern
	while read -r file pattern; do
		case $file in '' | '#') continue ;; esac
		[[ $1 == "$file "* && ${1#"$file "} =~ $pattern ]] && return
	done <"$top/tests/expected-skips"
	return 1
}

# check_read_skips DIR
check_read_skips()
{
	local text
	while read -r text; do
		check_is_expected "$text" && continue
		CHECK_UNEXPECTED=$((CHECK_UNEXPECTED + 1))
		printf '  skipped, and not on the list tests/expected-skips: %s\n' "$text"
	done < <(find "$top/$1/tests" -name '*.log' -exec sed -n 's/^SKIP: //p' {} +)
}

# check_run TITLE DIR MAKE_ARGUMENT...: make check, of which the exceptions are shown; counts.
check_run()
{
	local title=$1 dir=$2 status failed began=$SECONDS
	shift 2
	printf '  %-44s ' "$title"
	find "$top/$dir/tests" -name '*.trs' -delete
	make -C "$top/$dir" -j "$(nproc)" check TESTS= >"$top/$dir/check.log" 2>&1 &&
		make -C "$top/$dir" -k check "$@" >>"$top/$dir/check.log" 2>&1 </dev/null
	status=$?
	printf '%3d s\n' $((SECONDS - began))
	failed=$(($(check_count FAIL "$dir") + $(check_count ERROR "$dir") + $(check_count XPASS "$dir")))
	CHECK_PASSED=$((CHECK_PASSED + $(check_count '\(PASS\|XFAIL\)' "$dir")))
	CHECK_SKIPPED=$((CHECK_SKIPPED + $(check_count SKIP "$dir")))
	if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
		failed=1
		tail -n 40 "$top/$dir/check.log"
	fi
	CHECK_FAILED=$((CHECK_FAILED + failed))
	grep -E '^(FAIL|ERROR|XPASS|SKIP): ' "$top/$dir/check.log" | sed 's/^/    /'
	check_show_failures "$dir"
	check_read_skips "$dir"
}

# check_distribution DIR: the tarball builds, tests, installs and uninstalls. The traffic was
# tested before, and Checkbox and the packages too.
check_distribution()
{
	local began=$SECONDS
	printf '  %-44s ' "Distribution"
	if make -C "$top/$1" -j "$(nproc)" distcheck traffic_tests= checkbox_tests= package_tests= \
		DISTCHECK_CONFIGURE_FLAGS="${werror[*]}" \
		>"$top/$1/distcheck.log" 2>&1 </dev/null; then
		printf '%3d s\n' $((SECONDS - began))
		CHECK_PASSED=$((CHECK_PASSED + 1))
		return
	fi
	printf 'failed\n'
	CHECK_FAILED=$((CHECK_FAILED + 1))
	tail -n 60 "$top/$1/distcheck.log"
}

check()
{
	local werror=()
	trap check_close EXIT
	[ "${CI-}" != true ] || werror=(--enable-werror)
	need_packages "${packages_build[@]}" "${packages_demo[@]}" "${packages_check[@]}"
	need_checkbox
	# Built anew: a check of what lay around from another day says little.
	rm -rf "$top/build-check" "$top/build-sanitized"
	step "Build" build_in build-check "${werror[@]}"
	# shellcheck disable=SC2016 # variables of make
	check_run "Tests" build-check -j "$(nproc)" TESTS='$(quiet_tests)'
	# One by one: tests that measure want the machine to themselves.
	# shellcheck disable=SC2016
	check_run "Tests with traffic" build-check TESTS='$(traffic_tests)'
	step "Build with sanitizers" build_in build-sanitized --enable-sanitizers "${werror[@]}"
	# shellcheck disable=SC2016 # a variable of make
	check_run "Unit tests with sanitizers" build-sanitized -j "$(nproc)" TESTS='$(test_programs)'
	check_distribution build-check
	[ "$CHECK_FAILED" -eq 0 ] && [ "$CHECK_UNEXPECTED" -eq 0 ] && [ "$CHECK_PASSED" -gt 0 ]
	exit
}
