#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""Draws what throughput.py measured: chart.py BENCH.json CHART.svg

A bar is the median, the thin line spans lowest to highest. Peers run with their own defaults, tuned
ones with linerate's blocks and cores."""
import json
import statistics
import sys
from xml.sax.saxutils import escape

NOTE = "Peers with their own defaults; tuned ones with linerate's blocks and cores. Both ends share two cores."
ROW, BAR, LEFT, WIDTH, HEAD = 22, 14, 240, 460, 40


def colour(name):
    return "#1a7f37" if name.startswith("linerate") else "#8c959f" if name.startswith("ceiling") else "#0969da"


def panel(setting, results, top):
    most = max(max(r["gbps"] for r in rounds) for rounds in results.values())
    parts = [f'<text x="12" y="{top + 24}" font-size="15" font-weight="600">{escape(setting)}</text>']
    for row, (name, rounds) in enumerate(results.items()):
        rates = [r["gbps"] for r in rounds]
        y, scale = top + HEAD + row * ROW, WIDTH / most
        middle, median = y + BAR / 2, statistics.median(rates)
        parts += [
            f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{median * scale:.1f}" height="{BAR}" fill="{colour(name)}"/>',
            f'<path d="M{LEFT + min(rates) * scale:.1f} {middle}H{LEFT + max(rates) * scale:.1f}" stroke="#24292f"/>',
            f'<text x="{LEFT + max(rates) * scale + 6:.1f}" y="{y + 12}">{median:.1f} Gb/s</text>',
        ]
    return parts, top + HEAD + len(results) * ROW + 16


def main():
    with open(sys.argv[1], encoding="utf-8") as source:
        bench = json.load(source)
    parts, top = [f'<text x="12" y="22">{escape(NOTE)}</text>'], 26
    for setting in (one for one in bench["settings"] if not one["shape"]):
        drawn, top = panel(setting["setting"], setting["results"], top)
        parts += drawn
    width = LEFT + WIDTH + 100
    with open(sys.argv[2], "w", encoding="utf-8") as chart:
        chart.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}" '
                    f'height="{top}" font-family="sans-serif" font-size="12">\n'
                    f'<rect width="{width}" height="{top}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n")


main()
