#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""Builds, checks and installs the provider with the tools of Checkbox."""

import os
import re
import shutil
import subprocess
import tarfile

from plainbox.provider_manager import SourceDistributionCommand
from plainbox.provider_manager import manage_py_extension
from plainbox.provider_manager import setup


def read_version():
    """The version, from the one place that states it."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "configure.ac"), encoding="UTF-8") as stream:
        return re.search(r"AC_INIT\(\[linerate\], \[(.+?)\]", stream.read()).group(1)


@manage_py_extension
class CompleteDistributionCommand(SourceDistributionCommand):
    """
    create a source tarball

    The tarball in dist/ holds what "make dist" packs, so that it builds without
    the autotools. Run "manage.py build" first.
    """

    name = "sdist"

    def invoked(self, ns):
        build_dir = os.path.join(self.definition.location, "build", "bin")
        if not os.path.exists(os.path.join(build_dir, "Makefile")):
            print("Nothing is configured in build/bin: run './manage.py build' first.")
            return 1
        status = subprocess.call(
            ["make", "-C", build_dir, "distdir", "distdir=" + self.toplevel_name])
        if status != 0:
            return status
        os.makedirs(self.dist_dir, exist_ok=True)
        tree = os.path.join(build_dir, self.toplevel_name)
        with tarfile.open(self.tarball_name, mode="w:gz") as tarball:
            tarball.add(tree, self.toplevel_name)
        shutil.rmtree(tree)
        return 0


setup(
    name="com.canonical.contrib:linerate",
    version=read_version(),
    description="Does this network interface move data at the speed it claims?",
    # A tarball brings its configure script; a clone makes it here.
    build_cmd="{ [ -x ../../configure ] || (cd ../.. && autoreconf -fi); }"
              " && ../../configure && make",
)
