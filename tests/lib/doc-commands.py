#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""The commands that a page of documentation tells: doc-commands.py PAGE [PAGE...]

Prints "PAGE<tab>MARK<tab>COMMAND" with the command in one line, quoted for bash. In Markdown a block of
commands begins with ```sh and a mark: machine, target (a server), hardware (not run; its first line
is a comment that tells the reader why), or the test that runs it. The examples of man pages are for the
machine, servers for the target. A command in a block without a mark has the mark "none"."""
import pathlib
import re
import shlex
import subprocess
import sys

LOOKS_LIKE_A_COMMAND = re.compile(
    r"(\$ |sudo |\./|apt(-get)? |checkbox-cli |dpkg|ethtool |ip |iperf3 |jq |linerate [a-z-]+( |$)|linerate-[a-z]+$|"
    r"make( |$)|python3 |systemctl )")


def whole_commands(lines):
    """Joins the lines of a command that goes over several, as a shell would."""
    text = ""
    for line in lines:
        text = f"{text}\n{line}" if text else line
        if subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True, check=False).returncode == 0:
            if not text.endswith("\\"):
                yield text
                text = ""
    if text:
        yield text


def block_commands(mark, lines):
    lines = [line for line in lines if line.strip()]
    if mark == "hardware" and not lines[0].startswith("#"):
        mark = "none"
    for command in whole_commands(lines):
        if not command.startswith("#"):
            yield mark, re.sub(r"\s+#[^'\"]*$", "", command)


def markdown_commands(text):
    for fence, body in re.findall(r"^```([^\n]*)\n(.*?)^```$", text, re.M | re.S):
        words = fence.split()
        if words[:1] == ["sh"]:
            yield from block_commands(words[1] if len(words) > 1 else "none", body.splitlines())
        elif any(LOOKS_LIKE_A_COMMAND.match(line) for line in body.splitlines()):
            yield "none", body.splitlines()[0]
    for line in re.findall(r"^\n {4}(\S[^\n]*)$", text, re.M):
        if LOOKS_LIKE_A_COMMAND.match(line):
            yield "none", line


def man_commands(text):
    for section in re.findall(r"^\.SH EXAMPLES?\n(.*?)(?=^\.SH )", text, re.M | re.S):
        for line in section.splitlines():
            line = re.sub(r"^\.B ", "", line).replace("\\-", "-")
            if re.match(r"([A-Z_]+=\S+ )?linerate [a-z-]+( |$)", line):
                yield "target" if line.startswith("linerate serve") else "machine", line


def main():
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        text = path.read_text(encoding="utf-8")
        for mark, command in (markdown_commands if path.suffix == ".md" else man_commands)(text):
            print(path.name, mark, command if "\n" not in command else "eval " + bash_quoted(command), sep="\t")


def bash_quoted(text):
    """In one line, also where the text has several."""
    return "$'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"


main()
