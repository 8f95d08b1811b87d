# SPDX-License-Identifier: GPL-3.0-only
"""The provider of this tree as Checkbox loads it, for the tests of its units."""

import os
import subprocess

from plainbox.impl.resource import Resource
from plainbox.impl.secure.providers.v1 import Provider1
from plainbox.impl.secure.providers.v1 import Provider1Definition

NAMESPACE = "com.canonical.contrib"
TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("LINERATE", os.path.join(TREE, "build", "bin", "linerate"))


def load_units():
    """Every unit of the provider."""
    definition = Provider1Definition()
    definition.name = NAMESPACE + ":linerate"
    definition.version = "0"
    definition.location = TREE
    provider = Provider1.from_definition(definition, secure=False)
    if provider.problem_list:
        raise AssertionError(provider.problem_list)
    return provider.unit_list


def select(units, kind):
    """The units of one kind: "job", "template", "test plan", ..."""
    return [unit for unit in units if unit.Meta.name == kind]


def make_device(interface, slug=None, **values):
    """A record of the resource job, as Checkbox keeps it."""
    record = {"interface": interface, "interface_slug": slug or interface, "category": "NETWORK",
              "testable": "yes", "reason": "none", "ports_without_link": "0"}
    record.update(values)
    return Resource(record)


def run_program(*arguments):
    """What the program prints."""
    return subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, check=True).stdout
