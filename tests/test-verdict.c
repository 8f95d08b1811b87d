/* SPDX-License-Identifier: GPL-3.0-only */
#include "verdict.h"

#include <string.h>

#include "thresholds.h"
#include "verdict-bench.h"

typedef struct {
	const char *name;
	LrSituation lab;
	LrOutcome outcome;
	const char *cause; /* the first; NULL for none */
	const char *hint; /* the first; NULL for none */
} Row;

/* Slow for a reason that is not the row's: what must not be named then is told apart from what is
 * never named on a fast run. */
#define SLOW .percent = 65

static const Row outcomes[] = {
	{ "sound", { 0 }, LR_PASS, NULL, NULL },
	{ "just at the threshold", { .percent = 80.01 }, LR_PASS, NULL, NULL },
	{ "just below the threshold", { .percent = 79.99 }, LR_FAIL, "below-threshold", NULL },
	{ "sound in reverse", { .direction = LR_REVERSE }, LR_PASS, NULL, NULL },
	{ "slow in reverse", { .direction = LR_REVERSE, SLOW }, LR_FAIL, "below-threshold", NULL },
	{ "sound both ways",
	  { .direction = LR_BIDIRECTIONAL, .workers = 2, .reverse_percent = 93 },
	  LR_PASS,
	  NULL,
	  NULL },
	{ "slow on the way back only",
	  { .direction = LR_BIDIRECTIONAL, .workers = 2, .reverse_percent = 60 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "eight workers", { .workers = 8, .reference_mbps = 10000 }, LR_PASS, NULL, NULL },
};

static const Row void_rows[] = {
	{ "the receiver claims what was sent", { .claimed_percent = 100.05 }, LR_PASS, NULL, NULL },
	{ "the receiver claims more",
	  { .claimed_percent = 100.2 },
	  LR_OUTCOME_ERROR,
	  "implausible-count",
	  NULL },
	{ "the receiver claims ten times as much",
	  { .claimed_percent = 1000 },
	  LR_OUTCOME_ERROR,
	  "implausible-count",
	  NULL },
	/* Of 11.75 GB acknowledged 5 % and 16 MiB may be missing, so 94.86 % must be there. */
	{ "the target claims a little less than was acknowledged",
	  { .reference_mbps = 10000, .claimed_percent = 94.9 },
	  LR_PASS,
	  NULL,
	  NULL },
	{ "the target claims less than was acknowledged",
	  { .reference_mbps = 10000, .claimed_percent = 94.8 },
	  LR_OUTCOME_ERROR,
	  "implausible-count",
	  NULL },
	/* Of 1.175 GB the 16 MiB are more: 93.57 %. */
	{ "the target has a little unread at the end",
	  { .claimed_percent = 93.6 },
	  LR_PASS,
	  NULL,
	  NULL },
	{ "the target has too much unread at the end",
	  { .claimed_percent = 93.5 },
	  LR_OUTCOME_ERROR,
	  "implausible-count",
	  NULL },
	{ "nearly all crossed", { .crossed_percent = 95 }, LR_PASS, NULL, NULL },
	{ "some did not cross", { .crossed_percent = 93 }, LR_OUTCOME_ERROR, "wrong-path", NULL },
	{ "nothing crossed", { .crossed_percent = 0.01 }, LR_OUTCOME_ERROR, "wrong-path", NULL },
	/* 1.175 GB are 17 times 64 MiB. */
	{ "few acknowledgements came back", { .packets_back = 17 }, LR_PASS, NULL, NULL },
	{ "too few acknowledgements came back",
	  { .packets_back = 16 },
	  LR_OUTCOME_ERROR,
	  "replies-elsewhere",
	  NULL },
	{ "none came back", { .packets_back = 1 }, LR_OUTCOME_ERROR, "replies-elsewhere", NULL },
	{ "the second worker is late, and the rate was reached all the same",
	  { .workers = 2, .skew_ms = 900 },
	  LR_PASS,
	  NULL,
	  NULL },
	{ "the second worker is a little late",
	  { .workers = 2, .percent = 80.5, .skew_ms = 195 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "the second worker is late, which may have cost the pass",
	  { .workers = 2, .percent = 80.5, .skew_ms = 215 },
	  LR_OUTCOME_ERROR,
	  "late-worker",
	  NULL },
	{ "the second worker of a long run is a little late",
	  { .seconds = 40, .workers = 2, .percent = 80.5, .skew_ms = 780 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "the second worker of a long run is late",
	  { .seconds = 40, .workers = 2, .percent = 80.5, .skew_ms = 820 },
	  LR_OUTCOME_ERROR,
	  "late-worker",
	  NULL },
	{ "the second worker of a short run is a little late",
	  { .seconds = 5, .workers = 2, .percent = 80.5, .skew_ms = 195 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "the second worker of a short run is late",
	  { .seconds = 5, .workers = 2, .percent = 80.5, .skew_ms = 215 },
	  LR_OUTCOME_ERROR,
	  "late-worker",
	  NULL },
	{ "the second worker is late, but that is not all that is missing",
	  { SLOW, .workers = 2, .skew_ms = 900 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
};

static const Row device_rows[] = {
	{ "link lost and back, though fast", { .carrier_changes = 2 }, LR_FAIL, "link-flap", NULL },
	{ "link lost and back, slow",
	  { SLOW, .carrier_changes = 2, .stall_seconds = 3 },
	  LR_FAIL,
	  "link-flap",
	  NULL },
	{ "link lost for good",
	  { .broken_off = 1, .carrier_changes = 1, .carrier_lost = true },
	  LR_FAIL,
	  "link-flap",
	  NULL },
	{ "silent with the link up",
	  { .broken_off = 1 },
	  LR_OUTCOME_ERROR,
	  "target-stalled",
	  NULL },
	{ "nine damaged frames", { .packets_back = 100000, .crc_errors = 9 }, LR_PASS, NULL, NULL },
	{ "ten damaged frames of a hundred thousand",
	  { .packets_back = 100000, .crc_errors = 10 },
	  LR_FAIL,
	  "link-errors",
	  NULL },
	{ "ten damaged frames of a million",
	  { .packets_back = 1000000, .crc_errors = 10 },
	  LR_PASS,
	  NULL,
	  NULL },
	{ "twelve damaged frames of a million",
	  { .packets_back = 1000000, .crc_errors = 12 },
	  LR_PASS,
	  NULL,
	  NULL },
	{ "thirteen damaged frames of a million",
	  { .packets_back = 1000000, .crc_errors = 13 },
	  LR_FAIL,
	  "link-errors",
	  NULL },
	{ "missed frames are not damaged",
	  { .packets_back = 100000, .missed = 50 },
	  LR_PASS,
	  NULL,
	  NULL },
	{ "frames that could not be sent", { .tx_errors = 50 }, LR_FAIL, "link-errors", NULL },
	{ "half duplex, slow",
	  { SLOW, .duplex = LR_DUPLEX_HALF, .collisions = 5000 },
	  LR_FAIL,
	  "half-duplex",
	  NULL },
	{ "half duplex, fast", { .duplex = LR_DUPLEX_HALF }, LR_PASS, NULL, "half-duplex" },
	{ "slot below the threshold", { SLOW, .pcie_mbps = 799 }, LR_FAIL, "pcie-limit", NULL },
	{ "slot just enough, rate far below it",
	  { SLOW, .pcie_mbps = 880 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "slot just enough, rate near it",
	  { SLOW, .pcie_mbps = 850 },
	  LR_FAIL,
	  "pcie-limit",
	  NULL },
	{ "slot wider than the card",
	  { SLOW, .pcie_mbps = 1600 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "narrow slot, yet passed",
	  { .percent = 85, .pcie_mbps = 900 },
	  LR_PASS,
	  NULL,
	  "pcie-limit" },
	{ "gigabit behind USB 2", { .percent = 30, .usb_mbps = 480 }, LR_FAIL, "usb-limit", NULL },
	{ "gigabit behind USB 3", { SLOW, .usb_mbps = 5000 }, LR_FAIL, "below-threshold", NULL },
	{ "nine corrected errors of the slot",
	  { SLOW, .aer_correctable = 9 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "ten corrected errors of the slot",
	  { SLOW, .aer_correctable = 10 },
	  LR_FAIL,
	  "pcie-errors",
	  NULL },
	{ "an uncorrected error, fast", { .aer_uncorrectable = 1 }, LR_PASS, NULL, "pcie-errors" },
};

#define BUSY_WORKER .run_percent = 96, .core_load_percent = 99

static const Row host_rows[] = {
	{ "worker nearly without time to spare",
	  { SLOW, .run_percent = 80, .wait_percent = 9 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "worker without time to spare",
	  { SLOW, .run_percent = 82, .wait_percent = 9 },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "worker crowded out by others",
	  { SLOW, .run_percent = 40, .wait_percent = 58, .busy_percent = 89 },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "worker crowded out, while its connection never ran dry",
	  { SLOW, .run_percent = 40, .wait_percent = 58, .busy_percent = 91 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "worker that often waits for its core",
	  { SLOW, .run_percent = 30, .wait_percent = 34, .busy_percent = 60 },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "worker that waits for its core now and then",
	  { SLOW, .run_percent = 30, .wait_percent = 32, .busy_percent = 60 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "cores busy with something else, worker at ease",
	  { SLOW, .run_percent = 5, .wait_percent = 3, .core_load_percent = 100 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "fast at a load just allowed", { .core_load_percent = 89.9 }, LR_PASS, NULL, NULL },
	{ "fast at a load too high", { .core_load_percent = 90.5 }, LR_FAIL, "cpu-limit", NULL },
	{ "fast at a load that was allowed",
	  { .core_load_percent = 99, .cpu_threshold_percent = 100 },
	  LR_PASS,
	  NULL,
	  NULL },
	{ "quota that hardly cut",
	  { SLOW, .throttled_percent = 4.5 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "quota that cut", { SLOW, .throttled_percent = 5.5 }, LR_FAIL, "cpu-throttled", NULL },
	{ "quota that cut, yet passed",
	  { .throttled_percent = 20 },
	  LR_PASS,
	  NULL,
	  "cpu-throttled" },
	{ "heat, worker busy",
	  { SLOW, BUSY_WORKER, .throttles = 3 },
	  LR_FAIL,
	  "cpu-throttled",
	  NULL },
	{ "heat, worker at ease", { SLOW, .throttles = 3 }, LR_FAIL, "below-threshold", NULL },
	{ "heat, on the core of a worker at ease beside a busy one",
	  { SLOW, BUSY_WORKER, .workers = 2, .last_run_percent = 20, .surveyed_core = 1,
	    .throttles = 3 },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "slow clock, on the core of a worker at ease beside a busy one",
	  { SLOW, BUSY_WORKER, .workers = 2, .last_run_percent = 20, .surveyed_core = 1,
	    .mhz = 800 },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "slow clock, worker busy",
	  { SLOW, BUSY_WORKER, .mhz = 2500 },
	  LR_FAIL,
	  "cpu-throttled",
	  NULL },
	{ "clock a little slow, worker busy",
	  { SLOW, BUSY_WORKER, .mhz = 2530 },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "slow clock, worker at ease", { SLOW, .mhz = 800 }, LR_FAIL, "below-threshold", NULL },
	{ "hypervisor took some",
	  { SLOW, BUSY_WORKER, .steal_percent = 9 },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "hypervisor took much",
	  { SLOW, BUSY_WORKER, .steal_percent = 11 },
	  LR_FAIL,
	  "cpu-throttled",
	  NULL },
	{ "token bucket at the rate that was reached",
	  { SLOW, .qdisc = "tbf", .qdisc_mbps = 680, .overlimits = 9000 },
	  LR_FAIL,
	  "qdisc-limit",
	  NULL },
	{ "token bucket that held nothing back",
	  { SLOW, .qdisc = "tbf", .qdisc_mbps = 680 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "token bucket a little above the rate",
	  { SLOW, .qdisc = "tbf", .qdisc_mbps = 860, .overlimits = 9 },
	  LR_FAIL,
	  "qdisc-limit",
	  NULL },
	{ "token bucket far above the rate",
	  { SLOW, .qdisc = "tbf", .qdisc_mbps = 870, .overlimits = 9 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "token bucket above the reference",
	  { SLOW, .qdisc = "tbf", .qdisc_mbps = 1000, .overlimits = 9 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "class tree that held back now and then",
	  { SLOW, .qdisc = "htb", .overlimits = 98 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "class tree that held back all the time",
	  { SLOW, .qdisc = "htb", .overlimits = 102 },
	  LR_FAIL,
	  "qdisc-limit",
	  NULL },
	{ "a discipline that sets no rate",
	  { SLOW, .qdisc = "fq_codel", .overlimits = 100000 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "token bucket at the sender does not touch what is received",
	  { SLOW, .direction = LR_REVERSE, .qdisc = "tbf", .qdisc_mbps = 680 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "a core full of interrupts",
	  { SLOW, .softirq_percent = 81 },
	  LR_FAIL,
	  "softirq-limit",
	  NULL },
	{ "a core with many interrupts",
	  { SLOW, .softirq_percent = 79 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "a core full of interrupts, fast", { .softirq_percent = 85 }, LR_PASS, NULL, NULL },
	{ "segmentation by hand, worker busy",
	  { SLOW, BUSY_WORKER, .offloads_off = "tcp-segmentation-offload" },
	  LR_FAIL,
	  "offload-off",
	  NULL },
	{ "segmentation by hand, worker at ease",
	  { SLOW, .offloads_off = "tcp-segmentation-offload" },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "receive offload does not matter to a sender",
	  { SLOW, BUSY_WORKER, .offloads_off = "generic-receive-offload" },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "receive offload matters to a receiver",
	  { SLOW, BUSY_WORKER, .direction = LR_REVERSE, .offloads_off = "generic-receive-offload" },
	  LR_FAIL,
	  "offload-off",
	  NULL },
	{ "worker and interrupts fill a core together",
	  { SLOW, .run_percent = 40, .softirq_percent = 51, .core_load_percent = 96 },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "worker and interrupts nearly fill a core",
	  { SLOW, .run_percent = 40, .softirq_percent = 49, .core_load_percent = 96 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "worker and interrupts leave some of a core",
	  { SLOW, .run_percent = 40, .softirq_percent = 51, .core_load_percent = 94 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "remote cores, but others had them",
	  { SLOW, .run_percent = 30, .wait_percent = 60, .busy_percent = 60, .far = true },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "remote cores, worker busy",
	  { SLOW, BUSY_WORKER, .far = true },
	  LR_FAIL,
	  "numa-remote",
	  NULL },
	{ "remote cores, worker at ease", { SLOW, .far = true }, LR_FAIL, "below-threshold", NULL },
	{ "bbr at its own pace",
	  { SLOW, .congestion = "bbr", .paced_mbps = 900 },
	  LR_FAIL,
	  "congestion-control-limit",
	  NULL },
	{ "bbr far below its own pace",
	  { SLOW, .congestion = "bbr", .paced_mbps = 950 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "bbr at its own pace, round trips a little longer",
	  { SLOW, .congestion = "bbr", .paced_mbps = 900, .queue_us = 95 },
	  LR_FAIL,
	  "congestion-control-limit",
	  NULL },
	{ "bbr at a pace that a queue may set",
	  { SLOW, .congestion = "bbr", .paced_mbps = 900, .queue_us = 105 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "bbr follows a full path",
	  { SLOW, .congestion = "bbr", .paced_mbps = 810, .queue_us = 3000 },
	  LR_FAIL,
	  "path-limit",
	  NULL },
	{ "bbr follows a policer, which has no queue",
	  { SLOW, .congestion = "bbr", .paced_mbps = 810, .loss_percent = 0.05 },
	  LR_FAIL,
	  "path-limit",
	  NULL },
	{ "bbr follows a policer that drops much",
	  { SLOW, .congestion = "bbr", .paced_mbps = 810, .loss_percent = 1.01 },
	  LR_FAIL,
	  "packet-loss",
	  NULL },
	{ "cubic does not pace",
	  { SLOW, .congestion = "cubic", .paced_mbps = 700 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
};

static const Row path_rows[] = {
	{ "a second that stood still", { .stall_seconds = 1 }, LR_PASS, NULL, NULL },
	{ "two seconds that stood still, though fast",
	  { .stall_seconds = 2 },
	  LR_FAIL,
	  "stall",
	  NULL },
	{ "two seconds that nearly stood still",
	  { .stall_seconds = 2, .stall_percent = 9.5 },
	  LR_FAIL,
	  "stall",
	  NULL },
	{ "two slow seconds", { .stall_seconds = 2, .stall_percent = 10.5 }, LR_PASS, NULL, NULL },
	{ "server busy", { SLOW, .target_cpu_percent = 91 }, LR_FAIL, "target-cpu-limit", NULL },
	{ "server nearly busy",
	  { SLOW, .target_cpu_percent = 89 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "server busy, fast", { .target_cpu_percent = 99 }, LR_PASS, NULL, NULL },
	{ "small window, full",
	  { SLOW, .window_percent = 31, .window_kib = 64 },
	  LR_FAIL,
	  "target-window",
	  NULL },
	{ "small window, seldom full",
	  { SLOW, .window_percent = 29, .window_kib = 64 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	/* 650 Mb/s came; 158.7 KiB at round trips of 200 us are ten times as much. */
	{ "full window that has room for ten times the rate",
	  { SLOW, .window_percent = 31, .window_kib = 159 },
	  LR_FAIL,
	  "target-cpu-limit",
	  NULL },
	{ "full window that has room for nearly ten times the rate",
	  { SLOW, .window_percent = 31, .window_kib = 158 },
	  LR_FAIL,
	  "target-window",
	  NULL },
	{ "full window of some MiB, on a long path",
	  { SLOW, .window_percent = 31, .window_kib = 4096, .min_rtt_us = 20000 },
	  LR_FAIL,
	  "target-window",
	  NULL },
	{ "full window of unknown size",
	  { SLOW, .window_percent = 31, .window_unknown = true },
	  LR_FAIL,
	  "target-window",
	  NULL },
	{ "small window, closed in half of the seconds",
	  { SLOW, .window_percent = 31, .window_kib = 1, .closed_seconds = 5 },
	  LR_FAIL,
	  "target-cpu-limit",
	  NULL },
	{ "small window, closed in nearly half of the seconds",
	  { SLOW, .seconds = 20, .window_percent = 31, .window_kib = 1, .closed_seconds = 9 },
	  LR_FAIL,
	  "target-window",
	  NULL },
	{ "pause frames", { SLOW, .pauses = 12 }, LR_FAIL, "flow-control", NULL },
	{ "a few pause frames", { SLOW, .pauses = 8 }, LR_FAIL, "below-threshold", NULL },
	{ "pause frames, fast", { .pauses = 500 }, LR_PASS, NULL, "flow-control" },
	{ "lost segments", { SLOW, .loss_percent = 1.01 }, LR_FAIL, "packet-loss", NULL },
	{ "hardly any lost, evenly slow",
	  { SLOW, .loss_percent = 0.99 },
	  LR_FAIL,
	  "path-limit",
	  NULL },
	{ "lost segments, fast", { .loss_percent = 2 }, LR_PASS, NULL, NULL },
	{ "evenly slow",
	  { SLOW, .loss_percent = 0.05, .wobble_percent = 9 },
	  LR_FAIL,
	  "path-limit",
	  NULL },
	{ "unevenly slow",
	  { SLOW, .loss_percent = 0.05, .wobble_percent = 9.3 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "evenly slow, nothing lost", { SLOW }, LR_FAIL, "below-threshold", NULL },
	{ "evenly slow, sender idle now and then",
	  { SLOW, .loss_percent = 0.05, .busy_percent = 89 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "evenly slow, dropped by the interface itself",
	  { SLOW, .loss_percent = 0.05, .dropped = 400 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "evenly slow in reverse",
	  { SLOW, .direction = LR_REVERSE, .loss_percent = 0.05 },
	  LR_FAIL,
	  "path-limit",
	  NULL },
	{ "one of four far behind",
	  { SLOW, .workers = 4, .last_share_percent = 32 },
	  LR_FAIL,
	  "uneven-workers",
	  NULL },
	{ "one of four behind",
	  { SLOW, .workers = 4, .last_share_percent = 34 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "one of four far behind on a full path",
	  { SLOW, .workers = 4, .last_share_percent = 20, .loss_percent = 0.05 },
	  LR_FAIL,
	  "path-limit",
	  NULL },
	{ "evenly slow, nothing lost, packets queue",
	  { SLOW, .queue_us = 1050 },
	  LR_FAIL,
	  "path-limit",
	  NULL },
	{ "evenly slow, nothing lost, packets may queue",
	  { SLOW, .queue_us = 950 },
	  LR_FAIL,
	  "below-threshold",
	  NULL },
	{ "full-size packets are swallowed",
	  { .broken_off = 1, .swallowed = 2 },
	  LR_FAIL,
	  "mtu-blackhole",
	  NULL },
	{ "one full-size packet is swallowed",
	  { .broken_off = 1, .swallowed = 1 },
	  LR_OUTCOME_ERROR,
	  "target-stalled",
	  NULL },
};

static const Row orders[] = {
	{ "a void measurement goes before everything",
	  { SLOW, .claimed_percent = 200, .carrier_changes = 2, .loss_percent = 3 },
	  LR_OUTCOME_ERROR,
	  "implausible-count",
	  NULL },
	{ "the link goes before the path",
	  { SLOW, .crc_errors = 5000, .loss_percent = 3 },
	  LR_FAIL,
	  "link-errors",
	  NULL },
	{ "what slows the core goes before the core",
	  { SLOW, BUSY_WORKER, .throttles = 9, .softirq_percent = 90 },
	  LR_FAIL,
	  "cpu-throttled",
	  NULL },
	{ "the own core goes before the target's",
	  { SLOW, BUSY_WORKER, .target_cpu_percent = 99 },
	  LR_FAIL,
	  "cpu-limit",
	  NULL },
	{ "loss goes before the limit that it shows",
	  { SLOW, .loss_percent = 1.5 },
	  LR_FAIL,
	  "packet-loss",
	  NULL },
};

static const char *first_id(const GPtrArray *causes)
{
	return causes->len > 0 ? lr_cause_id_name(((LrCause *)causes->pdata[0])->id) : NULL;
}

/* A person reads every message: no cause without a number, without a remedy, or with a text that
 * ends in the middle. */
static void assert_readable(const GPtrArray *causes)
{
	for (guint i = 0; i < causes->len; i++) {
		const LrCause *cause = causes->pdata[i];

		g_assert_nonnull(strstr(cause->remedy, "docs/causes.md#"));
		g_assert_false(g_str_has_suffix(cause->message, "."));
		g_assert_null(strstr(cause->message, "(null)"));
		g_assert_null(strstr(cause->message, "nan"));
		if (cause->id != LR_CAUSE_TARGET_STALLED)
			g_assert_cmpuint(cause->evidence->len, >, 0);
	}
}

static void judge_rows(const Row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		g_autoptr(LrVerdict) verdict = lr_bench_judge(&rows[i].lab);

		g_test_message(
			"row '%s': %s, %s: %s", rows[i].name, lr_outcome_name(verdict->outcome),
			verdict->causes->len > 0 ? first_id(verdict->causes) : "no cause",
			verdict->causes->len > 0 ? ((LrCause *)verdict->causes->pdata[0])->message
						 : "");
		g_assert_cmpstr(first_id(verdict->causes), ==, rows[i].cause);
		g_assert_cmpstr(first_id(verdict->hints), ==, rows[i].hint);
		g_assert_cmpstr(lr_outcome_name(verdict->outcome), ==,
				lr_outcome_name(rows[i].outcome));
		assert_readable(verdict->causes);
		assert_readable(verdict->hints);
	}
}

static void every_run_must_reach_the_threshold(void)
{
	judge_rows(outcomes, G_N_ELEMENTS(outcomes));
}

static void a_void_measurement_is_an_error(void)
{
	judge_rows(void_rows, G_N_ELEMENTS(void_rows));
}

static void the_device_and_its_link(void)
{
	judge_rows(device_rows, G_N_ELEMENTS(device_rows));
}

static void this_machine(void)
{
	judge_rows(host_rows, G_N_ELEMENTS(host_rows));
}

static void the_path_and_the_target(void)
{
	judge_rows(path_rows, G_N_ELEMENTS(path_rows));
}

static void the_likeliest_comes_first(void)
{
	judge_rows(orders, G_N_ELEMENTS(orders));
}

static const LrEvidence *find_evidence(const LrCause *cause, const char *key)
{
	for (guint i = 0; i < cause->evidence->len; i++) {
		const LrEvidence *evidence = cause->evidence->pdata[i];

		if (g_str_equal(evidence->key, key))
			return evidence;
	}
	return NULL;
}

static void below_threshold_lists_what_was_ruled_out(void)
{
	const LrSituation lab = { SLOW };
	g_autoptr(LrVerdict) verdict = lr_bench_judge(&lab);
	const LrEvidence *ruled_out = find_evidence(verdict->causes->pdata[0], "ruled_out");
	static const char *const phrases[] = {
		"the link held",  "0 damaged frames",
		"full duplex",	  "no worker needed more than 22 %",
		"0.000 % of the", "the target's window was full for 0 %"
	};

	g_assert_nonnull(ruled_out);
	for (size_t i = 0; i < G_N_ELEMENTS(phrases); i++)
		g_assert_nonnull(strstr(ruled_out->text, phrases[i]));
}

/* What a technician reads first. */
static const struct {
	const char *name;
	LrSituation lab;
	const char *words;
} sentences[] = {
	{ "others had a quarter of what the worker wanted",
	  { SLOW, .run_percent = 72, .wait_percent = 24, .busy_percent = 89 },
	  "wanted it for 96 % of run 1 and got it for 72 %: other programs took the rest" },
	{ "others had less than a quarter of it",
	  { SLOW, .run_percent = 73, .wait_percent = 23, .busy_percent = 89 },
	  "the worker on core 0 was busy for 96 % of run 1: with 1 worker this machine moves no "
	  "more than 650 Mb/s" },
	{ "a load too high that is the worker's own",
	  { .run_percent = 50, .core_load_percent = 95 },
	  "busy for 95.0 % of run 1, threshold 90 %; the busiest worker itself took 50 %" },
	{ "one core serves all interrupts",
	  { SLOW, .softirq_percent = 85 },
	  "core 0 spent 85 % of run 1 serving network interrupts, while the other 7 cores idled "
	  "for "
	  "70 %; so no more than 650 Mb/s comes through" },
	{ "one core of a node serves all interrupts",
	  { SLOW, .workers = 4, .softirq_percent = 85 },
	  "while the other 3 workers' cores of node 0 idled for 70 %" },
	{ "a small window",
	  { SLOW, .window_percent = 40, .window_kib = 64 },
	  "waited for the target's receive window for 40 % of run 1: it never was larger than "
	  "64.00 "
	  "KiB "
	  "for a connection; with round trips of 200 us that lets at most 2.62 Gb/s through" },
	{ "a window of unknown size",
	  { SLOW, .window_percent = 40, .window_unknown = true },
	  "waited for the target's receive window for 40 % of run 1" },
	{ "bbr at its own pace",
	  { SLOW, .congestion = "bbr", .paced_mbps = 810, .queue_us = 50 },
	  "at a pace of 810 Mb/s in all, though no packets queued on the way: round trips took "
	  "250 us, the shortest 200 us" },
};

static void a_sentence_says_what_was_seen_and_what_it_limits(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(sentences); i++) {
		g_autoptr(LrVerdict) verdict = lr_bench_judge(&sentences[i].lab);
		const LrCause *cause = verdict->causes->pdata[0];

		g_test_message("row '%s': %s", sentences[i].name, cause->message);
		g_assert_nonnull(strstr(cause->message, sentences[i].words));
	}
}

/* The load of a core that is mostly other programs' is not cured by more workers. */
static void a_load_that_is_not_the_workers_is_told(void)
{
	const LrSituation others = { .run_percent = 47, .core_load_percent = 95 };
	const LrSituation own = { .run_percent = 48, .core_load_percent = 95 };
	g_autoptr(LrVerdict) foreign = lr_bench_judge(&others), mine = lr_bench_judge(&own);

	g_assert_nonnull(strstr(((LrCause *)foreign->causes->pdata[0])->remedy, "what else ran"));
	g_assert_null(strstr(((LrCause *)mine->causes->pdata[0])->remedy, "what else ran"));
}

static void one_connection_is_not_taken_for_the_link(void)
{
	const LrSituation one = { SLOW, .loss_percent = 0.05 };
	const LrSituation four = { SLOW, .loss_percent = 0.05, .workers = 4 };
	g_autoptr(LrVerdict) single = lr_bench_judge(&one), several = lr_bench_judge(&four);
	const LrCause *cause = single->causes->pdata[0];

	g_assert_nonnull(strstr(cause->message, "one connection"));
	g_assert_nonnull(strstr(cause->remedy, "--threads 8"));
	cause = several->causes->pdata[0];
	g_assert_nonnull(strstr(cause->message, "4 connections"));
	g_assert_null(strstr(cause->remedy, "--threads"));
}

static void a_run_that_was_not_made_is_no_pass(void)
{
	g_autoptr(LrNic) nic = lr_nic_new("eth1");
	g_autoptr(LrRequest) request = lr_request_new();
	g_autoptr(GPtrArray) runs = g_ptr_array_new();
	g_autoptr(GArray) missing = g_array_new(FALSE, FALSE, sizeof(uint16_t));
	const LrEvidenceSet evidence = {
		.nic = nic, .request = request, .runs = runs, .missing_ports = missing
	};
	g_autoptr(LrVerdict) verdict = NULL;

	request->runs = 1;
	verdict = lr_verdict_make(&evidence);
	g_assert_cmpint(verdict->outcome, ==, LR_OUTCOME_ERROR);
	g_assert_cmpstr(first_id(verdict->causes), ==, "interrupted");
}

static void what_cannot_pass_is_not_begun(void)
{
	static const struct {
		const char *name;
		bool testable;
		uint32_t link_mbps, reference_mbps;
		double threshold_percent;
		bool underspeed_ok;
		const char *cause;
	} rows[] = {
		{ "sound", true, 1000, 1000, 80, false, NULL },
		{ "not testable", false, 1000, 1000, 80, false, "not-testable" },
		{ "speed unknown", true, 0, 0, 80, false, "speed-unknown" },
		{ "link below reference", true, 1000, 5000, 80, false, "link-underspeed" },
		{ "link below reference, allowed", true, 1000, 5000, 80, true, NULL },
		{ "threshold just possible", true, 1000, 1000, 94.1, false, NULL },
		{ "threshold above what frames leave", true, 1000, 1000, 94.2, false,
		  "threshold-unreachable" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrNic) nic = lr_nic_new("eth1");
		g_autoptr(LrRequest) request = lr_request_new();
		LrPlan plan = { .reference_mbps = rows[i].reference_mbps,
				.frame = { .mtu_bytes = 1500, .timestamps = true } };
		LrCause *cause;

		nic->testable = rows[i].testable;
		nic->link_mbps = rows[i].link_mbps;
		request->fail_threshold_percent = rows[i].threshold_percent;
		request->underspeed_ok = rows[i].underspeed_ok;
		cause = lr_verdict_preflight(nic, &plan);
		if (cause == NULL)
			cause = lr_verdict_preflight_link(nic, &plan, request);
		g_test_message("row '%s'", rows[i].name);
		g_assert_cmpstr(cause != NULL ? lr_cause_id_name(cause->id) : NULL, ==,
				rows[i].cause);
		lr_cause_free(cause);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/verdict/every-run-must-reach-the-threshold",
			every_run_must_reach_the_threshold);
	g_test_add_func("/verdict/a-void-measurement-is-an-error", a_void_measurement_is_an_error);
	g_test_add_func("/verdict/the-device-and-its-link", the_device_and_its_link);
	g_test_add_func("/verdict/this-machine", this_machine);
	g_test_add_func("/verdict/the-path-and-the-target", the_path_and_the_target);
	g_test_add_func("/verdict/the-likeliest-comes-first", the_likeliest_comes_first);
	g_test_add_func("/verdict/below-threshold-lists-what-was-ruled-out",
			below_threshold_lists_what_was_ruled_out);
	g_test_add_func("/verdict/a-sentence-says-what-was-seen-and-what-it-limits",
			a_sentence_says_what_was_seen_and_what_it_limits);
	g_test_add_func("/verdict/a-load-that-is-not-the-workers-is-told",
			a_load_that_is_not_the_workers_is_told);
	g_test_add_func("/verdict/one-connection-is-not-taken-for-the-link",
			one_connection_is_not_taken_for_the_link);
	g_test_add_func("/verdict/a-run-that-was-not-made-is-no-pass",
			a_run_that_was_not_made_is_no_pass);
	g_test_add_func("/verdict/what-cannot-pass-is-not-begun", what_cannot_pass_is_not_begun);
	return g_test_run();
}
