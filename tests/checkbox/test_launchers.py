# SPDX-License-Identifier: GPL-3.0-only
"""The launchers and the example configuration name things that exist."""

import configparser
import glob
import os
import unittest

from checkbox.provider import TREE, load_units, select


def read_file(path):
    """A launcher or configuration file as Checkbox reads it: keys keep their case."""
    parser = configparser.ConfigParser(delimiters="=")
    parser.optionxform = str
    with open(path, encoding="UTF-8") as stream:
        parser.read_file(stream)
    return parser


class LauncherTests(unittest.TestCase):
    """Every file in bin/."""

    def setUp(self):
        self.units = load_units()
        self.launchers = {os.path.basename(path): read_file(path)
                          for path in glob.glob(os.path.join(TREE, "bin", "*"))}

    def test_each_launcher_has_its_plan(self):
        plans = {launcher["test plan"]["unit"] for launcher in self.launchers.values()}
        self.assertEqual(len(plans), len(self.launchers))
        self.assertLessEqual(plans, {plan.id for plan in select(self.units, "test plan")})

    def test_the_manifest_entries_exist(self):
        entries = {entry.id for entry in select(self.units, "manifest entry")}
        for launcher in self.launchers.values():
            # In Checkbox 7 a launcher wins over the configuration, where a lab counts its ports.
            self.assertEqual(set(launcher["manifest"]),
                             entries - {"com.canonical.contrib::unplugged_ethernet_ports"})

    def test_the_stock_reports_and_the_configuration_of_certification(self):
        for launcher in self.launchers.values():
            self.assertEqual(launcher["config"]["config_filename"],
                             "canonical-certification.conf")
            self.assertEqual(set(launcher["launcher"]["stock_reports"].split(", ")),
                             {"text", "submission_files", "certification"})

    def test_only_the_quick_launcher_says_that_it_does_not_certify(self):
        for name, launcher in self.launchers.items():
            title = launcher["launcher"]["session_title"]
            self.assertEqual("quick" in name, "not valid for certification" in title)


class ExampleTests(unittest.TestCase):
    """The example configuration."""

    def test_its_variables_reach_the_jobs(self):
        path = os.path.join(TREE, "data", "canonical-certification.conf")
        parser = configparser.ConfigParser(delimiters="=")
        parser.optionxform = str
        with open(path, encoding="UTF-8") as stream:
            # As if every example in it had been uncommented.
            parser.read_string("".join(line[1:] if line[:1] == "#" and line[1:2].strip() else line
                                       for line in stream))
        self.assertIn("secure_id", parser["transport:c3"])
        template = next(template for template in select(load_units(), "template")
                        if template.partial_id == "linerate/cert/{interface_slug}")
        self.assertEqual(set(parser["environment"]),
                         set(template.get_record_value("environ").split()))


if __name__ == "__main__":
    unittest.main()
