#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""Every message on the page of messages is one that the program has, and every word that check-target
begins a line with is there."""
import os
import pathlib
import re

TOP = pathlib.Path(os.environ["top_srcdir"])
PAGE = (TOP / "docs/TROUBLESHOOTING.md").read_text(encoding="utf-8")


def texts_of_the_program():
    """All string literals, those of several parts joined, and conversions as "..."."""
    for path in (TOP / "src").glob("*.c"):
        source = path.read_text(encoding="utf-8")
        for literal in re.findall(r'(?:"(?:[^"\\\n]|\\.)*"\s*(?:PRI\w+\s*|G_GUINT64_FORMAT\s*)?)+', source):
            text = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', literal))
            yield re.sub(r"%[-0-9.*]*[a-z]*[sudgfc]", "...", text)


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S).group(1)


def first_cells(text):
    for row in re.findall(r"^\| (`.*?) \|", text, re.M):
        yield from re.findall(r"`([^`]*)`", row)


def claims():
    told = list(first_cells(section("Messages of the program")))
    known = list(texts_of_the_program())
    yield "messages are told", len(told) > 20, []
    stale = [message for message in told if not any(message in text for text in known)]
    yield "the program has every message that is told", not stale, stale
    subjects = set(first_cells(section("What check-target says"))) - {"note", "FAULT"}
    used = set()
    for name in "target-check", "target-pace":
        source = (TOP / f"src/{name}.c").read_text(encoding="utf-8")
        used |= set(re.findall(r'lr_remark_new\(\s*"([^"]+)"', source))
    yield "check-target says what the page tells", used == subjects, sorted(used ^ subjects)


results = list(claims())
for number, (name, holds, wrong) in enumerate(results, 1):
    print(f"{'ok' if holds else 'not ok'} {number} - {name}")
    for item in wrong:
        print("#", item)
print(f"1..{len(results)}")
raise SystemExit(0 if all(holds for _, holds, _ in results) else 1)
