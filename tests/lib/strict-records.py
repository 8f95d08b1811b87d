#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""Reads the records of `linerate devices --format=records` from standard input as strictly as any
reader of resources does, complains on standard error and ends with status 1 about the first fault;
else prints one line for each record: the values of the keys that are named as arguments."""
import re
import sys

KEYS = (
    "interface interface_slug category kind driver bus product vendor product_id vendor_id "
    "product_slug vendor_slug mac path carrier speed reference_speed reference_source mtu "
    "numa_node testable reason"
).split()


def read(text):
    records, record = [], {}
    if text and not text.endswith("\n\n"):
        raise ValueError("the last record does not end")
    for number, line in enumerate(text.split("\n")[:-1], 1):
        if line == "":
            if not record:
                raise ValueError(f"line {number}: an empty record")
            records.append(record)
            record = {}
            continue
        match = re.fullmatch(r"([a-z_]+): (\S|\S.*\S)", line)
        if not match or not line.isprintable() or len(line.splitlines()) != 1:
            raise ValueError(f"line {number} is not 'key: value': {line!r}")
        key, value = match.groups()
        if key in record:
            raise ValueError(f"line {number}: {key} is there twice")
        record[key] = value
    return records


def check(records):
    for record in records:
        name = record.get("interface")
        if list(record) != KEYS:
            raise ValueError(f"{name}: the keys are {list(record)}")
        if not re.fullmatch(r"[A-Za-z0-9_-]+", record["interface_slug"]):
            raise ValueError(f"{name}: bad slug {record['interface_slug']}")
        if record["testable"] not in ("yes", "no"):
            raise ValueError(f"{name}: testable is {record['testable']}")
        if (record["testable"] == "yes") != (record["reason"] == "none"):
            raise ValueError(f"{name}: testable, but {record['reason']}")
        for key in ("speed", "reference_speed", "mtu", "numa_node"):
            if not re.fullmatch(r"unknown|[0-9]+", record[key]):
                raise ValueError(f"{name}: {key} is {record[key]}")
    for key in ("interface", "interface_slug"):
        values = [record[key] for record in records]
        if len(values) != len(set(values)):
            raise ValueError(f"{key} is not unique: {values}")


try:
    found = read(sys.stdin.buffer.read().decode("utf-8"))
    check(found)
except ValueError as fault:
    sys.exit(f"strict-records: {fault}")
sys.stdout.reconfigure(encoding="utf-8")
for each in found:
    print(*(each[key] for key in sys.argv[1:]))
