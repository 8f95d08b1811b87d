# SPDX-License-Identifier: GPL-3.0-only
"""The records of the resource job, by a strict reader and by Checkbox."""

import os
import unittest

from plainbox.impl.secure.rfc822 import load_rfc822_records

from checkbox.provider import PROGRAM, run_program
from checkbox.records import KEYS, RecordError, read_records

GOOD = dict({key: "unknown" for key in KEYS}, interface="eth0", interface_slug="eth0",
            category="NETWORK", testable="yes", reason="none", ports_without_link="0")


def write(*records):
    """Records as bytes."""
    return "\n".join("".join("{}: {}\n".format(*pair) for pair in record.items())
                     for record in records).encode("UTF-8")


class ReaderTests(unittest.TestCase):
    """The strict reader refuses what it should."""

    def refuse(self, data, pattern):
        with self.assertRaisesRegex(RecordError, pattern):
            read_records(data)

    def test_good_records_are_read(self):
        second = dict(GOOD, interface="eth1", interface_slug="eth1", product="Käse: 10G, \"x\"")
        self.assertEqual(read_records(write(GOOD, second)), [GOOD, second])
        self.assertEqual(read_records(b""), [])

    def test_what_checkbox_would_bend_or_lose_is_refused(self):
        good = write(GOOD)
        for bad, pattern in (
                (good + b"# a comment: x\n", "not 'key"),
                (good.replace(b"bus: unknown", b"bus: "), "not 'key"),
                (good.replace(b"bus: unknown", b"bus:  unknown"), "not 'key"),
                (good.replace(b"bus: unknown", b"bus: a\n b"), "not 'key"),
                (good.replace(b"bus: unknown", b"bus"), "not 'key"),
                (good.replace(b"bus: unknown\n", b""), "keys are"),
                (good + b"bus: pci\n", "twice"),
                (good[:-1], "not ended"),
                (good.replace(b"bus: unknown", b"bus: a\x07b"), "unprintable"),
                (good.replace(b"bus: unknown", b"bus: \xff"), "UTF-8")):
            self.refuse(bad, pattern)

    def test_values_out_of_their_range_are_refused(self):
        for key, value in (("speed", "0"), ("speed", "-1"), ("carrier", "up"), ("testable", "Yes"),
                           ("category", "network"), ("interface_slug", "eth 0"),
                           ("reference_speed", "10G")):
            self.refuse(write(dict(GOOD, **{key: value})), "out of its range")

    def test_contradictions_are_refused(self):
        self.refuse(write(dict(GOOD, reason="no link")), "testable")
        self.refuse(write(dict(GOOD, testable="no")), "testable")
        self.refuse(write(dict(GOOD, interface="$(id)")), "must not be testable")
        self.refuse(write(GOOD, dict(GOOD, interface="eth1")), "interface_slug is not unique")


@unittest.skipUnless(os.path.exists(PROGRAM), "linerate is not built")
class ProgramTests(unittest.TestCase):
    """The program prints what both readers take."""

    def test_records_are_strictly_valid_and_name_every_interface(self):
        records = read_records(run_program("devices", "--format=records"))
        self.assertEqual({record["interface"] for record in records},
                         set(os.listdir("/sys/class/net")) - {"bonding_masters"})

    def test_checkbox_reads_the_same(self):
        printed = run_program("devices", "--format=records")
        loaded = load_rfc822_records(printed.decode("UTF-8"))
        self.assertEqual([record.data for record in loaded], read_records(printed))


if __name__ == "__main__":
    unittest.main()
