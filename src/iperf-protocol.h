/* SPDX-License-Identifier: GPL-3.0-only */
/* The words of the iperf3 control protocol, for a target and for a short visit to one. Pure: text
 * in, text out. The numbers are those of iperf_api.h, unchanged from release 3.1 to 3.21. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "request.h"

/* Every connection of a test starts with the same cookie: 36 characters and a zero. */
#define LR_COOKIE_BYTES 37

/* A test of more streams is refused by stock clients already. */
#define LR_MAX_STREAMS 128

#define LR_MAX_BLOCK_BYTES (1024 * 1024)

/* One byte on the control connection. */
typedef enum {
	LR_MESSAGE_SERVER_ERROR = -2, /* two numbers follow, see lr_refusal_pack() */
	LR_MESSAGE_ACCESS_DENIED = -1, /* busy */
	LR_MESSAGE_TEST_START = 1,
	LR_MESSAGE_TEST_RUNNING = 2,
	LR_MESSAGE_TEST_END = 4,
	LR_MESSAGE_PARAM_EXCHANGE = 9,
	LR_MESSAGE_CREATE_STREAMS = 10,
	LR_MESSAGE_SERVER_TERMINATE = 11,
	LR_MESSAGE_CLIENT_TERMINATE = 12,
	LR_MESSAGE_EXCHANGE_RESULTS = 13,
	LR_MESSAGE_DISPLAY_RESULTS = 14,
	LR_MESSAGE_IPERF_DONE = 16,
} LrMessage;

/* Why the terms of a client are refused: the error numbers for which a stock client has words. */
typedef enum {
	LR_REFUSAL_DURATION = 5,
	LR_REFUSAL_STREAMS = 6,
	LR_REFUSAL_BLOCK = 7,
	LR_REFUSAL_UNIMPLEMENTED = 13,
	LR_REFUSAL_MALFORMED = 114,
	LR_REFUSAL_CONGESTION = 134,
} LrRefusal;

#define LR_REFUSAL_BYTES 9

/* What a client asks of the target. */
typedef struct {
	LrDirection direction;
	uint32_t n_streams; /* each way */
	int64_t duration_ns; /* without the omitted start; 0: until the client ends it */
	int64_t omit_ns;
	uint32_t block_bytes; /* written at once where the target sends */
	uint32_t window_bytes; /* socket buffers; 0: the kernel's choice */
	uint64_t send_limit_bytes; /* of all streams that the target sends; 0: unlimited */
	uint64_t rate_bytes_per_s; /* of each stream that the target sends; 0: unlimited */
	uint8_t tos;
	bool nodelay;
	char *congestion; /* NULL: the kernel's default */
} LrTerms;

/* What one stream came to. */
typedef struct {
	bool sent; /* by the target */
	uint64_t bytes;
	int64_t retransmits; /* -1 when it was received */
} LrStreamTally;

/* What a target tells of itself beside its results; clients that do not know it pass it over. */
typedef struct {
	char *version; /* of linerate; NULL when the target is another program */
	char *ifname; /* through which the client came; NULL when unknown */
	uint32_t link_mbps; /* of that interface; 0 when unknown */
	uint32_t n_cores; /* online, hyper-threads counted; 0 when unknown */
} LrTargetSelf;

typedef struct {
	double seconds;
	double cpu_user_percent; /* of one core, over the test */
	double cpu_system_percent;
	const char *congestion_used; /* borrowed */
	GArray *streams; /* of LrStreamTally, in the order of their connections; borrowed */
	const LrTargetSelf *self; /* NULL: nothing is told; borrowed */
} LrTally;

/* The results of a target as a client takes them. */
typedef struct {
	uint64_t bytes; /* of all streams */
	double cpu_percent; /* of one core, over the test; below 0 when it is not told */
	LrTargetSelf self;
} LrTargetReport;

bool lr_cookie_is_valid(const char cookie[LR_COOKIE_BYTES]);

/* The parameters of a client. With an error, *refusal tells what to answer. */
LrTerms *lr_terms_parse(const char *json, size_t length, int64_t max_duration_ns,
			LrRefusal *refusal, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void lr_terms_free(LrTerms *terms);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrTerms, lr_terms_free)

/* How many data connections the terms make, and which way the one at this place runs. In both
 * directions at once, stock clients connect those on which they send first. */
uint32_t lr_terms_connections(const LrTerms *terms);
bool lr_terms_target_sends(const LrTerms *terms, uint32_t index);

/* So long a client may be silent before it is given up. */
int64_t lr_terms_patience_ns(const LrTerms *terms);

void lr_refusal_pack(LrRefusal refusal, uint8_t bytes[LR_REFUSAL_BYTES]);

/* The results of either end: four bytes of length in network order, and the JSON. */
GByteArray *lr_tally_pack(const LrTally *tally);

/* What a client asks, packed likewise. Only direction, n_streams, duration_ns (whole seconds) and
 * block_bytes are told. */
GByteArray *lr_terms_pack(const LrTerms *terms);

LrTargetReport *lr_target_report_parse(const char *json, size_t length,
				       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void lr_target_report_free(LrTargetReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrTargetReport, lr_target_report_free)

/* Frees what the fields hold. */
void lr_target_self_clear(LrTargetSelf *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LrTargetSelf, lr_target_self_clear)
