/* SPDX-License-Identifier: GPL-3.0-only */
#include "ceiling.h"

/* IEEE 802.3: preamble and start delimiter, addresses and type, check sequence, gap. */
#define ETHERNET_BYTES (8 + 14 + 4 + 12)
#define VLAN_TAG_BYTES 4
#define IPV4_BYTES     20
#define IPV6_BYTES     40
#define TCP_BYTES      20
/* RFC 7323: ten bytes, padded to a multiple of four. */
#define TIMESTAMPS_BYTES 12

double lr_ceiling_share(const LrFrame *frame)
{
	uint32_t headers = (frame->ipv6 ? IPV6_BYTES : IPV4_BYTES) + TCP_BYTES +
			   (frame->timestamps ? TIMESTAMPS_BYTES : 0);
	uint32_t around = ETHERNET_BYTES + (frame->vlan ? VLAN_TAG_BYTES : 0);

	if (frame->mtu_bytes <= headers)
		return 0;
	return (double)(frame->mtu_bytes - headers) / ((double)frame->mtu_bytes + around);
}

double lr_ceiling_mbps(uint64_t line_mbps, const LrFrame *frame)
{
	return (double)line_mbps * lr_ceiling_share(frame);
}

/* Signalling rate to what is left after the line encoding (USB 3.2: 8b/10b at 5 Gb/s, 128b/132b
 * above) or the bus's framing (USB 2.0: 13 packets of 512 bytes in 125 us). */
double lr_ceiling_usb_mbps(uint32_t usb_mbps)
{
	return usb_mbps > 5000	? usb_mbps * 128.0 / 132
	       : usb_mbps > 480 ? usb_mbps * 0.8
				: usb_mbps * 426.0 / 480;
}
