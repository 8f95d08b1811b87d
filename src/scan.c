/* SPDX-License-Identifier: GPL-3.0-only */
#include "scan.h"

#include "await.h"
#include "crew.h"
#include "resolver.h"
#include "inspection.h"
#include "trouble.h"
#include "units.h"
#include "way.h"

#define FIRST_BACKOFF_NS LR_NS_PER_SECOND
#define MAX_BACKOFF_NS	 (30 * LR_NS_PER_SECOND)
/* A server that ends another's test drops its queue within a moment. */
#define MAX_TURNED_AWAY 3
#define TURNED_AWAY_NS	LR_NS_PER_SECOND
/* glibc asks each name server for 5 s, twice; one that is there answers in a fraction of that. */
#define RESOLVE_TIMEOUT_NS (10 * LR_NS_PER_SECOND)

/* Time to try again in. */
typedef struct {
	int64_t deadline_ns;
	int64_t backoff_ns;
} Patience;

static void relay_sample(const LrRun *run, void *data)
{
	const LrTrial *trial = data;

	if (trial->hooks->sampled != NULL)
		trial->hooks->sampled(trial->result, run, trial->result->runs->len,
				      trial->hooks->data);
}

static LrRun *run_crew(LrTrial *trial)
{
	const LrResult *result = trial->result;
	const LrCrewOrder order = {
		.nic = result->nic,
		.address = trial->address,
		.plan = result->plan,
		.request = result->request,
		.congestion = trial->congestion,
		.stop_fd = trial->hooks->stop_fd,
		.watch = relay_sample,
		.watch_data = trial,
	};

	return lr_crew_run(&order);
}

/* Goes on with the ports that answer. */
static void drop_ports(LrTrial *trial, const GArray *missing)
{
	GArray *workers = trial->result->plan->workers;

	for (guint i = workers->len; i-- > 0;) {
		uint16_t port = g_array_index(workers, LrPlanWorker, i).port;

		for (guint k = 0; k < missing->len; k++) {
			if (g_array_index(missing, uint16_t, k) == port) {
				g_array_remove_index(workers, i);
				g_array_append_val(trial->result->missing_ports, port);
				break;
			}
		}
	}
	lr_plan_set_directions(workers, trial->result->request->direction);
}

/* Whether the run belongs into the result. What was measured until somebody stopped it is worth
 * keeping too. */
static bool is_worth_keeping(const LrRun *run, bool stopped)
{
	return !lr_trouble_run_never_began(run) || (stopped && lr_trouble_run_moved_data(run));
}

static void note_missing_ports(LrTrial *trial, const GArray *missing)
{
	g_autofree char *ports = lr_trouble_ports_dup(missing);

	lr_trial_add_attempt(trial,
			     lr_cause_new(LR_CAUSE_PORTS_MISSING, "%s does not serve port %s",
					  trial->address, ports));
	lr_trial_begin_attempt(trial);
	drop_ports(trial, missing);
}

/* One run against the target in use. NULL when it was measured, for good or ill, and is in the
 * result; else why it did not even begin. */
static LrCause *try_run(LrTrial *trial)
{
	for (guint n_turned_away = 0;;) {
		g_autoptr(LrRun) run = run_crew(trial);
		g_autoptr(GArray) missing = lr_trouble_missing_ports(run);
		bool stopped = lr_trial_is_stopped(trial);
		LrCause *cause;

		if (is_worth_keeping(run, stopped)) {
			g_ptr_array_add(trial->result->runs, g_steal_pointer(&run));
			return NULL;
		}
		if (stopped)
			return lr_trial_broken_off();
		if (missing->len > 0) {
			note_missing_ports(trial, missing);
			continue;
		}
		cause = lr_inspection_cause(trial, run);
		if (!lr_trouble_is_turned_away(run) || n_turned_away++ == MAX_TURNED_AWAY)
			return cause;
		lr_trial_add_attempt(trial, cause);
		if (!lr_await_pause(TURNED_AWAY_NS, trial->hooks->stop_fd))
			return lr_trial_broken_off();
		lr_trial_begin_attempt(trial);
	}
}

/* NULL when the first run was measured against this address; else the cause, borrowed from the
 * attempt. */
static const LrCause *try_address(LrTrial *trial, GInetAddress *address)
{
	LrCause *cause;

	lr_trial_begin_attempt(trial);
	cause = lr_way_check(trial->result->nic, trial->target, address);
	g_free(trial->address);
	trial->address = lr_way_address_dup(trial->result->nic, address);
	if (cause == NULL) {
		lr_trial_make_plan(trial, trial->target->base_port);
		g_array_set_size(trial->result->missing_ports, 0);
		cause = try_run(trial);
	}
	return lr_trial_add_attempt(trial, cause);
}

/* NULL when the first run was measured against one of the target's addresses; else the cause that
 * gives most hope, borrowed from its attempt. */
static const LrCause *try_target(LrTrial *trial, const LrTarget *target)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) addresses = NULL;
	const LrCause *best = NULL;

	trial->target = target;
	lr_trial_begin_attempt(trial);
	addresses =
		lr_resolver_lookup(target->host, RESOLVE_TIMEOUT_NS, trial->hooks->stop_fd, &error);
	if (addresses == NULL) {
		g_clear_pointer(&trial->address, g_free);
		return lr_trial_add_attempt(trial,
					    lr_trial_is_stopped(trial)
						    ? lr_trial_broken_off()
						    : lr_cause_new(LR_CAUSE_TARGET_UNRESOLVABLE,
								   "%s has no address: %s",
								   target->host, error->message));
	}
	for (guint i = 0; i < addresses->len; i++) {
		const LrCause *cause = try_address(trial, addresses->pdata[i]);

		if (cause == NULL || lr_trial_is_stopped(trial))
			return cause;
		best = lr_trouble_more_hopeful(best, cause);
	}
	return best;
}

/* Half to one and a half of the time, so that machines which were turned away together do not come
 * back together. */
static int64_t with_jitter(int64_t ns)
{
	return ns / 2 + (int64_t)(g_random_double() * (double)ns);
}

/* Waits before the next try; false when there is to be none. */
static bool wait_again(const LrTrial *trial, Patience *patience)
{
	int64_t left_ns = patience->deadline_ns - lr_trial_now_ns();

	if (left_ns <= 0 || lr_trial_is_stopped(trial))
		return false;
	lr_trial_say(trial, "trying again for another %.0f s", lr_seconds_from_ns(left_ns));
	if (!lr_await_pause(MIN(with_jitter(patience->backoff_ns), left_ns), trial->hooks->stop_fd))
		return false;
	patience->backoff_ns = MIN(2 * patience->backoff_ns, MAX_BACKOFF_NS);
	return true;
}

static LrCause *why_not(const LrTrial *trial, const LrCause *cause)
{
	return lr_trial_is_stopped(trial) ? lr_trial_broken_off() : lr_cause_copy(cause);
}

LrCause *lr_scan_first_run(LrTrial *trial)
{
	const LrRequest *request = trial->result->request;
	Patience patience = { lr_trial_now_ns() + request->scan_timeout_ns, FIRST_BACKOFF_NS };
	const LrCause *best;

	do {
		best = NULL;
		for (guint i = 0; i < request->targets->len; i++) {
			const LrCause *cause = try_target(trial, request->targets->pdata[i]);

			if (cause == NULL)
				return NULL;
			best = lr_trouble_more_hopeful(best, cause);
			if (lr_trial_is_stopped(trial))
				return lr_trial_broken_off();
		}
	} while (lr_trouble_may_pass(best) && wait_again(trial, &patience));
	return why_not(trial, best);
}

/* A server needs a moment between two clients, and another machine may come in between. */
LrCause *lr_scan_next_run(LrTrial *trial)
{
	Patience patience = { lr_trial_now_ns() + trial->result->request->scan_timeout_ns,
			      FIRST_BACKOFF_NS / 4 };
	const LrCause *cause;

	do {
		LrCause *why;

		lr_trial_begin_attempt(trial);
		why = try_run(trial);
		if (why == NULL)
			return NULL;
		cause = lr_trial_add_attempt(trial, why);
	} while (lr_trouble_may_pass(cause) && wait_again(trial, &patience));
	return why_not(trial, cause);
}
