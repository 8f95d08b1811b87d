#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Whether the programs behind `make bench` still work. No speed is asserted.
set -u
: "${top_srcdir:?run me by make check}" "${top_builddir:?}" "${LINERATE:?}"
# shellcheck source=tests/lib/lab.sh
. "$top_srcdir/tests/lib/lab.sh"
export PYTHONDONTWRITEBYTECODE=1 LINERATE
bench=$top_srcdir/tests/bench
lab_require
lab_alone
out=$(mktemp -d "${TMPDIR:-/tmp}/lr-bench.XXXXXX") || tap_bail "no temporary folder"
trap 'rm -rf "$out"' EXIT

# both FILE FILTER: what jq says of a document.
says() { jq -r "$2" "$out/$1"; }

tap_ok "linerate is measured beside iperf3 and the ceiling, both ways" \
	python3 "$bench/throughput.py" "$LINERATE" "$top_builddir/tests/bench/pipe" --rounds 1 --seconds 1 \
	--mtu 1500 --congestion cubic --shape 5gbit --shaped-seconds 1 --only '^(iperf3, 1 stream|linerate, . workers?|ceiling, 2 flows, truncate)$' \
	--json "$out/bench.json"
tap_is "each of them moved something" \
	"$(says bench.json '[.settings[].results[][].gbps > 0] | "\(length) \(all)"')" "12 true"
tap_ok "a chart is drawn" python3 "$bench/chart.py" "$out/bench.json" "$out/bench.svg"
tap_like "it is SVG" "$(head -c 40 "$out/bench.svg")" '^<svg xmlns="http://www.w3.org/2000/svg"'
tap_ok "the cost beside the workers is told" python3 "$bench/cost.py" "$LINERATE" \
	"$top_builddir/tests/bench/day" --seconds 2 --repeat 1 --workers 2 --samples 5000 --json "$out/cost.json"
# What comes after the last byte is a difference, and may be nothing at all.
tap_is "and every number of it is known" "$(says cost.json '[.[] | .median > 0 or (.what | startswith("last byte"))] | all')" true
tap_ok "tables are made" python3 "$bench/table.py" "$out/bench.json" "$out/cost.json" /dev/stdin <<<'[]'
tap_done
