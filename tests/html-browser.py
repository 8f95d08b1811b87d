#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""The HTML report in a real Chromium: it loads without a complaint, and on a phone, a desk and a
poster, light and dark, nothing overlaps, sticks out or is too faint to read."""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
               None)
if BROWSER is None:
    print("1..0 # SKIP no Chromium: install the package chromium")
    sys.exit(0)

BUILD = pathlib.Path(os.environ["top_builddir"])
LINERATE = os.environ["LINERATE"]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--enable-logging=stderr", "--hide-scrollbars"]
WIDTHS = (360, 1280, 3840)
tests = []

# Runs in a copy of the page that lets it. What it finds goes to the page around it as JSON.
PROBE = """
const found = {width: innerWidth, dark: matchMedia("(prefers-color-scheme: dark)").matches, wide: 0, overlaps: [], outside: [], faint: [], texts: 0, charts: 0};
const doc = document.documentElement;
found.wide = Math.max(0, doc.scrollWidth - doc.clientWidth);

function luminance(colour) {
  const part = colour.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
}
function ground(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)") return colour;
  }
  return "rgb(255, 255, 255)";
}
function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}
for (const details of document.querySelectorAll("details")) details.open = true;
for (const element of document.querySelectorAll("body *")) {
  const own = [...element.childNodes].some(n => n.nodeType === 3 && n.data.trim() !== "");
  const box = element.getBoundingClientRect();
  if (!own || box.width === 0) continue;
  const style = getComputedStyle(element), drawn = element.namespaceURI.endsWith("svg");
  const ratio = contrast(drawn ? style.fill : style.color, ground(element));
  found.texts++;
  if (ratio < 4.5)
    found.faint.push(element.textContent.trim().slice(0, 40) + " " + ratio.toFixed(2));
}
for (const chart of document.querySelectorAll("svg")) {
  const frame = chart.getBoundingClientRect();
  if (frame.width === 0) continue;
  found.charts++;
  const texts = [...chart.querySelectorAll("text")].map(t => [t.textContent, t.getBoundingClientRect(),
    parseFloat(getComputedStyle(t).fontSize) * frame.width / chart.viewBox.baseVal.width]);
  for (const [i, [text, box, size]] of texts.entries()) {
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 ||
        box.bottom > frame.bottom + 1) found.outside.push(text);
    if (size < 8.5) found.faint.push(text + " at " + size.toFixed(1) + " px");
    for (const [other, rival] of texts.slice(i + 1)) {
      /* A pixel of two boxes may touch: letters do not fill theirs. */
      const slack = box.height * 0.2;
      if (box.left < rival.right && rival.left < box.right &&
          box.top + slack < rival.bottom - slack && rival.top + slack < box.bottom - slack)
        found.overlaps.push(text + " / " + other);
    }
  }
}
parent.postMessage(JSON.stringify(found), "*");
"""

# A window has a least width; a frame has not.
FRAME = """<!DOCTYPE html><body style="margin:0"><script>
onmessage = event => {
  const out = document.createElement("pre");
  out.id = "probe";
  out.textContent = event.data;
  document.body.append(out);
};
</script><iframe src="%s" style="border:0;width:%dpx;height:1000px"></iframe>"""


def claim(done, words):
    tests.append(bool(done))
    print(f"{'ok' if done else 'not ok'} {len(tests)} - {words}", flush=True)


def browse(page, profile, *arguments):
    done = subprocess.run([BROWSER, *FLAGS, f"--user-data-dir={profile}", *arguments, "--dump-dom",
                           page.as_uri()], capture_output=True, text=True, timeout=120,
                          check=False)
    complaints = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    for line in complaints[:5]:
        print("#", line[:300])
    return done.stdout, complaints


def probe(page, profile, width, scheme, more=""):
    text = page.read_text(encoding="utf-8").replace("</style>", f"{more}</style>", 1)
    text = re.sub(r"<meta http-equiv=[^>]*>", "", text, count=1)
    text = text.replace("</body>", f"<script>{PROBE}</script></body>")
    copy = page.with_suffix(".probe.html")
    copy.write_text(text, encoding="utf-8")
    frame = page.with_suffix(".frame.html")
    frame.write_text(FRAME % (copy.as_uri(), width), encoding="utf-8")
    dom, _ = browse(frame, profile, "--virtual-time-budget=5000", f"--window-size={width},1000",
                    f"--blink-settings=preferredColorScheme={0 if scheme == 'dark' else 1}")
    match = re.search(r'<pre id="probe">(.*?)</pre>', dom, re.DOTALL)
    return json.loads(html.unescape(match.group(1))) if match else None


def check_look(name, page, profile, width, scheme):
    found = probe(page, profile, width, scheme) or {"": "no answer"}
    faults = {key: found[key] for key in ("", "wide", "overlaps", "outside", "faint")
              if found.get(key)}
    if faults:
        print("#", json.dumps(faults)[:600])
    claim(not faults and found["width"] == width and found["dark"] == (scheme == "dark") and
          found["texts"] > 10, f"{name} is sound at {width} px, {scheme}")
    return found


def check_eventful(page, dom, profile):
    words = ("FAIL enp59s0f1", "link-flap", "Remedy", "Rate over time", "Load of each core",
             "Losses and events", "Options")
    claim(all(word in dom for word in words), "the key texts are there")
    for width in WIDTHS:
        for scheme in ("light", "dark"):
            found = check_look("eventful", page, profile, width, scheme)
    claim(found["charts"] == 5, "each chart is shown once")
    spoilt = probe(page, profile, 360, "light", "svg .tick{font-size:40px}p{color:#bbb}h2{width:40em}")
    claim(all(spoilt[key] for key in ("wide", "overlaps", "outside", "faint")),
          "a page that is spoilt is found out")


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        profile = work / "profile"
        subprocess.run([BUILD / "tests/show-results", work], check=True)
        pages = {name: [f"{work}/{name}.json"] for name in ("eventful", "hostile", "bidirectional")}
        pages["all"] = sorted(map(str, work.glob("*.json")))
        for name, results in pages.items():
            page = work / f"{name}.html"
            subprocess.run([LINERATE, "report", *results, "--html", page], check=True)
            dom, complaints = browse(page, profile)
            claim("</footer>" in dom and not complaints, f"{name} loads without a complaint")
            if name == "eventful":
                check_eventful(page, dom, profile)
                continue
            if name == "hostile":
                claim("<script" not in dom and dom.count("<title>") == 1, "hostile text is text")
            check_look(name, page, profile, 360, "light")
            check_look(name, page, profile, 1280, "dark")
    print(f"1..{len(tests)}")
    return 0 if all(tests) else 1


sys.exit(main())
