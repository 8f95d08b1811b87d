/* SPDX-License-Identifier: GPL-3.0-only */
/* The goodput that TCP can reach on an Ethernet link: what is left of each frame's time on the
 * wire after the headers. Pure. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
	uint32_t mtu_bytes; /* largest IP packet; 0 when unknown */
	bool ipv6;
	bool timestamps; /* TCP option of RFC 7323, on by default in Linux */
	bool vlan; /* frames carry an IEEE 802.1Q tag */
} LrFrame;

/* Share of the line rate that is TCP payload in full frames, from 0 to 1; 0 when the MTU is unknown
 * or too small to carry any. MTU 1500, IPv4, timestamps: 1448 / 1538. */
double lr_ceiling_share(const LrFrame *frame);

/* The same of a line rate, in Mb/s: 941.48 of 1000. */
double lr_ceiling_mbps(uint64_t line_mbps, const LrFrame *frame);

/* Payload that a USB bus of this signalling rate can carry at most, in Mb/s. */
double lr_ceiling_usb_mbps(uint32_t usb_mbps);
