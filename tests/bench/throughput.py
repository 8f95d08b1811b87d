#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""linerate beside what a user would take instead, on one veth link, in interleaved rounds.

throughput.py LINERATE PIPE [--rounds N] [--seconds N] [--mtu 1500,9000] [--congestion cubic,default]
              [--json FILE] [--only REGEX]

Prints for every contender the median goodput with lowest and highest, its ratio to stock iperf3
with one stream in the same setting, and CPU seconds per gigabit: of both ends together (what the
whole machine was busy, idle load taken off) and of the sending side's processes alone. No speed is
asserted: two ends share the cores of one machine, so only ratios of one run mean something."""
import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time

FAR = "10.88.0.2"
PORT = 5201


class Link:
    """Two namespaces and a veth pair; all gone at the end."""

    def __init__(self, mtu, congestion):
        name = f"lrbench-{os.getpid()}"
        self.near, self.far = name + "-m", name + "-t"
        self.servers = []
        for ns in (self.near, self.far):
            self.ip("netns", "add", ns)
            self.ip("-n", ns, "link", "set", "lo", "up")
        self.ip("link", "add", "eth0", "netns", self.near, "type", "veth", "peer", "name", "eth0", "netns", self.far)
        for ns, address in ((self.near, "10.88.0.1"), (self.far, FAR)):
            self.ip("-n", ns, "link", "set", "eth0", "mtu", str(mtu), "up")
            self.ip("-n", ns, "address", "add", address + "/24", "dev", "eth0")
            # The route decides for sockets that do not ask: the servers, and iperf 2.
            if congestion != "default":
                self.ip("-n", ns, "route", "change", "10.88.0.0/24", "dev", "eth0", "congctl", congestion)

    @staticmethod
    def ip(*words):
        subprocess.run(("ip",) + words, check=True)

    def start(self, command, port):
        """A server on the far side; returns when it listens."""
        self.servers.append(subprocess.Popen(["ip", "netns", "exec", self.far] + command,
                                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            listening = subprocess.run(["ip", "netns", "exec", self.far, "ss", "-Hltn", f"sport = :{port}"],
                                       capture_output=True, text=True, check=True).stdout
            if listening:
                return
            time.sleep(0.02)
        sys.exit(f"throughput.py: {command[0]} does not listen on port {port}")

    def stop_servers(self):
        for server in self.servers:
            server.terminate()
            server.wait()
        self.servers = []

    def run(self, command):
        done = subprocess.run(["ip", "netns", "exec", self.near] + command, capture_output=True, text=True)
        return done.stdout

    def close(self):
        self.stop_servers()
        for ns in (self.near, self.far):
            subprocess.run(["ip", "netns", "del", ns], check=False)


def busy_seconds():
    """What all cores were busy since boot."""
    with open("/proc/stat", encoding="ascii") as stat:
        fields = [int(field) for field in stat.readline().split()[1:]]
    return (sum(fields[:3]) + sum(fields[5:7])) / os.sysconf("SC_CLK_TCK")


class Contender:
    """One way to measure a link: how its servers start, how its client runs, how many bits it counts."""

    def __init__(self, name, servers, client, count):
        self.name, self.servers, self.client, self.count = name, servers, client, count


def iperf3_bits(outputs):
    bits = 0
    for output in outputs:
        total = json.loads(output)["end"]["sum_received"]
        bits += total["bytes"] * 8
    return bits, max(json.loads(o)["end"]["sum_received"]["seconds"] for o in outputs)


def iperf2_bits(outputs):
    rows = [line.split(",") for line in outputs[0].splitlines() if line.count(",") >= 8]
    total = rows[-1]
    begin, end = (float(t) for t in total[6].split("-"))
    return int(total[7]) * 8, end - begin


def linerate_bits(outputs):
    run = json.loads(outputs[0])["runs"][0]
    return run["receiver_bytes"] * 8, run["window_ns"] / 1e9


def pipe_bits(outputs):
    size, ns, _ = (int(word) for word in outputs[0].split())
    return size * 8, ns / 1e9


def contenders(args, congestion, reverse):
    seconds = str(args.seconds)
    choice = [] if congestion == "default" else ["-C", congestion]
    back = ["-R"] if reverse else []

    def iperf3(port, streams):
        return ["iperf3", "-c", FAR, "-p", str(port), "-t", seconds, "-P", str(streams), "-J"] + choice + back

    def servers(n):
        return [(["iperf3", "-s", "-p", str(PORT + i)], PORT + i) for i in range(n)]

    def linerate(n):
        words = [args.linerate, "test", "eth0", "--allow-virtual", "--target", FAR, "--threads", str(n),
                 "--duration", seconds, "--fail-threshold", "1", "--cpu-load-fail-threshold", "100"]
        if congestion == "default":
            with open("/proc/sys/net/ipv4/tcp_congestion_control", encoding="ascii") as default:
                words += ["--congestion", default.read().strip()]
        if reverse:
            words.append("--reverse")
        # The report is for people; the document comes on a descriptor of its own.
        return [["sh", "-c", 'exec 3>&1 >/dev/null; exec "$@" --json /dev/fd/3', "sh"] + words]

    serve = [([args.linerate, "serve", "--ports", "2", "--base-port", str(PORT)], PORT + 1)]
    found = [
        Contender("iperf3, 1 stream", servers(1), [iperf3(PORT, 1)], iperf3_bits),
        Contender("iperf3, 2 streams", servers(1), [iperf3(PORT, 2)], iperf3_bits),
        Contender("iperf3, 2 processes", servers(2), [iperf3(PORT, 1), iperf3(PORT + 1, 1)], iperf3_bits),
        Contender("linerate, 1 worker", serve, linerate(1), linerate_bits),
        Contender("linerate, 2 workers", serve, linerate(2), linerate_bits),
        Contender("linerate, 1 worker, iperf3 -s", servers(1), linerate(1), linerate_bits),
        Contender("linerate, 2 workers, iperf3 -s", servers(2), linerate(2), linerate_bits),
    ]
    if not reverse:
        two = ["iperf", "-c", FAR, "-p", str(PORT), "-t", seconds, "-y", "C"]
        if congestion != "default":
            two += ["-Z", congestion]
        if shutil.which("iperf"):
            for n in (1, 2):
                found.append(Contender(f"iperf 2, {n} thread{'s' if n > 1 else ''}",
                                       [(["iperf", "-s", "-p", str(PORT)], PORT)],
                                       [two + ["-P", str(n)]], iperf2_bits))
        for way in ("copy", "truncate"):
            for n in (1, 2):
                found.append(Contender(
                    f"ceiling, {n} flow{'s' if n > 1 else ''}, {way}",
                    [([args.pipe, "receive", str(PORT), str(n), way], PORT + n - 1)],
                    [[args.pipe, "send", FAR, str(PORT), str(n), seconds, str(1 << 20),
                      "-" if congestion == "default" else congestion]], pipe_bits))
    return [c for c in found if re.search(args.only, c.name)]


def measure(link, contender):
    for command, port in contender.servers:
        link.start(command, port)
    client_before = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy_before, began = busy_seconds(), time.monotonic()
    running = [subprocess.Popen(["ip", "netns", "exec", link.near] + words, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, text=True) for words in contender.client]
    outputs = [process.communicate()[0] for process in running]
    busy, elapsed = busy_seconds() - busy_before, time.monotonic() - began
    client_after = resource.getrusage(resource.RUSAGE_CHILDREN)
    client = (client_after.ru_utime + client_after.ru_stime) - (client_before.ru_utime + client_before.ru_stime)
    link.stop_servers()
    bits, seconds = contender.count(outputs)
    return {"gbps": bits / seconds / 1e9, "both_cpu_s_per_gbit": busy / (bits / 1e9),
            "client_cpu_s_per_gbit": client / (bits / 1e9), "beyond_s": elapsed - seconds}


def spread(values):
    return f"{statistics.median(values):8.2f} ({min(values):.2f} - {max(values):.2f})"


def report(setting, results):
    print(f"\n{setting}\n")
    print(f"  {'':32}{'Gb/s, median (lowest - highest)':34}{'ratio':>7}{'CPU s/Gbit, both':>19}{'client':>9}")
    base = results.get("iperf3, 1 stream")
    for name, rounds in results.items():
        rate = [r["gbps"] for r in rounds]
        ratio = ""
        if base:
            ratio = f"{statistics.median(a / b['gbps'] for a, b in zip(rate, base)):.2f}"
        both = statistics.median(r["both_cpu_s_per_gbit"] for r in rounds)
        client = statistics.median(r["client_cpu_s_per_gbit"] for r in rounds)
        print(f"  {name:32}{spread(rate):34}{ratio:>7}{both:>19.4f}{client:>9.4f}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("linerate")
    parser.add_argument("pipe")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--mtu", default="1500,9000")
    parser.add_argument("--congestion", default="cubic,default")
    parser.add_argument("--direction", default="forward,reverse")
    parser.add_argument("--only", default="")
    parser.add_argument("--json", default="bench.json")
    args = parser.parse_args()
    every = []
    for mtu in args.mtu.split(","):
        for congestion in args.congestion.split(","):
            link = Link(int(mtu), congestion)
            try:
                for direction in args.direction.split(","):
                    field = contenders(args, congestion, direction == "reverse")
                    results = {c.name: [] for c in field}
                    for number in range(args.rounds):
                        for contender in field if number % 2 == 0 else reversed(field):
                            results[contender.name].append(measure(link, contender))
                    setting = f"MTU {mtu}, {congestion}, {direction}"
                    report(setting, results)
                    every.append({"setting": setting, "results": results})
            finally:
                link.close()
    with open(args.json, "w", encoding="utf-8") as out:
        json.dump({"rounds": args.rounds, "seconds": args.seconds, "settings": every}, out, indent=1)
    print(f"\nWritten to {args.json}; tests/bench/chart.py draws it.")


main()
