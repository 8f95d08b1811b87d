#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""What a test costs beside its workers, and how long it takes beside its duration.

cost.py LINERATE DAY [--seconds N] [--workers 2,64] [--repeat N] [--samples N] [--json FILE]

The parent process samples, shows progress and supervises. Its CPU time is read from schedstat
(nanoseconds) while the run lasts, as a share of one core; what start and report take is told apart."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from link import PORT, Link, spread, test_command

MIB = 1 << 20


def cpu_ns(pid):
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0])


def field_bytes(pid, file, name):
    with open(f"/proc/{pid}/{file}", encoding="ascii") as lines:
        for line in lines:
            if line.startswith(name + ":"):
                return int(line.split()[1]) * 1024
    return 0


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(child) for child in file.read().split()]


def watch(pid, began, seconds):
    """CPU share of the parent between the first second and the last, and everybody's memory."""
    time.sleep(max(began + 1 - time.monotonic(), 0))
    from_ns, from_s = cpu_ns(pid), time.monotonic()
    time.sleep(max(began + seconds - 0.3 - time.monotonic(), 0))
    percent = (cpu_ns(pid) - from_ns) / (time.monotonic() - from_s) / 1e7
    workers = children(pid)
    return {"percent_of_core": percent, "parent_rss": field_bytes(pid, "status", "VmHWM"),
            "worker_rss": max((field_bytes(w, "status", "VmHWM") for w in workers), default=0),
            "worker_pss": max((field_bytes(w, "smaps_rollup", "Pss") for w in workers), default=0)}


def one_test(link, linerate, workers, seconds):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        began = time.monotonic()
        process = link.start(test_command(linerate, "--threads", str(workers), "--duration", str(seconds),
                                          "--json", path),
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seen = watch(process.pid, began, seconds)
        _, _, usage = os.wait4(process.pid, 0)
        elapsed = time.monotonic() - began
        process.returncode = 0
        with open(path, encoding="utf-8") as file:
            run = json.load(file)["runs"][0]
    if not run["complete"]:
        sys.exit(f"cost.py: a test with {workers} workers was not completed")
    first = min(worker["start_ns"] for worker in run["workers"])
    gate = run["gate_ns"] / 1e9
    # usage is of the parent and of the workers that it waited for.
    return {**seen, "beyond_s": elapsed - seconds, "first_byte_s": gate + first / 1e9 - began,
            "gate_to_first_byte_s": first / 1e9,
            "after_last_byte_s": elapsed - (gate + (first + run["window_ns"]) / 1e9 - began),
            "all_cpu_s": usage.ru_utime + usage.ru_stime}


def test_rows(args, workers):
    with Link(1500) as link:
        link.serve([args.linerate, "serve", "--ports", str(workers), "--base-port", str(PORT)],
                   PORT + workers - 1)
        runs = [one_test(link, args.linerate, workers, args.seconds) for _ in range(args.repeat)]
    told = [(f"own CPU with {workers} workers, % of a core", "percent_of_core", 1, {2: 0.5, 64: 2}.get(workers)),
            (f"memory of a worker of {workers}, RSS, MiB", "worker_rss", MIB, 8),
            (f"memory of a worker of {workers}, PSS, MiB", "worker_pss", MIB, None),
            (f"memory of the parent of {workers}, MiB", "parent_rss", MIB, 16)]
    if workers == 2:
        told += [("time beyond the asked duration, s", "beyond_s", 1, 0.5),
                 ("start of the program to first byte, ms", "first_byte_s", 1e-3, 100),
                 ("gate to first byte, ms", "gate_to_first_byte_s", 1e-3, None),
                 ("last byte to the end, ms", "after_last_byte_s", 1e-3, None)]
    return [(what, most, [run[key] / unit for run in runs]) for what, key, unit, most in told]


def devices_row(linerate):
    times = []
    for _ in range(20):
        began = time.monotonic()
        subprocess.run([linerate, "devices"], stdout=subprocess.DEVNULL, check=True)
        times.append((time.monotonic() - began) * 1e3)
    return ("linerate devices, ms", 10, times)


def day_rows(day, samples):
    rows = []
    for workers, most in ((2, 16), (64, 16)):
        output = subprocess.run([day, str(samples), str(workers)], capture_output=True, text=True, check=True).stdout
        kept, rss, peak = (int(word) for word in output.split())
        rows += [(f"{samples} samples (a day has 86400), {workers} workers, {kept} kept: parent, MiB", most, [rss / MIB]),
                 (f"the same while its document is written, {workers} workers, MiB", most, [peak / MIB])]
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("linerate")
    parser.add_argument("day")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--workers", default="2,64")
    parser.add_argument("--samples", type=int, default=86400)
    parser.add_argument("--json", default="bench-cost.json")
    args = parser.parse_args()
    rows = [devices_row(args.linerate)]
    for workers in args.workers.split(","):
        rows += test_rows(args, int(workers))
    rows += day_rows(args.day, args.samples)
    print(f"{'':68}{'median (lowest - highest)':28}{'aim':>8}")
    for what, most, values in rows:
        print(f"{what:68}{spread(values):28}{'' if most is None else f'< {most}':>8}")
    with open(args.json, "w", encoding="utf-8") as out:
        json.dump([{"what": what, "most": most, "values": values,
                    "median": statistics.median(values)} for what, most, values in rows], out, indent=1)


main()
