/* SPDX-License-Identifier: GPL-3.0-only */
#include "crew.h"

#include <unistd.h>

#include "iperf-json.h"
#include "sampler.h"
#include "tcp-diag.h"
#include "units.h"
#include "worker-process.h"

/* A process must be started and pinned within this; seconds only on a machine that swaps. */
#define READY_TIMEOUT_NS (10 * LR_NS_PER_SECOND)
/* Between the TCP connection and the first byte lie three exchanges of messages. */
#define HANDSHAKE_TIMEOUT_NS (10 * LR_NS_PER_SECOND)
/* After its time a worker waits until the receiver has emptied the path and sent its results. */
#define RESULTS_TIMEOUT_NS (20 * LR_NS_PER_SECOND)
/* The others may still say why they cannot go on either before they are ended. */
#define GRACE_NS (500 * LR_NS_PER_MS)
/* How finely the first byte of a worker is seen. */
#define START_POLL_NS (5 * LR_NS_PER_MS)
#define SAMPLE_NS LR_NS_PER_SECOND

typedef enum {
	STAGE_GATHER, /* workers start and come to the gate */
	STAGE_START,  /* the gate is open; not all move data yet */
	STAGE_DATA,   /* all move data, or have done so */
} Stage;

typedef struct {
	LrWorkerProcess *process; /* NULL when none could be made */
	LrWorkerResult *result; /* borrowed from the run */
	bool judged;
} Member;

typedef struct {
	const LrCrewOrder *order;
	LrRun *run;
	Member *members;
	guint n_members;
	Stage stage;
	int64_t stage_deadline_ns;
	int64_t abort_at_ns; /* 0: no reason to */
	int64_t next_sample_ns;
} Crew;

static int64_t now_ns(void)
{
	return g_get_monotonic_time() * 1000;
}

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

	add_argument(arguments, "--device=%s", order->ifname);
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
	if (request->direction == LR_REVERSE)
		add_argument(arguments, "--reverse");
	return arguments;
}

static void start_member(Crew *crew, Member *member, const LrPlanWorker *planned)
{
	g_autoptr(GPtrArray) arguments = make_arguments(crew->order, planned);
	g_autoptr(GError) error = NULL;

	member->result = lr_worker_result_new();
	member->result->cpu = planned->cpu;
	member->result->port = planned->port;
	member->result->target = g_strdup(crew->order->address);
	member->result->direction = crew->order->request->direction;
	g_ptr_array_add(crew->run->workers, member->result);
	member->process = lr_worker_process_new(arguments, &error);
	if (member->process == NULL) {
		member->judged = true;
		member->result->end = LR_END_LOST;
		member->result->error = g_strdup_printf("could not be started: %s", error->message);
	}
}

static bool is_running(const Member *member)
{
	return member->process != NULL && !lr_worker_process_has_ended(member->process);
}

static bool any_running(const Crew *crew)
{
	for (guint i = 0; i < crew->n_members; i++) {
		if (is_running(&crew->members[i]))
			return true;
	}
	return false;
}

static LrPhase phase_of(const Crew *crew, const Member *member, int64_t at_ns)
{
	if (member->result->start_ns == 0)
		return LR_PHASE_START;
	return at_ns < member->result->start_ns + crew->order->request->duration_ns ?
		       LR_PHASE_DATA :
		       LR_PHASE_RESULTS;
}

/* Ends every worker that still runs and says so of it. */
static void end_all(Crew *crew, LrWorkerEnd end, const char *why)
{
	for (guint i = 0; i < crew->n_members; i++) {
		Member *member = &crew->members[i];

		if (!is_running(member) || member->judged)
			continue;
		member->judged = true;
		member->result->end = end;
		member->result->phase = phase_of(crew, member, now_ns());
		member->result->error = g_strdup(why);
		lr_worker_process_kill(member->process);
	}
}

/* What became of a worker that has ended by itself. */
static void judge(Crew *crew, Member *member)
{
	const char *report = lr_worker_process_report(member->process);
	int64_t duration_ns = crew->order->request->duration_ns;

	member->judged = true;
	member->result->phase = phase_of(crew, member, now_ns());
	if (report != NULL) {
		lr_iperf_json_read(report, (uint32_t)(duration_ns / LR_NS_PER_SECOND), 1,
				   member->result);
	} else {
		member->result->end = LR_END_LOST;
		member->result->error = lr_worker_process_end_dup(member->process);
	}
	if (member->result->end != LR_END_OK && crew->abort_at_ns == 0)
		crew->abort_at_ns = now_ns() + GRACE_NS;
}

static void drain_all(Crew *crew)
{
	for (guint i = 0; i < crew->n_members; i++) {
		Member *member = &crew->members[i];

		if (!is_running(member))
			continue;
		lr_worker_process_drain(member->process);
		if (lr_worker_process_has_ended(member->process) && !member->judged)
			judge(crew, member);
	}
}

static LrSample *take_sample(Crew *crew)
{
	const GArray *planned = crew->order->plan->workers;
	uint16_t first = g_array_index(planned, LrPlanWorker, 0).port;
	uint16_t last = g_array_index(planned, LrPlanWorker, planned->len - 1).port;
	LrSample *sample = lr_sampler_take(crew->order->ifname);
	GArray *flows = lr_tcp_diag_flows(crew->order->ifindex, crew->order->address, first, last);

	if (flows != NULL) {
		g_array_unref(sample->flows);
		sample->flows = flows;
	}
	g_ptr_array_add(crew->run->samples, sample);
	return sample;
}

static void sample_when_due(Crew *crew)
{
	if (now_ns() < crew->next_sample_ns)
		return;
	take_sample(crew);
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
		if (is_running(&crew->members[i]) &&
		    !lr_worker_process_is_ready(crew->members[i].process))
			return;
	}
	take_sample(crew);
	crew->run->gate_ns = now_ns();
	crew->next_sample_ns = crew->run->gate_ns + SAMPLE_NS;
	for (guint i = 0; i < crew->n_members; i++) {
		if (is_running(&crew->members[i]))
			lr_worker_process_let_go(crew->members[i].process);
	}
	enter_stage(crew, STAGE_START,
		    crew->order->request->connect_timeout_ns + HANDSHAKE_TIMEOUT_NS);
}

static bool has_flow(const GArray *flows, uint16_t port)
{
	for (guint i = 0; i < flows->len; i++) {
		if (g_array_index(flows, LrFlow, i).port == port)
			return true;
	}
	return false;
}

/* Notes the first byte of each worker; all at once when the kernel cannot tell. */
static void look_for_starts(Crew *crew)
{
	const GArray *planned = crew->order->plan->workers;
	uint16_t first = g_array_index(planned, LrPlanWorker, 0).port;
	uint16_t last = g_array_index(planned, LrPlanWorker, planned->len - 1).port;
	g_autoptr(GArray) flows =
		lr_tcp_diag_flows(crew->order->ifindex, crew->order->address, first, last);
	int64_t seen_ns = now_ns();
	bool all = true;

	for (guint i = 0; i < crew->n_members; i++) {
		LrWorkerResult *result = crew->members[i].result;

		if (flows == NULL)
			result->start_ns = crew->run->gate_ns;
		else if (result->start_ns == 0 && has_flow(flows, result->port))
			result->start_ns = seen_ns;
		if (result->start_ns == 0 && is_running(&crew->members[i]))
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
}

static int poll_timeout_ms(const Crew *crew)
{
	int64_t until_ns = crew->stage_deadline_ns;

	if (crew->stage == STAGE_START)
		return START_POLL_NS / LR_NS_PER_MS;
	if (crew->stage == STAGE_DATA)
		until_ns = MIN(until_ns, crew->next_sample_ns);
	if (crew->abort_at_ns != 0)
		until_ns = MIN(until_ns, crew->abort_at_ns);
	return (int)((MAX(until_ns - now_ns(), 0) + LR_NS_PER_MS - 1) / LR_NS_PER_MS);
}

/* Waits for the next thing to do; false when the run must be broken off. */
static bool wait_for_event(const Crew *crew)
{
	g_autofree GPollFD *fds = g_new0(GPollFD, crew->n_members + 1);
	guint n_fds = 0;

	for (guint i = 0; i < crew->n_members; i++) {
		if (is_running(&crew->members[i]))
			fds[n_fds++] = (GPollFD){ lr_worker_process_fd(crew->members[i].process),
						  G_IO_IN | G_IO_HUP, 0 };
	}
	/* A negative descriptor is passed over by poll(2). */
	fds[n_fds++] = (GPollFD){ crew->order->stop_fd, G_IO_IN, 0 };
	g_poll(fds, n_fds, poll_timeout_ms(crew));
	return fds[n_fds - 1].revents == 0;
}

static void crew_clear(Crew *crew)
{
	for (guint i = 0; i < crew->n_members; i++)
		lr_worker_process_free(crew->members[i].process);
	g_free(crew->members);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Crew, crew_clear)

LrRun *lr_crew_run(const LrCrewOrder *order)
{
	const GArray *planned = order->plan->workers;
	g_autoptr(LrRun) run = lr_run_new();
	g_auto(Crew) crew = { .order = order,
			      .run = run,
			      .members = g_new0(Member, planned->len),
			      .n_members = planned->len };

	for (guint i = 0; i < planned->len; i++)
		start_member(&crew, &crew.members[i], &g_array_index(planned, LrPlanWorker, i));
	enter_stage(&crew, STAGE_GATHER, READY_TIMEOUT_NS);
	while (any_running(&crew)) {
		if (!wait_for_event(&crew))
			end_all(&crew, LR_END_ABORTED, "broken off");
		drain_all(&crew);
		advance(&crew);
	}
	take_sample(&crew);
	lr_run_sum(run);
	return g_steal_pointer(&run);
}
