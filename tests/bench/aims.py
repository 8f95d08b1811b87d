# SPDX-License-Identifier: GPL-3.0-only
"""The aims of one setting, as ratios within each round: 1.25 times a peer, 0.9 of the ceiling, and no
more CPU time per gigabit than the thriftiest peer. On a shaped link, where all move the same, only the
last."""
from peers import BASE, PEERS_WITH_TWO

TWO = "linerate, 2 workers"


def is_peer(name):
    return name.startswith("iperf") and "tuned" not in name


def counts_for_cpu(name):
    """Whether the aims of CPU time look at it."""
    return is_peer(name) or name == TWO


def column(results, name, key):
    return [one[key] for one in results[name]]


def best(results, names, key, choose):
    """Of each round, the best of the contenders that were measured."""
    columns = [column(results, name, key) for name in names if name in results]
    return [choose(values) for values in zip(*columns)]


def ratios(values, bases):
    return [value / base for value, base in zip(values, bases)]


def aims(results, shape=None):
    """Rows (what, target as text, ratios of the rounds); without those that lack a contender."""
    def rate(name):
        return column(results, name, "gbps") if name in results else []

    two = rate(TWO)
    peers = [name for name in results if is_peer(name)]
    rows = [] if shape else [
            ("1 worker / iperf3 with 1 stream", ">= 1.25", ratios(rate("linerate, 1 worker"), rate(BASE))),
            ("2 workers / best peer with two", ">= 1.25", ratios(two, best(results, PEERS_WITH_TWO, "gbps", max))),
            ("2 workers / ceiling of 2 flows", ">= 0.9", ratios(two, rate("ceiling, 2 flows, truncate")))]
    for key, what in (("both_cpu_s_per_gbit", "both ends"), ("client_cpu_s_per_gbit", "client")):
        if two:
            rows.append((f"CPU per gigabit, {what}, 2 workers / best peer", "<= 1",
                         ratios(column(results, TWO, key), best(results, peers, key, min))))
    return [row for row in rows if row[2]]
