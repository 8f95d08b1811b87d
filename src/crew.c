/* SPDX-License-Identifier: GPL-3.0-only */
#include "crew.h"

#include "member.h"
#include "sampler.h"
#include "surveyor.h"
#include "tcp-diag.h"
#include "thread-times.h"
#include "units.h"

/* A process must be started and pinned within this; seconds only on a machine that swaps. */
#define READY_TIMEOUT_NS (10 * LR_NS_PER_SECOND)
/* Between the TCP connection and the first byte lie three exchanges of messages. */
#define HANDSHAKE_TIMEOUT_NS (10 * LR_NS_PER_SECOND)
/* After its time a worker waits until the receiver has emptied the path and sent its results. */
#define RESULTS_TIMEOUT_NS (20 * LR_NS_PER_SECOND)
/* A killed process goes at once, unless the kernel is stuck in a driver on its behalf. */
#define KILL_TIMEOUT_NS (5 * LR_NS_PER_SECOND)
/* The others may still say why they cannot go on either before they are ended. */
#define GRACE_NS (500 * LR_NS_PER_MS)
/* How finely the first byte of a worker is seen. */
#define START_POLL_NS (5 * LR_NS_PER_MS)
#define SAMPLE_NS     LR_NS_PER_SECOND

typedef enum {
	STAGE_GATHER, /* workers start and come to the gate */
	STAGE_START, /* the gate is open; not all move data yet */
	STAGE_DATA, /* all move data, or have done so */
} Stage;

typedef struct {
	const LrCrewOrder *order;
	LrRun *run;
	LrKernelLog *kernel_log;
	LrMember *members;
	guint n_members;
	Stage stage;
	int64_t stage_deadline_ns;
	int64_t abort_at_ns; /* 0: no reason to */
	int64_t killed_at_ns; /* 0: not yet */
	int64_t next_sample_ns;
} Crew;

static int64_t now_ns(void)
{
	return g_get_monotonic_time() * 1000;
}

static bool any_running(const Crew *crew)
{
	for (guint i = 0; i < crew->n_members; i++) {
		if (lr_member_is_running(&crew->members[i]))
			return true;
	}
	return false;
}

/* Ends every worker that still runs and says so of it. */
static void end_all(Crew *crew, LrWorkerEnd end, const char *why)
{
	for (guint i = 0; i < crew->n_members; i++)
		lr_member_end(&crew->members[i], crew->order, end, why);
	if (crew->killed_at_ns == 0)
		crew->killed_at_ns = now_ns();
}

static void drain_all(Crew *crew)
{
	for (guint i = 0; i < crew->n_members; i++) {
		if (lr_member_drain(&crew->members[i], crew->order) &&
		    crew->members[i].result->end != LR_END_OK && crew->abort_at_ns == 0)
			crew->abort_at_ns = now_ns() + GRACE_NS;
	}
}

static GArray *look_at_flows(const Crew *crew)
{
	const GArray *planned = crew->order->plan->workers;
	uint16_t first = g_array_index(planned, LrPlanWorker, 0).port;
	uint16_t last = g_array_index(planned, LrPlanWorker, planned->len - 1).port;

	return lr_tcp_diag_flows(crew->order->nic->ifindex, crew->order->address, first, last);
}

static const LrFlow *find_flow(const GArray *flows, uint16_t port)
{
	for (guint i = 0; i < flows->len; i++) {
		if (g_array_index(flows, LrFlow, i).port == port)
			return &g_array_index(flows, LrFlow, i);
	}
	return NULL;
}

static void add_worker_times(const Crew *crew, LrSample *sample)
{
	for (guint i = 0; i < crew->n_members; i++) {
		const LrMember *member = &crew->members[i];
		LrWorkerTime time = { .port = member->result->port };

		if (lr_member_is_running(member) &&
		    lr_thread_times_get(lr_worker_process_pid(member->process), &time.run_ns,
					&time.wait_ns))
			g_array_append_val(sample->worker_times, time);
	}
}

static void take_survey(Crew *crew)
{
	g_ptr_array_add(crew->run->surveys,
			lr_surveyor_take(crew->order->nic, crew->run, crew->kernel_log));
}

static LrSample *take_sample(const Crew *crew)
{
	LrSample *sample = lr_sampler_take(crew->order->nic->ifindex);
	GArray *flows = look_at_flows(crew);

	if (flows != NULL) {
		g_array_unref(sample->flows);
		sample->flows = flows;
	}
	add_worker_times(crew, sample);
	return sample;
}

/* Ends the run when it can only waste time. */
static void watch_for_stalls(Crew *crew, const LrSample *sample)
{
	for (guint i = 0; i < crew->n_members; i++) {
		LrMember *member = &crew->members[i];
		const char *doom;
		LrWorkerEnd end;

		if (!lr_member_is_running(member))
			continue;
		lr_member_see(member, find_flow(sample->flows, member->result->port),
			      sample->at_ns);
		doom = lr_member_doom(member, crew->order, sample->at_ns, &end);
		if (doom != NULL) {
			lr_member_end(member, crew->order, end, doom);
			end_all(crew, LR_END_ABORTED,
				"ended because another worker could not go on");
		}
	}
	if (sample->gone)
		end_all(crew, LR_END_STALLED, "the interface vanished");
}

static void sample_when_due(Crew *crew)
{
	LrSample *sample;

	if (now_ns() < crew->next_sample_ns)
		return;
	sample = take_sample(crew);
	watch_for_stalls(crew, sample);
	lr_run_add_sample(crew->run, sample);
	if (crew->run->surveys->len == 1 &&
	    now_ns() >= crew->run->gate_ns + crew->order->request->duration_ns / 2)
		take_survey(crew);
	/* On the beat of the gate, so that a late sample does not move the ones behind it. */
	while (crew->next_sample_ns <= now_ns())
		crew->next_sample_ns += SAMPLE_NS;
	if (crew->order->watch != NULL)
		crew->order->watch(crew->run, crew->order->watch_data);
}

static void enter_stage(Crew *crew, Stage stage, int64_t timeout_ns)
{
	crew->stage = stage;
	crew->stage_deadline_ns = now_ns() + timeout_ns;
}

/* Opens the gate as soon as every worker stands there. */
static void gather(Crew *crew)
{
	if (crew->abort_at_ns != 0)
		return;
	for (guint i = 0; i < crew->n_members; i++) {
		if (lr_member_is_running(&crew->members[i]) &&
		    !lr_worker_process_is_ready(crew->members[i].process))
			return;
	}
	take_survey(crew);
	lr_run_add_sample(crew->run, take_sample(crew));
	crew->run->gate_ns = now_ns();
	crew->next_sample_ns = crew->run->gate_ns + SAMPLE_NS;
	for (guint i = 0; i < crew->n_members; i++) {
		if (lr_member_is_running(&crew->members[i]))
			lr_worker_process_let_go(crew->members[i].process);
	}
	enter_stage(crew, STAGE_START,
		    crew->order->request->connect_timeout_ns + HANDSHAKE_TIMEOUT_NS);
}

/* Notes the first byte of each worker; all at once when the kernel cannot tell. */
static void look_for_starts(Crew *crew)
{
	g_autoptr(GArray) flows = look_at_flows(crew);
	int64_t seen_ns = now_ns();
	bool all = true;

	for (guint i = 0; i < crew->n_members; i++) {
		LrWorkerResult *result = crew->members[i].result;

		if (flows == NULL)
			result->start_ns = crew->run->gate_ns;
		else if (result->start_ns == 0 && find_flow(flows, result->port) != NULL)
			result->start_ns = seen_ns;
		if (result->start_ns == 0 && lr_member_is_running(&crew->members[i]))
			all = false;
	}
	if (all)
		enter_stage(crew, STAGE_DATA,
			    crew->order->request->duration_ns + RESULTS_TIMEOUT_NS);
}

static const char *stage_timeout_text(const Crew *crew)
{
	switch (crew->stage) {
	case STAGE_GATHER:
		return "did not start in time";
	case STAGE_START:
		return "connected, but no data flowed";
	default:
		return "did not end in time: the results never came";
	}
}

static void advance(Crew *crew)
{
	if (crew->stage == STAGE_GATHER)
		gather(crew);
	else
		sample_when_due(crew);
	if (crew->stage == STAGE_START)
		look_for_starts(crew);
	if (now_ns() >= crew->stage_deadline_ns)
		end_all(crew, crew->stage == STAGE_GATHER ? LR_END_LOST : LR_END_STALLED,
			stage_timeout_text(crew));
	if (crew->abort_at_ns != 0 && now_ns() >= crew->abort_at_ns)
		end_all(crew, LR_END_ABORTED, "ended because another worker could not go on");
	if (crew->killed_at_ns != 0 && now_ns() >= crew->killed_at_ns + KILL_TIMEOUT_NS) {
		for (guint i = 0; i < crew->n_members; i++)
			lr_worker_process_abandon(crew->members[i].process);
	}
}

static int poll_timeout_ms(const Crew *crew)
{
	int64_t until_ns = crew->stage_deadline_ns;

	if (crew->stage == STAGE_START)
		return START_POLL_NS / LR_NS_PER_MS;
	if (crew->stage == STAGE_DATA)
		until_ns = MIN(until_ns, crew->next_sample_ns);
	if (crew->killed_at_ns != 0)
		until_ns = crew->killed_at_ns + KILL_TIMEOUT_NS;
	else if (crew->abort_at_ns != 0)
		until_ns = MIN(until_ns, crew->abort_at_ns);
	return (int)((MAX(until_ns - now_ns(), 0) + LR_NS_PER_MS - 1) / LR_NS_PER_MS);
}

/* Waits for the next thing to do; false when the run must be broken off. */
static bool wait_for_event(const Crew *crew)
{
	g_autofree GPollFD *fds = g_new0(GPollFD, crew->n_members + 1);
	guint n_fds = 0;

	for (guint i = 0; i < crew->n_members; i++) {
		if (lr_member_is_running(&crew->members[i]))
			fds[n_fds++] = (GPollFD){ lr_worker_process_fd(crew->members[i].process),
						  G_IO_IN | G_IO_HUP, 0 };
	}
	/* A negative descriptor is passed over by poll(2). */
	fds[n_fds++] = (GPollFD){ crew->killed_at_ns == 0 ? crew->order->stop_fd : -1, G_IO_IN, 0 };
	g_poll(fds, n_fds, poll_timeout_ms(crew));
	return fds[n_fds - 1].revents == 0;
}

static void crew_clear(Crew *crew)
{
	for (guint i = 0; i < crew->n_members; i++)
		lr_member_clear(&crew->members[i]);
	g_free(crew->members);
	lr_kernel_log_free(crew->kernel_log);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Crew, crew_clear)

LrRun *lr_crew_run(const LrCrewOrder *order)
{
	const GArray *planned = order->plan->workers;
	g_autoptr(LrRun) run = lr_run_new();
	g_auto(Crew) crew = { .order = order,
			      .run = run,
			      .kernel_log = lr_kernel_log_new(),
			      .members = g_new0(LrMember, planned->len),
			      .n_members = planned->len };

	for (guint i = 0; i < planned->len; i++)
		lr_member_start(&crew.members[i], order, &g_array_index(planned, LrPlanWorker, i),
				run);
	enter_stage(&crew, STAGE_GATHER, READY_TIMEOUT_NS);
	while (any_running(&crew)) {
		if (!wait_for_event(&crew))
			end_all(&crew, LR_END_ABORTED, "broken off");
		drain_all(&crew);
		advance(&crew);
	}
	g_ptr_array_add(run->samples, take_sample(&crew));
	take_survey(&crew);
	lr_run_sum(run);
	return g_steal_pointer(&run);
}
