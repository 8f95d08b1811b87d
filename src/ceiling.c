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
