/* SPDX-License-Identifier: GPL-3.0-only */
#include "html-style.h"

/* Text on its ground has a contrast of 4.5 or more (WCAG 2.1, AA), lines and areas of 3 or more. */
#define LIGHT                                                                                      \
	"--ground:#fff;--card:#f6f8fa;--ink:#1b1f24;--soft:#57606a;--edge:#d0d7de;--grid:#e4e8ec;" \
	"--pass:#116329;--fail:#a40e26;--error:#7d4e00;"                                           \
	"--c0:#0550ae;--c1:#bc4c00;--c2:#8250df;--c3:#0a7d6c;--c4:#a40e7a;--c5:#a40e26;"           \
	"--c6:#5b6b00;--c7:#57606a;"                                                               \
	"--load0:#eef4fb;--load1:#dbe8f6;--load2:#c3d8ef;--load3:#a6c4e6;--load4:#85acd9;"         \
	"--load5:#6392ca;--load6:#4576b6;--load7:#2f5b9c;--load8:#1f437d;--load9:#122c59;"         \
	"--irq0:#fdf3ea;--irq1:#fbe4d0;--irq2:#f7cfae;--irq3:#f1b587;--irq4:#e8975f;"              \
	"--irq5:#d9783b;--irq6:#bf5b20;--irq7:#9b4413;--irq8:#74300c;--irq9:#4e1e07;"
#define DARK                                                                                       \
	"--ground:#0d1117;--card:#161b22;--ink:#e6edf3;--soft:#9da7b3;--edge:#30363d;"             \
	"--grid:#21262d;--pass:#56d364;--fail:#ff8d85;--error:#e3b341;"                            \
	"--c0:#6cb6ff;--c1:#f0934a;--c2:#c297ff;--c3:#4ac7b0;--c4:#f778ba;--c5:#ff8d85;"           \
	"--c6:#c0cc4e;--c7:#9da7b3;"                                                               \
	"--load0:#131d2b;--load1:#17283f;--load2:#1b3455;--load3:#20426d;--load4:#285387;"         \
	"--load5:#3467a3;--load6:#477ebd;--load7:#6599d4;--load8:#8fb8e8;--load9:#c7def8;"         \
	"--irq0:#221a13;--irq1:#342213;--irq2:#492b13;--irq3:#613614;--irq4:#7c4418;"              \
	"--irq5:#9a5620;--irq6:#b96d30;--irq7:#d58b50;--irq8:#ebae80;--irq9:#fbd8bc;"

static const char style[] =
	":root{color-scheme:light dark;" LIGHT "}\n"
	"@media (prefers-color-scheme:dark){:root{" DARK "}}\n"
	"@media print{:root{color-scheme:light;" LIGHT "}}\n"
	"*{box-sizing:border-box}\n"
	"html{font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',"
	"sans-serif;-webkit-text-size-adjust:100%}\n"
	"body{margin:0;background:var(--ground);color:var(--ink)}\n"
	"main,footer{max-width:72rem;margin:0 auto;padding:1rem clamp(.75rem,3vw,2rem)}\n"
	"h1{font-size:1.5rem;line-height:1.3;margin:.5rem 0 1rem}\n"
	"h2{font-size:1.25rem;margin:2rem 0 .5rem}\n"
	"h3{font-size:1.05rem;margin:1.5rem 0 .5rem}\n"
	"h1,h2,h3,h4,p,li,td,th,code,figcaption{overflow-wrap:anywhere;unicode-bidi:isolate}\n"
	"td,th,td code{overflow-wrap:break-word}.facts td{overflow-wrap:anywhere}\n"
	"p{margin:.5rem 0;max-width:48rem}\n"
	"a{color:var(--c0)}\n"
	"code{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:.9em}\n"
	"article{margin-top:1.5rem}\n"
	"article+article{border-top:3px solid var(--edge);margin-top:3rem;padding-top:1rem}\n"
	/* Verdict and causes */
	".verdict{border:2px solid;border-left-width:.75rem;border-radius:.5rem;"
	"padding:.75rem 1rem;background:var(--card)}\n"
	".verdict h2{margin:0;font-size:1.35rem;line-height:1.3;color:inherit}\n"
	".verdict p{color:var(--ink);margin:.25rem 0 0}\n"
	".pass{color:var(--pass)}.fail{color:var(--fail)}.error{color:var(--error)}\n"
	"ol.causes{list-style:none;margin:1rem 0;padding:0;display:grid;gap:.75rem}\n"
	"ol.causes>li{border:1px solid var(--edge);border-radius:.5rem;padding:.75rem 1rem}\n"
	".cause{font-weight:600;margin:0}\n"
	".class{color:var(--soft);font-weight:400}\n"
	".remedy{margin:.25rem 0 0}\n"
	"ul.evidence{list-style:none;margin:.5rem 0 0;padding:0;display:flex;flex-wrap:wrap;"
	"gap:.25rem .75rem;font-size:.9rem}\n"
	"ul.evidence b{font-weight:600}\n"
	"ul.log{list-style:none;padding:0;margin:.5rem 0}\n"
	".warning{border-left:.35rem solid var(--error);padding-left:.6rem}\n"
	/* Tables */
	".scroll{overflow-x:auto}\n"
	"table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
	"th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top;"
	"border-bottom:1px solid var(--grid)}\n"
	"th{font-weight:600}\n"
	"thead th{color:var(--soft);white-space:nowrap}\n"
	"tbody th[scope=row]{color:var(--soft);font-weight:400}\n"
	".numbers td,.numbers thead th:not(:first-child){text-align:right}\n"
	".numbers.ends thead th:last-child{text-align:left}\n"
	".numbers td,.numbers th,.summary td{white-space:nowrap}\n"
	".numbers td.words{text-align:left;white-space:normal;min-width:14rem}\n"
	"tr.changed td,tr.changed th[scope=row]{color:var(--ink);font-weight:600}\n"
	".facts{display:grid;gap:0 "
	"3rem;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),"
	"1fr))}\n"
	".facts th{width:9rem}\n"
	"details{margin:.5rem 0}\n"
	"summary{cursor:pointer;color:var(--soft);font-size:.9rem}\n"
	/* Charts */
	"figure{margin:1rem 0;break-inside:avoid}\n"
	"figcaption{color:var(--soft);font-size:.875rem;max-width:60rem;margin-bottom:.25rem}\n"
	"figcaption b{color:var(--ink)}\n"
	"svg{display:block;width:100%;height:auto;font-size:13px}\n"
	"svg.narrow{display:none}\n"
	"@media screen and (max-width:46rem){svg.wide{display:none}svg.narrow{display:block}}\n"
	"svg text{fill:var(--ink)}\n"
	"svg .tick{fill:var(--soft);font-size:12px;font-variant-numeric:tabular-nums}\n"
	"svg .marked{fill:var(--ink);font-weight:700}\n"
	"svg .halo{fill:var(--ink);paint-order:stroke;stroke:var(--ground);stroke-width:3px;"
	"stroke-linejoin:round}\n"
	"svg .grid{stroke:var(--grid)}\n"
	"svg .axis{stroke:var(--soft)}\n"
	"svg .floor{fill:var(--edge)}\n"
	"svg .line{fill:none;stroke-width:1.75;stroke-linejoin:round}\n"
	"svg .band{stroke:none;opacity:.28}\n"
	"svg .guide{stroke-width:1.25}\n"
	"svg .reference{stroke:var(--soft)}svg .label.reference{fill:var(--soft);stroke:none}\n"
	"svg .ceiling{stroke:var(--c2);stroke-dasharray:2 4}"
	"svg .label.ceiling{fill:var(--c2);stroke:none}\n"
	"svg .threshold{stroke:var(--c5);stroke-dasharray:7 4}"
	"svg .label.threshold{fill:var(--c5);stroke:none}\n"
	"svg .line.c0{stroke:var(--c0)}svg .line.c1{stroke:var(--c1)}"
	"svg .line.c2{stroke:var(--c2)}svg .line.c3{stroke:var(--c3)}\n"
	"svg .line.c4{stroke:var(--c4)}svg .line.c5{stroke:var(--c5)}"
	"svg .line.c6{stroke:var(--c6)}svg .line.c7{stroke:var(--c7)}\n"
	"svg .band.c0,svg .bar.c0,svg .label.c0{fill:var(--c0)}"
	"svg .band.c1,svg .bar.c1,svg .label.c1{fill:var(--c1)}\n"
	"svg .band.c2,svg .bar.c2,svg .label.c2{fill:var(--c2)}"
	"svg .band.c3,svg .bar.c3,svg .label.c3{fill:var(--c3)}\n"
	"svg .band.c4,svg .bar.c4,svg .label.c4{fill:var(--c4)}"
	"svg .band.c5,svg .bar.c5,svg .label.c5{fill:var(--c5)}\n"
	"svg .band.c6,svg .bar.c6,svg .label.c6{fill:var(--c6)}"
	"svg .band.c7,svg .bar.c7,svg .label.c7{fill:var(--c7)}\n"
#define SHADE(n)                                                                                   \
	"svg .h" #n "{fill:var(--load" #n ")}svg .softirq .h" #n "{fill:var(--irq" #n ")}\n"
	SHADE(0) SHADE(1) SHADE(2) SHADE(3) SHADE(4) SHADE(5) SHADE(6) SHADE(7) SHADE(8) SHADE(9)
#undef SHADE
		"footer{color:var(--soft);font-size:.875rem;border-top:1px solid var(--edge)}\n"
		"@media print{html{font-size:11px}main,footer{max-width:none;padding:0}"
		".scroll{overflow:visible}a{color:inherit;text-decoration:none}"
		"h2,h3{break-after:avoid}tr,.verdict,ol.causes>li{break-inside:avoid}"
		"details:not([open]){display:none}*{-webkit-print-color-adjust:exact;print-color-"
		"adjust:exact}}\n"
		"@media screen and (min-width:120rem){html{font-size:20px}}\n";

const char *lr_html_style(void)
{
	return style;
}
