# SPDX-License-Identifier: GPL-3.0-only
"""Who is measured beside linerate: how each starts, and how many bits it says that it moved.

Peers run with their own defaults: iperf3 and iperf 2 send blocks of 128 KiB, receive by copying and
leave the choice of cores to the kernel. "tuned" ones get linerate's blocks and cores, as far as their
options go."""
import json
import shutil

from link import FAR, NEAR, PORT, default_congestion, test_command

BLOCK = 512 * 1024
BASE = "iperf3, 1 stream"
PEERS_WITH_TWO = ("iperf3, 2 streams", "iperf3, 2 processes", "iperf 2, 2 threads")


class Contender:
    """servers: (command, port) pairs; clients: commands that run at once; count: bits and seconds out
    of their outputs. A ceiling in reverse is the same two programs in each other's places."""

    def __init__(self, name, servers, clients, count, swapped=False):
        self.name, self.servers, self.clients, self.count, self.swapped = name, servers, clients, count, swapped


def iperf3_bits(outputs):
    sums = [json.loads(output)["end"]["sum_received"] for output in outputs]
    return sum(s["bytes"] for s in sums) * 8, max(s["seconds"] for s in sums)


def iperf2_bits(outputs):
    rows = [line.split(",") for line in outputs[0].splitlines() if line.count(",") >= 8]
    # The sum of all threads has the number -1; in reverse there is none.
    rows = [row for row in rows if row[5] == "-1"] or rows
    return sum(int(row[7]) for row in rows) * 8, max(float(row[6].split("-")[1]) for row in rows)


def linerate_bits(outputs):
    run = json.loads(outputs[0])["runs"][0]
    return run["receiver_bytes"] * 8, run["window_ns"] / 1e9


def pipe_bits(outputs):
    size, ns, _ = (int(word) for word in outputs[0].split())
    return size * 8, ns / 1e9


def iperf3s(seconds, congestion, reverse):
    def client(port, streams, *more):
        choice = [] if congestion == "default" else ["-C", congestion]
        return ["iperf3", "-c", FAR, "-p", str(port), "-t", seconds, "-P", str(streams), "-J", *choice,
                *(["-R"] if reverse else []), *more]

    def tuned(n):
        return client(PORT + n, 1, "-l", str(BLOCK), "-A", f"{n},{n}")

    return [
        Contender(BASE, iperf3_servers(1), [client(PORT, 1)], iperf3_bits),
        Contender("iperf3, 2 streams", iperf3_servers(1), [client(PORT, 2)], iperf3_bits),
        Contender("iperf3, 2 processes", iperf3_servers(2), [client(PORT, 1), client(PORT + 1, 1)], iperf3_bits),
        Contender("iperf3 tuned, 1 stream", iperf3_servers(1), [tuned(0)], iperf3_bits),
        Contender("iperf3 tuned, 2 processes", iperf3_servers(2), [tuned(0), tuned(1)], iperf3_bits),
    ]


def iperf3_servers(n):
    return [(["iperf3", "-s", "-p", str(PORT + i)], PORT + i) for i in range(n)]


def iperf2s(seconds, congestion, reverse):
    if not shutil.which("iperf"):
        return []
    # It takes -Z or -R, not both; the route of the link decides as well.
    choice = ["-Z", congestion] if congestion != "default" and not reverse else []
    command = ["iperf", "-c", FAR, "-p", str(PORT), "-t", seconds, "-y", "C", *choice, *(["-R"] if reverse else [])]
    return [Contender(f"iperf 2, {n} thread{'s' if n > 1 else ''}", [(["iperf", "-s", "-p", str(PORT)], PORT)],
                      [command + ["-P", str(n)]], iperf2_bits) for n in (1, 2)]


def linerates(linerate, seconds, congestion, reverse):
    def clients(n):
        # A test takes cubic where it can; "default" shows what the machine would have taken.
        choice = ["--congestion", default_congestion() if congestion == "default" else congestion]
        words = test_command(linerate, "--threads", str(n), "--duration", seconds, *choice,
                             *(["--reverse"] if reverse else []), "--json", "-")
        return [words]

    serve = [([linerate, "serve", "--ports", "2", "--base-port", str(PORT)], PORT + 1)]
    plural = {1: "1 worker", 2: "2 workers"}
    return [Contender(f"linerate, {plural[n]}", serve, clients(n), linerate_bits) for n in (1, 2)] + [
        Contender(f"linerate, {plural[n]}, to iperf3 -s", iperf3_servers(n), clients(n), linerate_bits)
        for n in (1, 2)]


def ceilings(pipe, seconds, congestion, reverse):
    address = NEAR if reverse else FAR
    choice = "-" if congestion == "default" else congestion
    return [Contender(f"ceiling, {n} flow{'s' if n > 1 else ''}, {way}",
                      [([pipe, "receive", str(PORT), str(n), way], PORT + n - 1)],
                      [[pipe, "send", address, str(PORT), str(n), seconds, str(BLOCK), choice]], pipe_bits,
                      swapped=reverse)
            for way in ("copy", "truncate") for n in (1, 2)]


def contenders(args, seconds, congestion, reverse):
    how = (str(seconds), congestion, reverse)
    return (iperf3s(*how) + iperf2s(*how) + linerates(args.linerate, *how) + ceilings(args.pipe, *how))
