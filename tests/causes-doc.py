#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""docs/causes.md describes every cause and every threshold, and what it says of the tests is so."""
import os
import pathlib
import re
import sys

TOP = pathlib.Path(os.environ["top_srcdir"])
CLASSES = {"NOT_TESTED": "could-not-test", "VOID": "measurement-void", "DEVICE": "device",
           "HOST": "host", "PATH": "path"}
claims = []


def claim(words, wrong):
    claims.append(not wrong)
    print(f"{'not ok' if wrong else 'ok'} {len(claims)} - {words}")
    for item in sorted(wrong):
        print("#", item)


def read(name):
    return (TOP / name).read_text(encoding="utf-8")


def code_causes():
    return {name: CLASSES[cls] for name, cls in
            re.findall(r'\{\s*"([a-z0-9-]+)",\s*LR_CLASS_([A-Z_]+)', read("src/cause.c"))}


def doc_causes(text):
    """id: (class, what is said of it)"""
    causes = {}
    for part in text.split("\n## ")[1:]:
        cls = re.search(r"^Class `([a-z-]+)`", part, re.M)
        for entry in part.split("\n### ")[1:]:
            name, body = entry.split("\n", 1)
            causes[name] = (cls.group(1), " ".join(body.split()))
    return causes


def staged_names(body):
    """What stands behind "Staged.": kind and name of each test."""
    staged = body.split("**Staged.**")[1]
    kind = None
    for word, code, quoted in re.findall(r"\b(truth|fault|rows)\b|`([^`]+)`|\"([^\"]+)\"", staged):
        kind = word or kind
        if code or quoted:
            yield kind, code or quoted


def main():
    text = read("docs/causes.md")
    told, known = doc_causes(text), code_causes()
    truth = "".join(p.read_text() for p in (TOP / "tests/truth").glob("situations-*.sh"))
    staged = {"truth": set(re.findall(r"^situation (\S+)", truth, re.M)),
              "fault": set(re.findall(r"^fault (\S+)", read("tests/netns-faults.sh"), re.M)),
              "rows": set(re.findall(r'\{\s*"([^"]+)",', read("tests/test-verdict.c")))}
    claim("every cause is described, and no other", set(told) ^ set(known))
    claim("each under its class", {n for n in known if n in told and told[n][0] != known[n]})
    claim("each with meaning, evidence, remedy and staging",
          {f"{name}: {word}" for name, (_, body) in told.items()
           for word in ("Means", "Evidence", "Remedy", "Staged") if f"**{word}.**" not in body})
    missing = set()
    for name, (_, body) in told.items():
        for kind, test in staged_names(body):
            rows = staged.get(kind, set())
            found = any(row.startswith(test) for row in rows) or (
                "/" in test and (TOP / test).exists())
            if not found:
                missing.add(f"{name}: {kind} {test}")
    claim("each staging exists", missing)
    numbers = re.findall(r"#define (LR_\w+)\s+(.+)", read("src/thresholds.h"))
    claim("every threshold is told with its value",
          {name for name, value in numbers if f"| `{name}` | `{value.strip()}` |" not in text})
    used = "".join(p.read_text() for p in (TOP / "src").glob("r*.c"))
    claim("every threshold is used by a rule", {name for name, _ in numbers if name not in used})
    print(f"1..{len(claims)}")
    return 0 if all(claims) and len(known) > 40 else 1


sys.exit(main())
