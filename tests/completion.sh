#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-only
# What bash offers behind "linerate" is what the program's --help tells: every command, every option.
# The words of --help are found here in another way than in the completion.
set -u
: "${top_srcdir:?run me by make check}" "${LINERATE:?}"
# shellcheck source=tests/lib/tap.sh
. "$top_srcdir/tests/lib/tap.sh"
# shellcheck source=data/linerate.bash-completion
. "$top_srcdir/data/linerate.bash-completion"

# offered LINE: what is completed at the end of the line, in one line.
offered()
{
	COMP_LINE=$1 COMP_POINT=${#1}
	_linerate "$LINERATE"
	printf '%s\n' "${COMPREPLY[@]}" | sort | xargs
}

# long_options COMMAND: every word of its --help's table of options that begins with "--".
long_options()
{
	"$LINERATE" "$1" --help | awk '/^Options:/ { on = 1; next } /^$/ { on = 0 } on' |
		grep -oE '^ +(-h, )?--[a-z-]+=?' | grep -oE -- '--[a-z-]+=?' | sort | xargs
}

commands=$("$LINERATE" --help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }')
[ -n "$commands" ] || tap_bail "--help tells no commands"
# shellcheck disable=SC2086 # one word per command
tap_is "every command is offered" "$(offered 'linerate ')" \
	"$(printf '%s\n' --help --version $commands | sort | xargs)"
tap_is "commands by their beginning" "$(offered 'linerate dev')" "devices"
for command in $commands; do
	options=$(long_options "$command")
	tap_like "--help of $command tells options" "$options" '--help'
	tap_is "every option of $command is offered" "$(offered "linerate $command -")" "$options"
done
tap_is "options by their beginning" "$(offered 'linerate test --fail')" "--fail-threshold="
tap_is "values that --help lists" "$(offered 'linerate devices --format=')" "json records table"
tap_is "values by their beginning" "$(offered 'linerate plan --format=j')" "json"
tap_is "an operand is an interface of this machine" "$(offered 'linerate plan l' | grep -ow lo)" lo
cd "$top_srcdir/tests/data" || tap_bail "no $top_srcdir/tests/data"
tap_is "or a file" "$(offered 'linerate report result-1.j')" "result-1.json"
tap_is "a number is not guessed" "$(offered 'linerate test --runs=')" ""
tap_is "no command of that name, nothing offered" "$(offered 'linerate nonsense -')" ""
if command -v shellcheck >/dev/null; then
	tap_ok "shellcheck has no remark" shellcheck "$top_srcdir/data/linerate.bash-completion"
else
	tap_skip "shellcheck has no remark" "shellcheck is not installed"
fi
tap_done
