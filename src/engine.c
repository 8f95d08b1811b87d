/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "engine.h"

#include <stdarg.h>
#include <sys/utsname.h>

#include "await.h"
#include "cpufreq.h"
#include "hwloc-cores.h"
#include "route.h"
#include "sampler.h"
#include "tcp-diag.h"
#include "trouble.h"
#include "udev-nics.h"
#include "units.h"

#define FIRST_BACKOFF_NS LR_NS_PER_SECOND
#define MAX_BACKOFF_NS	 (30 * LR_NS_PER_SECOND)

/* A test in progress. `result` and all in it is the product; the rest goes. */
typedef struct {
	LrResult *result;
	const LrEngineHooks *hooks;
	LrCores *cores;
	const char *congestion;
	const LrTarget *target; /* the one in use; borrowed from the request */
	char *address; /* of it */
	int64_t started_ns;
} Engine;

static int64_t now_ns(void)
{
	return g_get_monotonic_time() * 1000;
}

static void say(const Engine *engine, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void say(const Engine *engine, const char *format, ...)
{
	g_autofree char *line = NULL;
	va_list args;

	if (engine->hooks->say == NULL)
		return;
	va_start(args, format);
	line = g_strdup_vprintf(format, args);
	va_end(args);
	engine->hooks->say(line, engine->hooks->data);
}

static LrCause *broken_off(void)
{
	return lr_cause_new(LR_CAUSE_INTERRUPTED, "the test was broken off");
}

/* The facts about the interface, as they are now. */
static LrCause *look_at_interface(Engine *engine)
{
	const LrRequest *request = engine->result->request;
	g_autoptr(GError) error = NULL;
	LrNic *nic = lr_udev_nics_get(request->ifname, (const char *const *)request->allow_virtual,
				      &error);

	if (nic == NULL) {
		lr_nic_free(engine->result->nic);
		engine->result->nic = lr_nic_new(request->ifname);
		return lr_cause_new(LR_CAUSE_NO_SUCH_INTERFACE, "%s", error->message);
	}
	lr_nic_free(engine->result->nic);
	engine->result->nic = nic;
	return NULL;
}

/* Waits for what the interface still lacks. NULL when it came; else `missing`, or that the test was
 * broken off. Takes `missing` over. */
static LrCause *wait_for(const Engine *engine, LrCondition condition, LrCause *missing)
{
	int64_t timeout_ns = engine->result->request->iface_timeout_ns;
	g_autoptr(LrCause) cause = missing;
	LrAwaited awaited;

	if (!condition(engine->result->nic) && timeout_ns > 0)
		say(engine, "%s; waiting up to %.0f s", cause->message,
		    lr_seconds_from_ns(timeout_ns));
	awaited = lr_await(condition, engine->result->nic, timeout_ns, engine->hooks->stop_fd);
	if (awaited == LR_AWAIT_HOLDS)
		return NULL;
	lr_cause_add_number(cause, "waited_seconds", lr_seconds_from_ns(timeout_ns));
	return awaited == LR_AWAIT_STOPPED ? broken_off() : g_steal_pointer(&cause);
}

static bool has_carrier(const void *data)
{
	const LrNic *nic = data;

	return lr_sampler_carrier(nic->ifname) == LR_YES;
}

static LrCause *wait_for_carrier(const Engine *engine)
{
	const char *ifname = engine->result->nic->ifname;
	bool down = lr_sampler_carrier(ifname) == LR_UNKNOWN;

	return wait_for(engine, has_carrier,
			lr_cause_new(LR_CAUSE_NO_LINK, "%s %s", ifname,
				     down ? "is down" : "has no carrier: nothing at the other end"));
}

static bool has_any_address(const void *data)
{
	const LrNic *nic = data;

	return lr_route_has_address(nic->ifindex, G_SOCKET_FAMILY_IPV4, true) ||
	       lr_route_has_address(nic->ifindex, G_SOCKET_FAMILY_IPV6, true);
}

static LrCause *wait_for_address(const Engine *engine)
{
	return wait_for(engine, has_any_address,
			lr_cause_new(LR_CAUSE_NO_ADDRESS, "%s has no usable address",
				     engine->result->nic->ifname));
}

static void make_plan(Engine *engine, uint16_t base_port)
{
	LrResult *result = engine->result;

	lr_plan_free(result->plan);
	result->plan = lr_plan_make(result->nic, engine->cores, result->request, base_port);
}

/* All that must hold before a target is looked for. */
static LrCause *prepare(Engine *engine)
{
	LrResult *result = engine->result;
	g_autoptr(GError) error = NULL;
	LrCause *cause = look_at_interface(engine);

	if (cause != NULL)
		return cause;
	engine->cores = lr_hwloc_cores_load(result->nic, &error);
	if (engine->cores == NULL)
		return lr_cause_new(LR_CAUSE_NOT_TESTABLE, "%s", error->message);
	if (engine->cores->elsewhere)
		return lr_cause_new(LR_CAUSE_NOT_TESTABLE,
				    "the environment gives hwloc the topology of another machine, by "
				    "which no worker can be pinned: unset HWLOC_XMLFILE");
	lr_cpufreq_read(engine->cores, LR_CPUFREQ_FOLDER);
	make_plan(engine, result->request->port);
	cause = lr_verdict_preflight(result->nic, result->plan);
	if (cause == NULL)
		cause = wait_for_carrier(engine);
	/* The speed of the link is known only now that there is one. */
	if (cause == NULL)
		cause = look_at_interface(engine);
	if (cause == NULL) {
		make_plan(engine, result->request->port);
		cause = lr_verdict_preflight_link(result->nic, result->plan, result->request);
	}
	if (cause == NULL && result->request->targets->len == 0)
		cause = lr_cause_new(LR_CAUSE_NO_TARGET, "no target was named");
	return cause != NULL ? cause : wait_for_address(engine);
}

static LrAttempt *add_attempt(Engine *engine, LrCause *cause)
{
	LrAttempt *attempt =
		lr_attempt_new(engine->target, engine->address, now_ns() - engine->started_ns);

	attempt->cause = cause;
	g_ptr_array_add(engine->result->attempts, attempt);
	if (cause != NULL)
		say(engine, "%s: %s", engine->target->host, cause->message);
	return attempt;
}

static void relay_sample(const LrRun *run, void *data)
{
	const Engine *engine = data;

	if (engine->hooks->sampled != NULL)
		engine->hooks->sampled(engine->result, run, engine->result->runs->len,
				       engine->hooks->data);
}

static LrRun *run_crew(Engine *engine)
{
	const LrResult *result = engine->result;
	const LrCrewOrder order = {
		.ifname = result->nic->ifname,
		.ifindex = result->nic->ifindex,
		.address = engine->address,
		.plan = result->plan,
		.request = result->request,
		.congestion = engine->congestion,
		.stop_fd = engine->hooks->stop_fd,
		.watch = relay_sample,
		.watch_data = engine,
	};

	return lr_crew_run(&order);
}

/* Goes on with the ports that answer. */
static void drop_ports(Engine *engine, const GArray *refused)
{
	GArray *workers = engine->result->plan->workers;

	for (guint i = workers->len; i-- > 0;) {
		uint16_t port = g_array_index(workers, LrPlanWorker, i).port;

		for (guint k = 0; k < refused->len; k++) {
			if (g_array_index(refused, uint16_t, k) == port) {
				g_array_remove_index(workers, i);
				g_array_append_val(engine->result->missing_ports, port);
				break;
			}
		}
	}
}

/* One run against the target in use. NULL when it was measured, for good or ill, and is in the
 * result; else why it did not even begin. */
static LrCause *try_run(Engine *engine)
{
	for (;;) {
		g_autoptr(LrRun) run = run_crew(engine);
		g_autoptr(GArray) refused = lr_trouble_refused_ports(run);
		g_autofree char *ports = lr_trouble_ports_dup(refused);

		if (!lr_trouble_run_never_began(run)) {
			g_ptr_array_add(engine->result->runs, g_steal_pointer(&run));
			return NULL;
		}
		if (refused->len == 0)
			return lr_trouble_of_run(run);
		add_attempt(engine, lr_cause_new(LR_CAUSE_PORTS_MISSING, "%s refuses on port %s",
						 engine->address, ports));
		drop_ports(engine, refused);
	}
}

/* Whether the address can be reached through the interface at all. */
static LrCause *check_route(Engine *engine, GInetAddress *address)
{
	const LrNic *nic = engine->result->nic;
	g_autoptr(GError) error = NULL;
	LrRouteKind kind;

	if (!lr_route_lookup(nic->ifindex, address, &kind, NULL, &error))
		return lr_cause_new(LR_CAUSE_NO_ROUTE, "%s", error->message);
	if (kind == LR_ROUTE_LOCAL)
		return lr_cause_new(LR_CAUSE_LOCAL_TARGET, "%s is an address of this very machine",
				    engine->address);
	if (kind == LR_ROUTE_NONE)
		return lr_cause_new(LR_CAUSE_NO_ROUTE, "there is no route to %s through %s",
				    engine->address, nic->ifname);
	if (!lr_route_has_address(nic->ifindex, g_inet_address_get_family(address),
				  g_inet_address_get_is_link_local(address)))
		return lr_cause_new(LR_CAUSE_NO_ADDRESS, "%s has no usable %s address for %s",
				    nic->ifname,
				    g_inet_address_get_family(address) == G_SOCKET_FAMILY_IPV6 ?
					    "IPv6" :
					    "IPv4",
				    engine->address);
	return NULL;
}

/* NULL when the first run was measured against this address. */
static LrCause *try_address(Engine *engine, GInetAddress *address)
{
	g_autofree char *text = g_inet_address_to_string(address);
	LrCause *cause;

	g_free(engine->address);
	/* A link-local address means something only together with the interface. */
	engine->address = g_inet_address_get_is_link_local(address) &&
					  g_inet_address_get_family(address) == G_SOCKET_FAMILY_IPV6 ?
				  g_strconcat(text, "%", engine->result->nic->ifname, NULL) :
				  g_steal_pointer(&text);
	cause = check_route(engine, address);
	if (cause == NULL) {
		make_plan(engine, engine->target->base_port);
		g_array_set_size(engine->result->missing_ports, 0);
		cause = try_run(engine);
	}
	add_attempt(engine, cause);
	return cause;
}

/* NULL when the first run was measured against one of the target's addresses; else the cause of
 * the last address (borrowed from the attempt). */
static const LrCause *try_target(Engine *engine, const LrTarget *target)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) addresses = lr_route_resolve(target->host, &error);
	const LrCause *cause = NULL;

	engine->target = target;
	if (addresses == NULL) {
		g_clear_pointer(&engine->address, g_free);
		return add_attempt(engine, lr_cause_new(LR_CAUSE_TARGET_UNRESOLVABLE,
							"%s has no address: %s", target->host,
							error->message))
			->cause;
	}
	for (guint i = 0; i < addresses->len; i++) {
		cause = try_address(engine, addresses->pdata[i]);
		if (cause == NULL || cause->id == LR_CAUSE_INTERRUPTED)
			return cause;
	}
	return cause;
}

/* Half to one and a half of the time, so that machines which were turned away together do not come
 * back together. */
static int64_t with_jitter(int64_t ns)
{
	return ns / 2 + (int64_t)(g_random_double() * (double)ns);
}

/* Goes through the targets in turn until one was measured, or the time is over, or waiting cannot
 * help. NULL when a run was measured. Owned by the caller. */
static LrCause *find_target(Engine *engine)
{
	const GPtrArray *targets = engine->result->request->targets;
	int64_t deadline_ns = now_ns() + engine->result->request->scan_timeout_ns;
	int64_t backoff_ns = FIRST_BACKOFF_NS;

	for (;;) {
		const LrCause *last = NULL;
		bool may_pass = false;

		for (guint i = 0; i < targets->len; i++) {
			last = try_target(engine, targets->pdata[i]);
			if (last == NULL)
				return NULL;
			may_pass = may_pass || lr_trouble_may_pass(last);
			if (last->id == LR_CAUSE_INTERRUPTED)
				return lr_cause_copy(last);
		}
		if (!may_pass || now_ns() >= deadline_ns)
			return lr_cause_copy(last);
		backoff_ns = MIN(backoff_ns, deadline_ns - now_ns());
		say(engine, "trying again for another %.0f s",
		    lr_seconds_from_ns(deadline_ns - now_ns()));
		if (!lr_await_pause(with_jitter(backoff_ns), engine->hooks->stop_fd))
			return broken_off();
		backoff_ns = MIN(2 * backoff_ns, MAX_BACKOFF_NS);
	}
}

/* A further run against the same address. A server needs a moment between two clients, and another
 * machine may come in between. */
static LrCause *run_again(Engine *engine)
{
	int64_t deadline_ns = now_ns() + engine->result->request->scan_timeout_ns;
	int64_t backoff_ns = FIRST_BACKOFF_NS / 4;

	for (;;) {
		g_autoptr(LrCause) cause = try_run(engine);

		if (cause == NULL)
			return NULL;
		add_attempt(engine, lr_cause_copy(cause));
		if (!lr_trouble_may_pass(cause) || now_ns() >= deadline_ns)
			return g_steal_pointer(&cause);
		if (!lr_await_pause(with_jitter(backoff_ns), engine->hooks->stop_fd))
			return broken_off();
		backoff_ns = MIN(2 * backoff_ns, MAX_BACKOFF_NS);
	}
}

static bool last_run_is_complete(const LrResult *result)
{
	return ((const LrRun *)result->runs->pdata[result->runs->len - 1])->complete;
}

/* NULL when every run was measured to its end. */
static LrCause *measure(Engine *engine)
{
	LrResult *result = engine->result;
	LrCause *cause = prepare(engine);

	if (cause == NULL)
		cause = find_target(engine);
	while (cause == NULL && last_run_is_complete(result) &&
	       result->runs->len < result->request->runs)
		cause = run_again(engine);
	if (cause == NULL && !last_run_is_complete(result))
		cause = lr_trouble_of_run(result->runs->pdata[result->runs->len - 1]);
	return cause;
}

static LrResult *new_result(LrRequest *request)
{
	LrResult *result = lr_result_new();
	g_autoptr(GDateTime) now = g_date_time_new_now_utc();
	struct utsname names;

	result->request = request;
	result->version = g_strdup(PACKAGE_VERSION);
	result->machine = g_strdup(g_get_host_name());
	result->kernel = uname(&names) == 0 ? g_strdup(names.release) : NULL;
	result->started = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
	return result;
}

LrResult *lr_engine_test(LrRequest *request, const LrEngineHooks *hooks)
{
	Engine engine = { .result = new_result(request), .hooks = hooks, .started_ns = now_ns() };
	g_autoptr(LrCause) trouble = NULL;
	LrEvidenceSet evidence;

	engine.congestion = lr_tcp_congestion_usable(request->congestion);
	trouble = measure(&engine);
	evidence = (LrEvidenceSet){ .nic = engine.result->nic,
				    .plan = engine.result->plan,
				    .request = request,
				    .runs = engine.result->runs,
				    .missing_ports = engine.result->missing_ports,
				    .trouble = trouble };
	engine.result->verdict = lr_verdict_make(&evidence);
	lr_cores_free(engine.cores);
	g_free(engine.address);
	return engine.result;
}
