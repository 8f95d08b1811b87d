/* SPDX-License-Identifier: GPL-3.0-only */
#include "inspection.h"

#include <string.h>

#include "probe.h"
#include "route.h"
#include "sampler.h"
#include "trouble.h"
#include "units.h"

/* The first retransmission of a connection attempt comes after one second (RFC 6298). */
#define PROBE_TIMEOUT_NS (2 * LR_NS_PER_SECOND)

static GSocketFamily family_of(const char *address)
{
	return strchr(address, ':') != NULL ? G_SOCKET_FAMILY_IPV6 : G_SOCKET_FAMILY_IPV4;
}

static LrAftermath *look(const LrTrial *trial)
{
	const LrNic *nic = trial->result->nic;
	const GArray *workers = trial->result->plan->workers;
	g_autoptr(LrSample) sample = lr_sampler_take(nic->ifindex);
	LrAftermath *after = lr_aftermath_new(nic->ifname);

	after->gone = sample->gone;
	after->carrier = sample->carrier;
	after->has_address = lr_route_has_address(nic->ifindex, family_of(trial->address), true);
	if (!after->gone)
		after->answer = lr_probe_target(nic->ifindex, trial->address,
						g_array_index(workers, LrPlanWorker, 0).port,
						PROBE_TIMEOUT_NS, &after->elsewhere);
	return after;
}

LrCause *lr_inspection_cause(const LrTrial *trial, const LrRun *run)
{
	g_autoptr(LrAftermath) after = lr_trouble_is_silence(run) ? look(trial) : NULL;

	return lr_trouble_of_run(run, after);
}
