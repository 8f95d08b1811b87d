#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# What a real test leaves behind: the document fits its schema, and what `linerate report` makes of
# it is what the test itself printed and drew.

set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/lib/lab.sh
. "$here/lib/lab.sh"
: "${LINERATE:?run me by make check}" "${top_srcdir:?}"

# linerate_test NIC OPTION...: a real test; the report goes to $LAB_DIR/text.
linerate_test()
{
	local nic=$1
	shift
	lab_in_machine env -u TEST_TARGET_IPERF "$LINERATE" test "$nic" --speed 1G \
		--allow-virtual "$nic" --cpu-load-fail-threshold 100 "$@" >"$LAB_DIR/text" 2>"$LAB_DIR/log"
}

fits_the_schema()
{
	python3 - "$top_srcdir/docs/result.schema.json" "$1" <<-'END'
	import json, sys, jsonschema
	schema, document = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
	faults = list(jsonschema.Draft202012Validator(schema).iter_errors(document))
	print(*[fault.message[:200] for fault in faults], sep="\n")
	sys.exit(bool(faults))
	END
}

renders_the_same()
{
	"$LINERATE" report "$1" --html "$LAB_DIR/again.html" --text >"$LAB_DIR/again" &&
		cmp "$LAB_DIR/text" "$LAB_DIR/again"
}

# A document rounds loads to a tenth, so that a shade may end elsewhere and a last digit differ.
words_of_page()
{
	grep -v '<path class="h' "$1" | sed 's/[0-9.]//g'
}

draws_the_same()
{
	cmp <(words_of_page "$LAB_DIR/page.html") <(words_of_page "$LAB_DIR/again.html")
}

test_a_run_in_both_directions()
{
	local json=$LAB_DIR/both.json
	linerate_test eth1 --target "$(lab_target_address eth1)" --bidirectional --threads 2 \
		--duration 4s --json "$json" --html "$LAB_DIR/page.html"
	tap_ok "a bidirectional run fits the schema" fits_the_schema "$json"
	tap_is "it has a worker for each direction" \
		"$(jq -c '[.runs[0].workers[].direction]' "$json")" '["forward","reverse"]'
	tap_is "it has the cores of this machine and no others" \
		"$(jq -c '.runs[0].samples[0].cores.cpu' "$json")" \
		"$(sed -n 's/^cpu\([0-9][0-9]*\) .*/\1/p' /proc/stat | jq -sc .)"
	tap_ok "it has a sample for each second" \
		jq -e '.runs[0].samples | length >= 5' "$json"
	tap_ok "its connections were seen" \
		jq -e '[.runs[0].samples[].flows.port | length] | max == 2' "$json"
	tap_ok "the document renders as the test printed" renders_the_same "$json"
	tap_ok "the document draws as the test drew" draws_the_same
}

test_a_refusal()
{
	local json=$LAB_DIR/refused.json
	linerate_test eth1 --target "$(lab_target_address eth1):5999" --scan-timeout 0 \
		--duration 1s --json "$json"
	tap_is "a refusal ends with status 2" $? 2
	tap_ok "a refusal leaves a document that fits the schema" fits_the_schema "$json"
	tap_like "a refusal says so in its last line" "$(tail -n 1 "$LAB_DIR/text")" \
		'^ERROR eth1: target-refused: '
	tap_ok "the document of a refusal renders as the test printed" renders_the_same "$json"
}

test_files_that_cannot_be_written()
{
	linerate_test eth1 --target "$(lab_target_address eth1)" --json /nowhere/r.json
	tap_is "a folder that is not there ends the test before it begins" $? 2
	tap_like "and is named" "$(cat "$LAB_DIR/log")" "cannot write '/nowhere/r.json'"
	lab_in_machine "$LINERATE" test eth1 --target "$(lab_target_address eth1)" --speed 1G \
		--allow-virtual eth1 --duration 1s --json "$LAB_DIR/kept.json" >/dev/full 2>"$LAB_DIR/log"
	tap_is "a full standard output is an error" $? 2
	tap_ok "and does not cost the document" fits_the_schema "$LAB_DIR/kept.json"
}

lab_require
python3 -c 'import jsonschema' 2>/dev/null || tap_skip_all "python3-jsonschema is not installed"
lab_alone
lab_new
lab_add_nic eth1 --rate 1gbit
lab_start_targets 5201 2
test_a_run_in_both_directions
test_a_refusal
test_files_that_cannot_be_written
tap_done
