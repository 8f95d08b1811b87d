#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""The JSON listing of this machine and of recorded ones fits docs/devices.schema.json, and what does
not fit is found."""
import copy
import json
import os
import pathlib
import shutil
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("1..0 # SKIP python3-jsonschema is not installed")
    sys.exit(0)

TOP = pathlib.Path(os.environ["top_srcdir"])
SHARED = pathlib.Path(os.environ.get("LR_SHARED", TOP / "../shared"))
LISTING = [os.environ["LINERATE"], "devices", "--format=json"]
tests = []


def load(name):
    return json.loads((TOP / "docs" / name).read_text())


def validator():
    schema, result = load("devices.schema.json"), load("result.schema.json")
    # Without the $id nothing is looked up anywhere: the one reference is put in by hand.
    del schema["$id"]
    schema["$defs"] = result["$defs"]
    schema["properties"]["interfaces"]["items"]["allOf"][0]["$ref"] = "#/$defs/interface"
    return jsonschema.Draft202012Validator(schema)


FITS = validator()


def claim(done, words):
    tests.append(done)
    print(f"{'ok' if done else 'not ok'} {len(tests)} - {words}")


def faults(document):
    return [f"{error.json_path}: {error.message}" for error in FITS.iter_errors(document)]


def listing(recording=None):
    command = ["umockdev-run", "-d", str(recording), "--"] if recording else []
    # Both umockdev and the address sanitizer want to be loaded first.
    environment = {**os.environ, "ASAN_OPTIONS": "verify_asan_link_order=0"}
    done = subprocess.run(command + LISTING, check=True, capture_output=True, env=environment)
    return json.loads(done.stdout)


here = listing()
print("\n".join(f"# {fault}" for fault in faults(here)))
claim(not faults(here), "this machine fits")
claim(any(nic["category"] == "LOOPBACK" for nic in here["interfaces"]), "the loopback is there")
for name in ("nvidia-dgxa100", "bmc-network-vs-network", "nxp-s32g-dev-board"):
    recording = SHARED / "udev" / f"{name}.umockdev"
    if not recording.exists() or not shutil.which("umockdev-run"):
        tests.append(True)
        print(f"ok {len(tests)} - {name} fits # SKIP no recorded machines or no umockdev here")
        continue
    document = listing(recording)
    print("\n".join(f"# {fault}" for fault in faults(document)))
    claim(document["interfaces"] and not faults(document), f"{name} fits")

for member in ("slug", "reference_source", "kind", "testable"):
    broken = copy.deepcopy(here)
    del broken["interfaces"][0][member]
    claim(faults(broken), f"a missing {member} is found")
print(f"1..{len(tests)}")
sys.exit(not all(tests))
