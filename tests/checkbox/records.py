# SPDX-License-Identifier: GPL-3.0-only
"""A strict reader of resource records: what Checkbox would bend, skip or lose is an error here."""

import re

KEYS = (
    "interface", "interface_slug", "category", "kind", "driver", "bus", "product", "vendor",
    "product_id", "vendor_id", "product_slug", "vendor_slug", "mac", "path", "carrier",
    "ports_without_link", "speed", "reference_speed", "reference_source", "mtu", "numa_node", "testable", "reason")

CATEGORIES = {
    "NETWORK", "WIRELESS", "WWAN", "INFINIBAND", "CAN", "BMC_NETWORK", "VIRTUAL_NETWORK",
    "LOOPBACK", "OTHER"}

# What a value has to match, where it is more than one clean line.
SHAPES = {
    "interface_slug": r"[A-Za-z0-9_-]+",
    "category": "|".join(sorted(CATEGORIES)),
    "kind": r"[a-z0-9-]+|unknown",
    "carrier": r"yes|no|unknown",
    "ports_without_link": r"[0-9]+",
    "speed": r"[1-9][0-9]*|unknown",
    "reference_speed": r"[1-9][0-9]*|unknown",
    "reference_source": r"[a-z-]+",
    "mtu": r"[0-9]+|unknown",
    "numa_node": r"[0-9]+|unknown|-1",
    "testable": r"yes|no"}

PLAIN_NAME = re.compile(r"[A-Za-z0-9_.@-]+")


class RecordError(ValueError):
    """The text is not what a resource job may print."""


def read_records(data):
    """Bytes as printed by "linerate devices --format=records", as a list of dictionaries."""
    try:
        text = data.decode("UTF-8")
    except UnicodeDecodeError as exc:
        raise RecordError("not UTF-8: {}".format(exc)) from exc
    if text == "":
        return []
    if not text.endswith("\n"):
        raise RecordError("the last line is not ended")
    records = [read_record(part) for part in text[:-1].rstrip("\n").split("\n\n")]
    for key in "interface", "interface_slug":
        values = [record[key] for record in records]
        if len(set(values)) != len(values):
            raise RecordError("{} is not unique: {}".format(key, values))
    return records


def read_record(text):
    """One record, without the empty line after it."""
    record = {}
    for line in text.split("\n"):
        key, value = read_line(line)
        if key in record:
            raise RecordError("{} is there twice".format(key))
        record[key] = value
    if tuple(record) != KEYS:
        raise RecordError("keys are {}, not {}".format(tuple(record), KEYS))
    if (record["testable"] == "yes") != (record["reason"] == "none"):
        raise RecordError("testable {testable!r} with reason {reason!r}".format(**record))
    if record["testable"] == "yes" and not PLAIN_NAME.fullmatch(record["interface"]):
        raise RecordError("{interface!r} must not be testable".format(**record))
    return record


def read_line(line):
    """One line as key and value."""
    match = re.fullmatch(r"([a-z_]+): (\S|\S.*\S)", line)
    if not match:
        raise RecordError("not 'key: value': {!r}".format(line))
    key, value = match.groups()
    if not value.isprintable():
        raise RecordError("{} has an unprintable character: {!r}".format(key, value))
    if key in SHAPES and not re.fullmatch(SHAPES[key], value):
        raise RecordError("{} has a value out of its range: {!r}".format(key, value))
    return key, value
