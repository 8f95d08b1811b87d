/* SPDX-License-Identifier: GPL-3.0-only */
#include "readiness.h"

#include "await.h"
#include "hwloc-cores.h"
#include "probe.h"
#include "resolver.h"
#include "route.h"
#include "sampler.h"
#include "udev-nics.h"
#include "units.h"
#include "way.h"

/* glibc asks each name server for 5 s, twice; one that is there answers in a fraction of that. */
#define RESOLVE_TIMEOUT_NS (10 * LR_NS_PER_SECOND)
#define RESOLVE_AGAIN_NS   (2 * LR_NS_PER_SECOND)

/* The waiting for a way to any of the targets. */
typedef struct {
	LrTrial *trial;
	int64_t deadline_ns;
	GPtrArray **addresses; /* of each target, an array of GInetAddress; NULL while unresolved */
	bool *unanswered; /* of each target: no name server was to be had */
	int64_t resolve_at_ns; /* not before */
	bool hopeful; /* something of what is missing may come by waiting */
	bool said;
} Search;

/* The facts about the interface, as they are now. */
static LrCause *look_at_interface(LrTrial *trial)
{
	const LrRequest *request = trial->result->request;
	g_autoptr(GError) error = NULL;
	LrNic *nic = lr_udev_nics_get(request->ifname, (const char *const *)request->allow_virtual,
				      &error);

	lr_nic_free(trial->result->nic);
	trial->result->nic = nic != NULL ? nic : lr_nic_new(request->ifname);
	return nic != NULL ? NULL : lr_cause_new(LR_CAUSE_NO_SUCH_INTERFACE, "%s", error->message);
}

static LrCause *check_permission(const LrTrial *trial)
{
	g_autoptr(GError) error = NULL;

	if (lr_probe_may_bind(trial->result->nic->ifname, &error))
		return NULL;
	return lr_cause_new(LR_CAUSE_NO_PERMISSION, "%s", error->message);
}

static bool has_carrier(void *data)
{
	const LrNic *nic = data;

	return lr_sampler_carrier(nic->ifname) == LR_YES;
}

static LrCause *await_carrier(const LrTrial *trial, int64_t deadline_ns)
{
	LrNic *nic = trial->result->nic;
	int64_t left_ns = MAX(deadline_ns - lr_trial_now_ns(), 0);
	bool down = lr_sampler_carrier(nic->ifname) == LR_UNKNOWN;
	g_autoptr(LrCause) cause =
		lr_cause_new(LR_CAUSE_NO_LINK, "%s %s", nic->ifname,
			     down ? "is down" : "has no carrier: nothing at the other end");
	LrAwaited awaited;

	if (!has_carrier(nic) && left_ns > 0)
		lr_trial_say(trial, "%s; waiting up to %.0f s", cause->message,
			     lr_seconds_from_ns(left_ns));
	awaited = lr_await(has_carrier, nic, left_ns, trial->hooks->stop_fd);
	if (awaited == LR_AWAIT_HOLDS)
		return NULL;
	lr_cause_add_number(cause, "waited_seconds", lr_seconds_from_ns(left_ns));
	return awaited == LR_AWAIT_STOPPED ? lr_trial_broken_off() : g_steal_pointer(&cause);
}

static void resolve(Search *search, guint i)
{
	const LrTrial *trial = search->trial;
	const LrTarget *target = trial->result->request->targets->pdata[i];
	g_autoptr(GError) error = NULL;

	search->addresses[i] =
		lr_resolver_lookup(target->host, RESOLVE_TIMEOUT_NS, trial->hooks->stop_fd, &error);
	search->unanswered[i] = error != NULL && lr_resolver_may_answer_later(error);
}

/* Whether there is a way to this address now. */
static bool check_address(Search *search, guint i, GInetAddress *address)
{
	const LrResult *result = search->trial->result;
	g_autoptr(LrCause) cause =
		lr_way_check(result->nic, result->request->targets->pdata[i], address);

	if (cause == NULL)
		return true;
	if (lr_way_may_open(cause)) {
		search->hopeful = true;
		if (!search->said)
			lr_trial_say(search->trial, "%s; waiting up to %.0f s", cause->message,
				     lr_seconds_from_ns(
					     MAX(search->deadline_ns - lr_trial_now_ns(), 0)));
		search->said = true;
	}
	return false;
}

/* There is a way, or it makes no sense to wait for one. */
static bool has_way(void *data)
{
	Search *search = data;
	guint n_targets = search->trial->result->request->targets->len;
	bool ask = lr_trial_now_ns() >= search->resolve_at_ns;

	search->hopeful = false;
	for (guint i = 0; i < n_targets; i++) {
		if (search->addresses[i] == NULL && ask)
			resolve(search, i);
		search->hopeful = search->hopeful || search->unanswered[i];
		for (guint k = 0; search->addresses[i] != NULL && k < search->addresses[i]->len;
		     k++) {
			if (check_address(search, i, search->addresses[i]->pdata[k]))
				return true;
		}
	}
	if (ask)
		search->resolve_at_ns = lr_trial_now_ns() + RESOLVE_AGAIN_NS;
	return !search->hopeful;
}

static LrCause *await_way(LrTrial *trial, int64_t deadline_ns)
{
	guint n_targets = trial->result->request->targets->len;
	Search search = { .trial = trial,
			  .deadline_ns = deadline_ns,
			  .addresses = g_new0(GPtrArray *, n_targets),
			  .unanswered = g_new0(bool, n_targets) };
	LrAwaited awaited = lr_await(has_way, &search, MAX(deadline_ns - lr_trial_now_ns(), 0),
				     trial->hooks->stop_fd);

	for (guint i = 0; i < n_targets; i++)
		g_clear_pointer(&search.addresses[i], g_ptr_array_unref);
	g_free(search.addresses);
	g_free(search.unanswered);
	return awaited == LR_AWAIT_STOPPED ? lr_trial_broken_off() : NULL;
}

/* The interface as such, whatever it is connected to. */
static LrCause *check_interface(LrTrial *trial)
{
	LrResult *result = trial->result;
	g_autoptr(GError) error = NULL;
	LrCause *cause = look_at_interface(trial);

	if (cause != NULL)
		return cause;
	trial->cores = lr_hwloc_cores_load(result->nic, &error);
	if (trial->cores == NULL)
		return lr_cause_new(LR_CAUSE_NOT_TESTABLE, "%s", error->message);
	lr_trial_make_plan(trial, LR_DEFAULT_PORT);
	cause = lr_verdict_preflight(result->nic, result->plan);
	return cause != NULL ? cause : check_permission(trial);
}

/* The speed of the link is known only once there is one. */
static LrCause *check_link(LrTrial *trial)
{
	LrResult *result = trial->result;
	LrCause *cause = look_at_interface(trial);

	if (cause != NULL)
		return cause;
	lr_trial_make_plan(trial, LR_DEFAULT_PORT);
	return lr_verdict_preflight_link(result->nic, result->plan, result->request);
}

LrCause *lr_readiness_await(LrTrial *trial)
{
	const LrRequest *request = trial->result->request;
	int64_t deadline_ns = lr_trial_now_ns() + request->iface_timeout_ns;
	LrCause *cause = check_interface(trial);

	if (cause == NULL)
		cause = await_carrier(trial, deadline_ns);
	if (cause == NULL)
		cause = check_link(trial);
	if (cause == NULL && request->targets->len == 0)
		cause = lr_cause_new(LR_CAUSE_NO_TARGET, "no target was named");
	return cause != NULL ? cause : await_way(trial, deadline_ns);
}
