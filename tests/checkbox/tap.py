# SPDX-License-Identifier: GPL-3.0-only
"""Runs the unit tests of this folder and prints them in the Test Anything Protocol."""

import os
import sys
import unittest


class TapResult(unittest.TestResult):
    """One line for each test, and why it failed as comments."""

    count = 0

    def print_line(self, test, outcome, note="", details=""):
        TapResult.count += 1
        print("{} {} - {}{}".format(outcome, self.count, test.id(), note))
        for line in details.splitlines():
            print("#", line)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.print_line(test, "ok")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.print_line(test, "not ok", details=self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.print_line(test, "not ok", details=self.errors[-1][1])

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.print_line(test, "ok", note=" # SKIP " + reason)


def main():
    """Exit status 1 when a test failed, or when there was none."""
    tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path.insert(0, tests)
    suite = unittest.defaultTestLoader.discover(
        os.path.join(tests, "checkbox"), top_level_dir=tests)
    result = TapResult()
    suite.run(result)
    print("1..{}".format(result.count))
    return 0 if result.wasSuccessful() and result.count else 1


if __name__ == "__main__":
    sys.exit(main())
