#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""What a run of `make bench` measured as tables in Markdown: table.py BENCH COST ACCURACY [DOCUMENT]

With a document, what stands there between the two marks is replaced; without one, it is printed."""
import json
import re
import statistics
import sys

from aims import aims
from link import spread

BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def reached(target, median):
    sign, number = target.split()
    return median >= float(number) if sign == ">=" else median <= float(number)


def settings_of(bench, shaped):
    return [setting for setting in bench["settings"] if bool(setting["shape"]) == shaped]


def aim_tables(bench):
    """What is not reached stands in bold. Where the link is shaped, all move the same."""
    for shaped in (False, True):
        settings = [(setting, aims(setting["results"], setting["shape"])) for setting in settings_of(bench, shaped)]
        if not settings:
            continue
        where = f"{settings[0][0]['shape']} for all: " if shaped else ""
        head = [f"{where}ratio, median (lowest - highest)"]
        head += [f"{what}, {target}" for what, target, _ in settings[0][1]]
        rows = []
        for setting, found in settings:
            cells = [spread(values) if reached(target, statistics.median(values)) else f"**{spread(values)}**"
                     for _, target, values in found]
            rows.append((setting["setting"], *cells))
        yield table(head, rows)


def speed_tables(bench):
    head = ["Gb/s, and CPU seconds per gigabit of both ends"]
    open_link = settings_of(bench, False)
    for mtu in sorted({setting["setting"].split(",")[0] for setting in open_link}):
        settings = [s for s in open_link if s["setting"].startswith(mtu + ",")]
        names = settings[0]["results"]
        rows = []
        for name in names:
            cells = []
            for setting in settings:
                rounds = setting["results"][name]
                rate, cpu = (statistics.median(r[key] for r in rounds) for key in ("gbps", "both_cpu_s_per_gbit"))
                cells.append(f"{rate:.1f} ({cpu:.4f})")
            rows.append((name, *cells))
        yield table([mtu + ": " + head[0]] + [s["setting"].split(", ", 1)[1] for s in settings], rows)


def cost_table(cost):
    return table(("cost", "aim", "median (lowest - highest)", "met"),
                 [(row["what"], "-" if row["most"] is None else f"< {row['most']}", spread(row["values"]),
                   "-" if row["most"] is None else "yes" if row["median"] < row["most"] else "no") for row in cost])


def accuracy_table(rows):
    return table(("link", "workers", "receiver, Mb/s", "expected, Mb/s", "beside the far end's counters, %",
                  "beside one worker, %"),
                 [(row["link"], str(row["workers"]), f"{row['mbps']:.2f}", f"{row['expected_mbps']:.2f}",
                   f"{row['far_percent']:+.2f}", f"{row['one_worker_percent']:+.2f}") for row in rows])


def main():
    bench, cost, accuracy = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:4])
    parts = [f"{bench['machine']}. Interleaved rounds: {bench['rounds']}, of "
             f"{bench['seconds']} s each. What is in bold is not reached.\n",
             *aim_tables(bench), *speed_tables(bench), cost_table(cost), accuracy_table(accuracy)]
    text = "\n".join(parts)
    if len(sys.argv) < 5:
        print(text)
        return
    with open(sys.argv[4], encoding="utf-8") as source:
        document = source.read()
    if BEGIN not in document or END not in document:
        sys.exit(f"table.py: {sys.argv[4]} has no place for the tables: {BEGIN} ... {END}")
    document = re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{text}{END}", document, flags=re.S)
    with open(sys.argv[4], "w", encoding="utf-8") as target:
        target.write(document)


main()
