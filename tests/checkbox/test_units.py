# SPDX-License-Identifier: GPL-3.0-only
"""What the units promise, asked of Checkbox itself."""

import collections
import glob
import itertools
import json
import os
import re
import subprocess
import tempfile
import unittest

from plainbox.impl.resource import ExpressionFailedError

from checkbox.provider import NAMESPACE, PROGRAM, TREE, load_units, make_device, select

# The throughput jobs, each of which has an attachment.
KINDS = "cert", "quick", "cert-reverse", "underspeed", "both-ways"

# What sends traffic through one interface, for eth0.
SENDING = ["linerate/{}/eth0".format(kind) for kind in KINDS + ("compare", "precheck")]

# Slugs that look like a part of another job's id.
SLUGS = ("eth0", "enp3s0f0np0", "result", "cert-result", "cert", "quick-result", "quick",
         "device-table", "not-testable", "reverse", "cert-reverse", "reverse-result", "compare",
         "underspeed", "both-ways", "ways", "all-at-once", "at-once", "a_b-c", "-", "0")


class TestCase(unittest.TestCase):
    """The provider, loaded afresh."""

    def setUp(self):
        self.units = load_units()
        self.jobs = {job.partial_id: job for job in select(self.units, "job")}
        self.templates = {
            template.partial_id: template for template in select(self.units, "template")}
        self.plans = {plan.partial_id: plan for plan in select(self.units, "test plan")}

    def make_jobs(self, *devices):
        """All jobs of a machine with these devices, by id; told apart by their origin."""
        jobs = dict(self.jobs)
        for template in self.templates.values():
            for job in template.instantiate_all(devices):
                self.assertNotIn(job.partial_id, jobs)
                jobs[job.partial_id] = job
        return jobs


class TemplateTests(TestCase):
    """Which jobs a machine gets."""

    def test_a_testable_interface_gets_its_jobs_and_results(self):
        ids = set(self.make_jobs(make_device("eth0"))) - set(self.jobs)
        expected = {"linerate/compare/eth0", "linerate/precheck/eth0"}
        for kind in KINDS:
            expected |= {"linerate/{}/eth0".format(kind), "linerate/{}-result/eth0".format(kind),
                         "linerate/{}-page/eth0.html".format(kind)}
        self.assertEqual(ids, expected)

    def test_an_untestable_wired_port_gets_one_job_that_says_why(self):
        device = make_device("eth1", testable="no", reason="member of bond0: test bond0")
        jobs = self.make_jobs(device)
        self.assertEqual(set(jobs) - set(self.jobs), {"linerate/not-testable/eth1"})
        job = jobs["linerate/not-testable/eth1"]
        self.assertIn("member of bond0: test bond0", job.tr_summary())
        self.assertIn("member of bond0: test bond0", job.tr_description())
        with self.assertRaises(ExpressionFailedError):
            job.get_resource_program().evaluate_or_raise(
                {NAMESPACE + "::linerate_device": [device, make_device("eth2")]})

    def test_a_service_processor_is_shown_as_skipped(self):
        device = make_device("usb0", testable="no", category="BMC_NETWORK", reason="BMC")
        self.assertIn("linerate/not-testable/usb0", self.make_jobs(device))

    def test_other_untestable_interfaces_get_no_job(self):
        for category in "LOOPBACK", "VIRTUAL_NETWORK", "WIRELESS", "CAN", "OTHER":
            device = make_device("x0", testable="no", category=category, reason="no card")
            self.assertEqual(set(self.make_jobs(device)), set(self.jobs), category)

    def test_a_hostile_name_reaches_no_command_id_or_summary(self):
        name = "$(id)\"'\\{x}"
        device = make_device(name, slug="_id____x_", testable="no", reason="not plain text")
        for job in self.make_jobs(device).values():
            for text in job.command, job.id, job.tr_summary(), job.requires or "":
                self.assertNotIn(name, text)

    def runs(self, job, device, **manifest):
        """Whether the job is started with these answers; others have the value of no answer."""
        answers = dict({"name": "com.canonical.contrib:linerate", "has_ethernet_throughput": "True",
                        "unplugged_ethernet_ports": ""}, **manifest)
        # Every provider has a record of its own, and what is not in it counts as empty.
        resources = {"com.canonical.plainbox::manifest": [make_device("-", name="other"), make_device("-", **answers)],
                     "com.canonical.contrib::linerate_device": [make_device("other"), device]}
        try:
            return job.get_resource_program().evaluate_or_raise(resources)
        except ExpressionFailedError:
            return False

    def test_the_manifest_decides_over_every_job_that_sends_traffic(self):
        device = make_device("eth0")
        jobs = self.make_jobs(device)
        for name in SENDING + ["linerate/all-at-once", "linerate/ethernet-detected"]:
            for answer, runs in ("True", True), ("False", False), ("", False):
                self.assertEqual(self.runs(jobs[name], device, has_ethernet_throughput=answer), runs, name)

    def test_so_many_ports_may_be_without_a_cable_as_the_manifest_says(self):
        for without_link, answer, runs in (
                ("0", "", True), ("0", "0", True), ("0", "3", True),
                ("1", "", True), ("1", "None", True), ("1", "0", True),
                ("1", "1", False), ("2", "1", True), ("2", "2", False), ("2", "10", False), ("10", "9", True)):
            device = make_device("eth0", ports_without_link=without_link)
            jobs = self.make_jobs(device)
            for name in SENDING:
                self.assertEqual(self.runs(jobs[name], device, unplugged_ethernet_ports=answer), runs,
                                 (name, without_link, answer))


class PlanTests(TestCase):
    """Which jobs a plan takes."""

    def test_every_pattern_takes_the_jobs_of_one_unit_only(self):
        jobs = self.make_jobs(*[make_device(slug) for slug in SLUGS],
                              make_device("u", testable="no", reason="no"))
        taken = collections.Counter()
        for plan in self.plans.values():
            for qualifier in plan.get_qualifier().get_primitive_qualifiers():
                origins = {str(job.origin) for job in jobs.values()
                           if qualifier.designates(job)}
                self.assertLessEqual(len(origins), 1, qualifier)
                taken.update({(plan.partial_id, origin) for origin in origins})
        self.assertTrue(taken)
        self.assertEqual({key: n for key, n in taken.items() if n > 1}, {})

    def test_every_job_is_in_a_plan(self):
        jobs = self.make_jobs(make_device("eth0"), make_device("u", testable="no", reason="no"))
        for name, job in jobs.items():
            if name == "linerate_device":
                continue
            plans = [plan for plan in self.plans.values()
                     if plan.get_qualifier().designates(job)
                     or plan.get_mandatory_qualifier().designates(job)]
            self.assertTrue(plans, name)

    def test_the_table_of_interfaces_cannot_be_deselected(self):
        for plan in self.plans.values():
            qualifier = plan.get_mandatory_qualifier()
            self.assertTrue(qualifier.designates(self.jobs["linerate/device-table"]))

    def test_the_plans_do_not_take_each_others_jobs(self):
        jobs = self.make_jobs(make_device("eth0"))
        for name, other in itertools.permutations(("cert", "quick", "cert-reverse", "underspeed"), 2):
            qualifier = self.plans["linerate-" + name].get_qualifier()
            for kind in "", "-result":
                mine = jobs["linerate/{}{}/eth0".format(name, kind)]
                theirs = jobs["linerate/{}{}/eth0".format(other, kind)]
                self.assertTrue(qualifier.designates(mine))
                self.assertFalse(qualifier.designates(theirs))

    def test_plans_bring_the_resource_of_their_templates(self):
        for plan in self.plans.values():
            self.assertEqual(plan.get_bootstrap_job_ids(), [NAMESPACE + "::linerate_device"])

    def test_throughput_blocks_certification_in_the_certification_plan_only(self):
        for kind in "cert", "cert-reverse", "underspeed":
            self.assertRegex(self.plans["linerate-" + kind].include,
                             r"(?m)^linerate/{}/\S+ +certification-status=blocker$".format(kind))
        self.assertNotIn("blocker", self.plans["linerate-quick"].include)

    def test_the_full_plan_has_every_kind_of_test(self):
        jobs = self.make_jobs(make_device("eth0"))
        qualifier = self.plans["linerate-full"].get_qualifier()
        taken = {name for name, job in jobs.items()
                 if qualifier.designates(job) and "linerate test" in job.command}
        self.assertEqual(taken, {"linerate/cert/eth0", "linerate/cert-reverse/eth0",
                                 "linerate/both-ways/eth0", "linerate/all-at-once"})
        self.assertTrue(qualifier.designates(jobs["linerate/compare/eth0"]))

    def test_every_plan_looks_at_the_target_before_it_sends(self):
        for plan in self.plans.values():
            self.assertLess(plan.include.index("linerate/precheck/"),
                            re.search(r"linerate/(cert|quick|underspeed)", plan.include).start())

    def test_each_plan_says_when_to_use_it_and_how_long_it_takes(self):
        for plan in self.plans.values():
            self.assertRegex(plan.tr_description(), r"(?s)[A-Z].*\bTakes .*(minute|hour)")
            self.assertIn("Needs TEST_TARGET_IPERF", plan.tr_description().replace("\n", " "))

    def test_the_times_that_the_plans_say_are_true(self):
        said = {"linerate-cert": 61, "linerate-cert-reverse": 61, "linerate-underspeed": 61,
                "linerate-quick": 1, "linerate-full": 2 * 60 + 21}
        jobs = self.make_jobs(make_device("eth0"))
        for name, plan in self.plans.items():
            seconds = sum(job.estimated_duration for job in jobs.values()
                          if plan.get_qualifier().designates(job)
                          and job.partial_id.endswith("/eth0"))
            self.assertAlmostEqual(seconds / 60, said[name], delta=1)
            text = plan.tr_description().replace("\n", " ")
            self.assertRegex(text, {1: "under a minute", 61: "61 +minutes",
                                    141: "2 hours and 21 minutes"}[said[name]])

    def test_the_quick_plan_says_that_it_does_not_certify(self):
        plan = self.plans["linerate-quick"]
        quick = self.make_jobs(make_device("eth0"))["linerate/quick/eth0"]
        for text in plan.tr_name(), plan.tr_description(), quick.summary, quick.description:
            self.assertRegex(text.replace("\n", " "), r"(?i)not\s+valid\s+for\s+certification")


class CommandTests(TestCase):
    """What the jobs run."""

    def test_the_thresholds_and_times_of_certification(self):
        command = self.make_jobs(make_device("eth0"))["linerate/cert/eth0"].command
        for option, value in (("runs", "4"), ("duration", "900"), ("fail-threshold", "80"),
                              ("cpu-load-fail-threshold", "90"), ("scan-timeout", "3600")):
            self.assertEqual(re.findall(r"--{} (\S+)".format(option), command), [value])

    def test_the_directions(self):
        jobs = self.make_jobs(make_device("eth0"))
        for kind, option in (("cert-reverse", "--reverse"), ("both-ways", "--bidirectional"),
                             ("underspeed", "--underspeed-ok")):
            for other in KINDS:
                command = jobs["linerate/{}/eth0".format(other)].command
                self.assertEqual(option + " " in command, other == kind, (option, other))

    def test_estimated_durations_are_true(self):
        jobs = self.make_jobs(make_device("eth0"))
        for name in ["linerate/{}/eth0".format(kind) for kind in KINDS] + ["linerate/all-at-once"]:
            command = jobs[name].command
            traffic = (int(re.search(r"--runs (\d+)", command).group(1))
                       * int(re.search(r"--duration (\d+)", command).group(1)))
            self.assertGreater(jobs[name].estimated_duration, traffic)
            self.assertLess(jobs[name].estimated_duration, traffic + 15 + traffic / 20)

    def test_the_interface_is_quoted_and_cannot_be_an_option(self):
        for template in self.templates.values():
            command = template.get_record_value("command").replace("{interface_slug}", "SLUG")
            self.assertEqual(command.count("{interface}"), command.count(' -- "{interface}"')
                             + command.count(' --interface="{interface}"'))
        for kind in KINDS + ("compare",):
            template = self.templates["linerate/" + kind + "/{interface_slug}"]
            self.assertIn(' -- "{interface}"', template.get_record_value("command"))

    @unittest.skipUnless(os.path.exists(PROGRAM), "linerate is not built")
    def test_the_program_takes_any_name_after_the_dashes_for_an_interface(self):
        for name in "-h", "--help", "--version":
            done = subprocess.run([PROGRAM, "test", "--duration", "1", "--", name],
                                  stdout=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"no-such-interface", done.stdout.splitlines()[-1])

    def test_a_job_and_its_attachment_share_one_file(self):
        jobs = self.make_jobs(make_device("eth0"))
        names = set()
        for kind in KINDS:
            files = {re.search(r'result="(\S+)"', jobs[name.format(kind)].command).group(1)
                     for name in ("linerate/{}/eth0", "linerate/{}-result/eth0")}
            self.assertEqual(len(files), 1)
            names |= files
        self.assertEqual(len(names), len(KINDS))

    def test_an_attachment_without_a_result_says_so_and_is_no_error(self):
        jobs = self.make_jobs(make_device("eth0"))
        with tempfile.TemporaryDirectory() as share:
            for kind in KINDS:
                for suffix in "-result/eth0", "-page/eth0.html":
                    job = jobs["linerate/" + kind + suffix]
                    done = subprocess.run(
                        ["bash", "-c", job.command], stdout=subprocess.PIPE, universal_newlines=True,
                        env=dict(os.environ, PLAINBOX_SESSION_SHARE=share))
                    self.assertEqual(done.returncode, 0, job.id)
                    self.assertIn("left no result", done.stdout, job.id)
                    if suffix.startswith("-result"):
                        self.assertEqual(list(json.loads(done.stdout)), ["missing"], job.id)

    def test_the_attachments_of_all_at_once_say_so_too(self):
        with tempfile.TemporaryDirectory() as share:
            outputs = [subprocess.run(
                ["bash", "-c", self.jobs["linerate/all-at-once-" + suffix].command],
                stdout=subprocess.PIPE, universal_newlines=True, check=True,
                env=dict(os.environ, PLAINBOX_SESSION_SHARE=share)).stdout
                       for suffix in ("result", "page.html")]
        self.assertEqual(json.loads(outputs[0]), [])
        self.assertIn("left no result", outputs[1])

    def test_jobs_that_run_the_program_name_every_variable_that_it_reads(self):
        read = set()
        for path in glob.glob(os.path.join(TREE, "src", "*.c")):
            with open(path, encoding="UTF-8") as stream:
                read |= set(re.findall(r'"(LINERATE_[A-Z_]+|TEST_TARGET_[A-Z0-9_]+)"',
                                       stream.read()))
        for job in self.make_jobs(make_device("eth0")).values():
            if re.search(r"linerate (test|compare|check-target)", job.command):
                self.assertLessEqual(read, job.get_environ_settings(), job.id)
            elif "linerate devices" in job.command:
                self.assertLessEqual({"LINERATE_ALLOW_VIRTUAL", "LINERATE_SPEED",
                                      "LINERATE_UNPLUGGED"},
                                     job.get_environ_settings(), job.id)

    def test_no_job_asks_for_root(self):
        for job in self.make_jobs(make_device("eth0")).values():
            self.assertIsNone(job.user, job.id)


if __name__ == "__main__":
    unittest.main()
