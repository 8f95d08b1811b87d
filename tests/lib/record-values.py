#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""Reads records from standard input with the strict reader; prints a line for each: the values of
the keys that are named as arguments. Ends with the first fault on standard error."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "checkbox"))
from records import RecordError, read_records  # noqa: E402

try:
    found = read_records(sys.stdin.buffer.read())
except RecordError as fault:
    sys.exit(f"record-values: {fault}")
sys.stdout.reconfigure(encoding="utf-8")
for each in found:
    print(*(each[key] for key in sys.argv[1:]))
