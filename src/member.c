/* SPDX-License-Identifier: GPL-3.0-only */
#include "member.h"

#include <unistd.h>

#include "iperf-json.h"
#include "tcp-diag.h"
#include "units.h"

/* A worker that moved nothing for so long will not recover. Classic spanning tree keeps a port
 * blocked for 30 s after its carrier came back, and TCP's back-off at most doubles an outage. */
#define STALL_TIMEOUT_NS (60 * LR_NS_PER_SECOND)
/* Some versions of libiperf wait for good when their data connections were reset. */
#define MAX_UNSEEN 3

static void add_argument(GPtrArray *arguments, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void add_argument(GPtrArray *arguments, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_ptr_array_add(arguments, g_strdup_vprintf(format, args));
	va_end(args);
}

static GPtrArray *make_arguments(const LrCrewOrder *order, const LrPlanWorker *planned)
{
	GPtrArray *arguments = g_ptr_array_new_with_free_func(g_free);
	const LrRequest *request = order->request;

	add_argument(arguments, "--device=%s", order->nic->ifname);
	add_argument(arguments, "--address=%s", order->address);
	add_argument(arguments, "--port=%u", planned->port);
	add_argument(arguments, "--cpu=%u", planned->cpu);
	add_argument(arguments, "--duration=%" G_GINT64_FORMAT,
		     request->duration_ns / LR_NS_PER_SECOND);
	add_argument(arguments, "--block-bytes=%u", request->block_bytes);
	add_argument(arguments, "--connect-timeout-ms=%" G_GINT64_FORMAT,
		     request->connect_timeout_ns / LR_NS_PER_MS);
	add_argument(arguments, "--parent=%d", (int)getpid());
	if (order->congestion != NULL)
		add_argument(arguments, "--congestion=%s", order->congestion);
	if (planned->direction == LR_REVERSE)
		add_argument(arguments, "--reverse");
	return arguments;
}

void lr_member_start(LrMember *member, const LrCrewOrder *order, const LrPlanWorker *planned,
		     LrRun *run)
{
	g_autoptr(GPtrArray) arguments = make_arguments(order, planned);
	g_autoptr(GError) error = NULL;

	member->result = lr_worker_result_new();
	member->result->cpu = planned->cpu;
	member->result->port = planned->port;
	member->result->target = g_strdup(order->address);
	member->result->direction = planned->direction;
	g_ptr_array_add(run->workers, member->result);
	member->process = lr_worker_process_new(arguments, &error);
	if (member->process == NULL) {
		member->judged = true;
		member->result->end = LR_END_LOST;
		member->result->error = g_strdup_printf("could not be started: %s", error->message);
	}
}

void lr_member_clear(LrMember *member)
{
	lr_worker_process_free(member->process);
}

bool lr_member_is_running(const LrMember *member)
{
	return member->process != NULL && !lr_worker_process_has_ended(member->process);
}

static LrPhase phase_of(const LrMember *member, const LrCrewOrder *order)
{
	const LrWorkerResult *result = member->result;
	int64_t now_ns = g_get_monotonic_time() * 1000;

	if (result->start_ns != 0)
		return now_ns < result->start_ns + order->request->duration_ns ? LR_PHASE_DATA
									       : LR_PHASE_RESULTS;
	return lr_tcp_diag_count(order->nic->ifindex, order->address, result->port) > 1
		       ? LR_PHASE_AGREED
		       : LR_PHASE_START;
}

static void judge(LrMember *member, const LrCrewOrder *order)
{
	const char *report = lr_worker_process_report(member->process);
	uint32_t duration_s = (uint32_t)(order->request->duration_ns / LR_NS_PER_SECOND);

	member->judged = true;
	member->result->phase = phase_of(member, order);
	if (report != NULL) {
		lr_iperf_json_read(report, duration_s, 1, member->result);
		/* A report about silence is made only when there was a test. */
		if (member->result->end == LR_END_STALLED &&
		    member->result->phase == LR_PHASE_START)
			member->result->phase = LR_PHASE_AGREED;
	} else if (lr_worker_process_is_overfull(member->process)) {
		member->result->end = LR_END_PROTOCOL;
		member->result->error = g_strdup("the results are too large");
	} else {
		member->result->end = LR_END_LOST;
		member->result->error = lr_worker_process_end_dup(member->process);
	}
}

bool lr_member_drain(LrMember *member, const LrCrewOrder *order)
{
	if (!lr_member_is_running(member))
		return false;
	lr_worker_process_drain(member->process);
	if (lr_member_is_running(member) || member->judged)
		return false;
	judge(member, order);
	return true;
}

void lr_member_end(LrMember *member, const LrCrewOrder *order, LrWorkerEnd end, const char *why)
{
	if (!lr_member_is_running(member) || member->judged)
		return;
	member->judged = true;
	member->result->phase = phase_of(member, order);
	if (end == LR_END_STALLED && lr_worker_process_is_stopped(member->process)) {
		end = LR_END_LOST;
		why = "was stopped by a signal and did not go on";
	}
	member->result->end = end;
	member->result->error = g_strdup(why);
	lr_worker_process_kill(member->process);
}

void lr_member_see(LrMember *member, const LrFlow *flow, int64_t now_ns)
{
	uint64_t moved_bytes = flow != NULL ? flow->acked_bytes + flow->received_bytes : 0;

	member->n_unseen = flow == NULL && member->moved_at_ns != 0 ? member->n_unseen + 1 : 0;
	if (flow != NULL && (member->moved_at_ns == 0 || moved_bytes != member->moved_bytes)) {
		member->moved_bytes = moved_bytes;
		member->moved_at_ns = now_ns;
	}
}

const char *lr_member_doom(const LrMember *member, const LrCrewOrder *order, int64_t now_ns,
			   LrWorkerEnd *end)
{
	int64_t start_ns = member->result->start_ns;

	if (member->moved_at_ns != 0 && now_ns - member->moved_at_ns >= STALL_TIMEOUT_NS) {
		*end = LR_END_STALLED;
		return "no data moved for 60 s";
	}
	/* After its time they close as they should. */
	if (member->n_unseen >= MAX_UNSEEN && start_ns != 0 &&
	    now_ns < start_ns + order->request->duration_ns) {
		*end = LR_END_DIED;
		return "its data connections were closed";
	}
	return NULL;
}
