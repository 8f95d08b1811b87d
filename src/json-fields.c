/* SPDX-License-Identifier: GPL-3.0-only */
#include "json-fields.h"

#include <glib.h>

#include "run.h"

#define FIELD(type, name)                                                                          \
	{                                                                                          \
#name, G_STRUCT_OFFSET(type, name), sizeof(((type *)NULL)->name)                   \
	}

const LrJsonField *lr_json_counter_fields(void)
{
	static const LrJsonField fields[] = {
		FIELD(LrCounters, rx_bytes),
		FIELD(LrCounters, tx_bytes),
		FIELD(LrCounters, rx_packets),
		FIELD(LrCounters, tx_packets),
		FIELD(LrCounters, rx_errors),
		FIELD(LrCounters, tx_errors),
		FIELD(LrCounters, rx_dropped),
		FIELD(LrCounters, tx_dropped),
		FIELD(LrCounters, rx_crc_errors),
		FIELD(LrCounters, rx_missed_errors),
		FIELD(LrCounters, collisions),
		FIELD(LrCounters, carrier_changes),
		{ NULL, 0, 0 },
	};

	return fields;
}

const LrJsonField *lr_json_flow_fields(void)
{
	static const LrJsonField fields[] = {
		FIELD(LrFlow, port),
		FIELD(LrFlow, acked_bytes),
		FIELD(LrFlow, received_bytes),
		FIELD(LrFlow, retransmits),
		FIELD(LrFlow, rtt_us),
		FIELD(LrFlow, min_rtt_us),
		FIELD(LrFlow, cwnd_segments),
		FIELD(LrFlow, mss_bytes),
		FIELD(LrFlow, busy_us),
		FIELD(LrFlow, window_limited_us),
		FIELD(LrFlow, buffer_limited_us),
		FIELD(LrFlow, peer_window_bytes),
		FIELD(LrFlow, closed_windows),
		FIELD(LrFlow, pacing_mbps),
		{ NULL, 0, 0 },
	};

	return fields;
}

const LrJsonField *lr_json_worker_time_fields(void)
{
	static const LrJsonField fields[] = {
		FIELD(LrWorkerTime, port),
		FIELD(LrWorkerTime, run_ns),
		FIELD(LrWorkerTime, wait_ns),
		{ NULL, 0, 0 },
	};

	return fields;
}

uint64_t lr_json_field_get(const LrJsonField *field, const void *base)
{
	const void *at = G_STRUCT_MEMBER_P(base, field->offset);

	return field->size == sizeof(uint16_t)	 ? *(const uint16_t *)at
	       : field->size == sizeof(uint32_t) ? *(const uint32_t *)at
						 : *(const uint64_t *)at;
}

void lr_json_field_set(const LrJsonField *field, void *base, uint64_t value)
{
	void *at = G_STRUCT_MEMBER_P(base, field->offset);

	if (field->size == sizeof(uint16_t))
		*(uint16_t *)at = (uint16_t)MIN(value, G_MAXUINT16);
	else if (field->size == sizeof(uint32_t))
		*(uint32_t *)at = (uint32_t)MIN(value, G_MAXUINT32);
	else
		*(uint64_t *)at = value;
}
