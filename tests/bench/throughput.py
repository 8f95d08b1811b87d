#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""linerate beside what a user would take instead, on one veth link, in interleaved rounds.

throughput.py LINERATE PIPE [--rounds N] [--seconds N] [--mtu 1500,9000] [--congestion cubic,default]
              [--direction forward,reverse] [--shape RATE [--shaped-seconds N]] [--only REGEX] [--json FILE]

Prints for every contender the goodput, its ratio to stock iperf3 with one stream in the same round,
and CPU seconds per gigabit: of both ends together (what the whole machine was busy) and of the
client's processes alone; then the aims as ratios. With --shape, what the same rate costs is measured
as well, on a link shaped to it. No speed is asserted: two ends share the cores of
one machine, so only ratios within a round mean something."""
import argparse
import itertools
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import time

from aims import aims, counts_for_cpu, ratios
from link import Link, busy_seconds, spread
from peers import BASE, contenders, default_congestion

ATTEMPTS = 3


def child_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure_once(link, contender):
    near, far = (link.far, link.near) if contender.swapped else (link.near, link.far)
    for command, port in contender.servers:
        link.serve(command, port, far)
    client_before, busy_before = child_seconds(), busy_seconds()
    running = [link.start(words, near, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
               for words in contender.clients]
    try:
        outputs = [process.communicate()[0] for process in running]
    finally:
        for process in running:
            process.kill()
    busy, client = busy_seconds() - busy_before, child_seconds() - client_before
    link.stop_servers()
    bits, seconds = contender.count(outputs)
    gbit = bits / 1e9
    return {"gbps": gbit / seconds, "both_cpu_s_per_gbit": busy / gbit,
            "client_cpu_s_per_gbit": client / gbit}


def measure(link, contender):
    """A stock server now and then has not forgotten its last client yet."""
    for attempt in range(ATTEMPTS):
        try:
            return measure_once(link, contender)
        except (KeyError, IndexError, ValueError, ZeroDivisionError):
            link.stop_servers()
            time.sleep(0.2 * (attempt + 1))
    sys.exit(f"throughput.py: {contender.name} gave no result in {ATTEMPTS} attempts")


def print_setting(setting, results, shape):
    print(f"\n{setting}\n")
    print(f"  {'':34}{'Gb/s, median (lowest - highest)':34}{'ratio to iperf3':24}{'CPU s/Gbit both':>16}{'client':>9}")
    base = results.get(BASE)
    for name, rounds in results.items():
        rate = [r["gbps"] for r in rounds]
        ratio = spread(ratios(rate, [b["gbps"] for b in base])) if base else ""
        both, client = (statistics.median(r[key] for r in rounds)
                        for key in ("both_cpu_s_per_gbit", "client_cpu_s_per_gbit"))
        print(f"  {name:34}{spread(rate):34}{ratio:24}{both:>16.4f}{client:>9.4f}")
    for what, target, values in aims(results, shape):
        print(f"  aim: {what:52} {target:8} {spread(values)}")
    sys.stdout.flush()


def measure_setting(args, mtu, congestion, direction, shape=None):
    # The start of a program must not outweigh the few bytes that a slow link takes.
    seconds = args.shaped_seconds if shape else args.seconds
    field = [c for c in contenders(args, seconds, congestion, direction == "reverse")
             if re.search(args.only, c.name) and (not shape or counts_for_cpu(c.name))]
    results = {contender.name: [] for contender in field}
    with Link(mtu, congestion, shape) as link:
        for number in range(args.rounds):
            # Every other round the other way, so that a drift of the machine favours nobody.
            for contender in field if number % 2 == 0 else reversed(field):
                results[contender.name].append(measure(link, contender))
    return results


def one_setting(args, mtu, congestion, direction, shape):
    results = measure_setting(args, int(mtu), congestion, direction, shape)
    setting = f"MTU {mtu}, {congestion}, {direction}"
    print_setting(f"{setting}, shaped to {shape}" if shape else setting, results, shape)
    return {"setting": setting, "shape": shape, "results": results}


def first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return f"no {command[0]}"
    # iperf 2 tells its version on standard error.
    return re.sub(r" \(.*", "", (done.stdout + done.stderr).splitlines()[0])


def machine():
    with open("/proc/cpuinfo", encoding="ascii") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown processor")
    return (f"{os.cpu_count()} cores of {model}, Linux {os.uname().release}, {first_line(['iperf3', '--version'])}, "
            f"{first_line(['iperf', '--version'])}, default congestion control {default_congestion()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("linerate")
    parser.add_argument("pipe")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=1)
    parser.add_argument("--mtu", default="1500,9000")
    parser.add_argument("--congestion", default="cubic,default")
    parser.add_argument("--direction", default="forward,reverse")
    parser.add_argument("--shape", default="")
    parser.add_argument("--shaped-seconds", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", default="bench.json")
    args = parser.parse_args()
    settings = list(itertools.product(args.mtu.split(","), args.congestion.split(","), args.direction.split(",")))
    every = [one_setting(args, *setting, None) for setting in settings]
    if args.shape:
        widest = settings[-1][0]
        every += [one_setting(args, *setting, args.shape) for setting in settings if setting[0] == widest]
    with open(args.json, "w", encoding="utf-8") as out:
        json.dump({"rounds": args.rounds, "seconds": args.seconds, "machine": machine(), "settings": every}, out, indent=1)
    print(f"\nWritten to {args.json}; tests/bench/chart.py draws it.")


main()
