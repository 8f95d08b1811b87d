#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# Makes screenshots of a report for a person to look at: two widths, light and dark, and on paper.
# usage: html-look.sh PAGE.html FOLDER
set -eu
page=$(realpath "$1") folder=$2
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
	echo "html-look.sh: no Chromium: install the package chromium" >&2
	exit 2
}
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
mkdir -p "$folder"

look() { # file, argument...
	local file=$1
	shift
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
		--disable-background-networking --disable-component-update --disable-sync \
		--hide-scrollbars --user-data-dir="$profile" "$@" "file://$page" 2>"$profile/log" ||
		{ cat "$profile/log" >&2; exit 1; }
	echo "$file"
}

for width in 390 1280; do
	for scheme in light dark; do
		dark=
		[ $scheme = light ] || dark=--blink-settings=preferredColorScheme=0
		file=$folder/$width-$scheme.png
		look "$file" --window-size=$width,"${HEIGHT:-3000}" --screenshot="$file" \
			${dark:---blink-settings=preferredColorScheme=1}
	done
done
look "$folder/paper.pdf" --no-pdf-header-footer --print-to-pdf="$folder/paper.pdf"
