/* SPDX-License-Identifier: GPL-3.0-only */
/* Every number that a rule of the verdict compares with, and why it is that number. docs/causes.md
 * repeats them for people. */
#pragma once

#include "units.h"

/* -- Whether the measurement is one -- */

/* A receiver cannot have more than was sent; its clock and ours differ by less than this. */
#define LR_CLAIM_SLACK 1.001
/* It cannot have less than this machine's kernel saw acknowledged either, but for what was still
 * unread in its buffers (at most some MiB a connection) and for a last second cut short. */
#define LR_ACKED_SLACK	     0.95
#define LR_ACKED_SLACK_BYTES (UINT64_C(16) << 20)
/* Headers add to the payload on the wire, so the interface counts at least what was received. Two
 * per cent allow for segments that were already queued when the counters were read. */
#define LR_CROSSED_SHARE 0.98
/* Acknowledgements come at least once a window; no window in use is larger than this. */
#define LR_ACK_EVERY_BYTES (UINT64_C(64) << 20)
/* Above this skew the workers did not share the window: at 2 % the sum is off by as much. */
#define LR_MAX_SKEW_SHARE 0.02
/* On short runs the scheduling of a few dozen processes alone takes that long. */
#define LR_MIN_SKEW_NS (200 * LR_NS_PER_MS)

/* -- The device and its link -- */

/* IEEE 802.3 allows 1 bit in 10^10 (1000BASE-T) to be wrong, so 1.2 full frames in a million;
 * faster links must be better. Ten times that is a fault whatever the rate. */
#define LR_ERROR_SHARE 1.2e-5
/* Below this number of frames chance decides. */
#define LR_MIN_ERRORS 10
/* A bus explains the rate when the rate comes this close to what the bus carries. Its own overhead
 * (descriptors, small reads) takes up to a fifth. */
#define LR_BUS_SHARE 0.75

/* -- This machine -- */

/* A thread that had a core, or waited for one, this much of the time was held back by nothing else:
 * the scheduler's own figures have no grain, the rest is the start and the end of the run. */
#define LR_DEMAND_PERCENT 90
/* A core that is idle for less than this has no time to spare: the kernel books idle time in ticks of
 * up to 10 ms. */
#define LR_FULL_PERCENT 95
/* One that waited for a core for a third of the time could have moved half as much again. */
#define LR_WAIT_PERCENT 33
/* Of the time that it wanted a core, so much spent waiting for one means that others took it. */
#define LR_CROWDED_PERCENT 25
/* A core with so much work for interrupts is the limit of them: the kernel hands the rest to
 * ksoftirqd, which the ticks of 1 to 10 ms book in part as system time. */
#define LR_SOFTIRQ_PERCENT 80
/* What the control group withheld, of the time of the run: below, only bursts were cut. */
#define LR_THROTTLED_PERCENT 5
/* Steal in which a hypervisor's other guests are noticed in the rate. */
#define LR_STEAL_PERCENT 10
/* A core that works all the time and runs below this share of its highest frequency is kept there:
 * turbo frequencies come and go in the upper third. */
#define LR_SLOW_CLOCK_SHARE 0.7
/* A rate set on the interface, that packets were held back for, explains what was measured when that
 * comes as close as this: the headers of full frames are 5 %, small buckets cost the rest. */
#define LR_QDISC_RATE_SHARE 0.75
/* A discipline without a known rate explains it when it held packets back this often a second. */
#define LR_OVERLIMITS_PER_SECOND 10
/* A connection that pacing holds back goes at the pace; others run far below what TCP would let
 * them. */
#define LR_PACED_SHARE 0.7
/* A congestion control that paces follows what the path gives it. Where packets queue on the way, it is
 * the path that sets the pace; only interrupts and the scheduler make round trips this much longer
 * without a queue. */
#define LR_NO_QUEUE_US 100

/* -- The path and the target -- */

/* A queue that TCP fills on purpose loses up to half a segment in a hundred when several
 * connections share it and the run is short; that is how TCP finds the limit, not what sets it. */
#define LR_LOSS_PERCENT 1
/* The time that the sender waited for the receiver's window, of the time that it had data. */
#define LR_WINDOW_PERCENT 30
/* A program that empties its window leaves it open, however small it is: one that was closed so often,
 * of the times that it was looked at, is not emptied. */
#define LR_CLOSED_PERCENT 50
/* A full window that would let through so many times what was measured, at the shortest round trip
 * seen, is not small: the program behind it is slow to empty it. Round trips under load are a few
 * times longer than the shortest. */
#define LR_WINDOW_SPARE 10
/* A server that says so of itself is at its core's end; it serves one thread a port. */
#define LR_TARGET_CPU_PERCENT 90
/* A second that moved less than a tenth of what is usual did not move; TCP's own recovery from a
 * single loss takes a fraction of a second. */
#define LR_STALL_SHARE 0.1
#define LR_STALL_NS    (1500 * LR_NS_PER_MS)
/* A segment of full size that was sent so often and never acknowledged does not get through. */
#define LR_LOST_FOR_GOOD 2
/* The sender was held back by the path when it had data for so much of the time ... */
#define LR_BUSY_PERCENT 90
/* ... and no second strays further from the average: what limits does so evenly. */
#define LR_EVEN_SHARE 0.1
/* Where nothing was lost, round trips that took so much longer than the shortest show that packets
 * queue on the way: neither interrupts nor the scheduler of a sound machine take that long. */
#define LR_QUEUE_US 1000
/* The share of the slowest worker in what the average worker got: flows on one queue of a switch
 * share within a factor of two for seconds at a time. */
#define LR_UNEVEN_SHARE 0.33
/* Pause frames a second: each stops a sender for up to 65535 times 512 bit times. */
#define LR_PAUSES_PER_SECOND 1
