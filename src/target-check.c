/* SPDX-License-Identifier: GPL-3.0-only */
#include "target-check.h"

#include <string.h>
#include <sys/timex.h>

#include "port-check.h"
#include "probe.h"
#include "resolver.h"
#include "route.h"
#include "short-test.h"
#include "units.h"

/* More than most targets have, so that it can be told how many there are. */
#define LOOK_AT_PORTS 32

/* IPv4 and TCP without options; IPv6 has 20 more. */
#define HEADER_BYTES 40

/* Each way; enough to see what a byte costs the target. */
#define TRAFFIC_NS (300 * LR_NS_PER_MS)

#define MS_PER_SECOND 1e3

/* The first address to which there is a way; the remark says which, or why none. */
static char *find_way(const LrTarget *target, const LrTargetQuestion *question, GPtrArray *remarks)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) addresses =
		lr_resolver_lookup(target->host, question->timeout_ns / 3, -1, &error);
	const char *ifname = question->nic != NULL ? question->nic->ifname : NULL;

	if (addresses == NULL) {
		g_ptr_array_add(
			remarks,
			lr_remark_new("name", LR_REMARK_FAULT, g_strdup(error->message),
				      "give an address, or the name as the name server has it"));
		return NULL;
	}
	for (guint i = 0; i < addresses->len; i++) {
		g_autofree char *address = g_inet_address_to_string(addresses->pdata[i]);
		g_autofree char *gateway = NULL;
		LrRouteKind kind;

		if (ifname == NULL)
			return g_steal_pointer(&address);
		if (!lr_route_lookup(question->nic->ifindex, addresses->pdata[i], &kind, &gateway,
				     NULL) ||
		    kind == LR_ROUTE_NONE)
			continue;
		if (kind == LR_ROUTE_LOCAL) {
			g_ptr_array_add(
				remarks,
				lr_remark_new("way", LR_REMARK_FAULT,
					      g_strdup_printf("%s is this machine itself", address),
					      "name the machine at the other end"));
			return NULL;
		}
		g_ptr_array_add(
			remarks,
			lr_remark_new("way", LR_REMARK_OK,
				      gateway != NULL
					      ? g_strdup_printf("%s through %s by gateway %s",
								address, ifname, gateway)
					      : g_strdup_printf("%s is on the link of %s", address,
								ifname),
				      NULL));
		return g_steal_pointer(&address);
	}
	g_ptr_array_add(
		remarks,
		lr_remark_new(
			"way", LR_REMARK_FAULT,
			g_strdup_printf("there is no route to %s through %s", target->host, ifname),
			"give the interface an address in the target's subnet, or a route"));
	return NULL;
}

static guint count_state(const GArray *checks, LrPortState state, guint within)
{
	guint count = 0;

	for (guint i = 0; i < MIN(checks->len, within); i++)
		count += g_array_index(checks, LrPortCheck, i).state == state;
	return count;
}

/* How many ports from the first one up have an iperf3-compatible server. */
static guint count_servers(const GArray *checks)
{
	guint n = 0;

	while (n < checks->len && g_array_index(checks, LrPortCheck, n).state >= LR_PORT_BUSY)
		n++;
	return n;
}

static LrRemark *judge_answer(const GArray *checks, const char *address)
{
	int64_t fastest_ns = 0;

	for (guint i = 0; i < checks->len; i++) {
		int64_t ns = g_array_index(checks, LrPortCheck, i).connect_ns;

		if (ns > 0 && (fastest_ns == 0 || ns < fastest_ns))
			fastest_ns = ns;
	}
	if (fastest_ns == 0) {
		int error = g_array_index(checks, LrPortCheck, 0).error;

		return lr_remark_new(
			"answer", LR_REMARK_FAULT,
			g_strdup_printf("%s does not answer%s%s", address, error != 0 ? ": " : "",
					error != 0 ? g_strerror(error) : ""),
			"look at cable, switch, addresses of both ends, and the target's firewall");
	}
	return lr_remark_new(
		"answer", LR_REMARK_OK,
		g_strdup_printf("after %.1f ms", lr_seconds_from_ns(fastest_ns) * MS_PER_SECOND),
		NULL);
}

static LrRemark *judge_no_server(const LrPortCheck *first)
{
	static const char start[] = "run 'linerate serve' on the target";

	switch (first->state) {
	case LR_PORT_REFUSED:
		return lr_remark_new("ports", LR_REMARK_FAULT,
				     g_strdup_printf("nothing listens on port %u", first->port),
				     start);
	case LR_PORT_OTHER:
		return lr_remark_new(
			"ports", LR_REMARK_FAULT,
			g_strdup_printf("what listens on port %u does not speak iperf3, or hangs",
					first->port),
			"restart the server there, or give another --port");
	default:
		return lr_remark_new("ports", LR_REMARK_FAULT,
				     g_strdup_printf("port %u does not answer", first->port),
				     "open the ports in the target's firewall");
	}
}

static LrRemark *judge_ports(const GArray *checks, uint32_t n_workers)
{
	const LrPortCheck *first = &g_array_index(checks, LrPortCheck, 0);
	guint n_servers = count_servers(checks),
	      n_busy = count_state(checks, LR_PORT_BUSY, n_servers);
	g_autofree char *text = NULL;

	if (n_servers == 0)
		return judge_no_server(first);
	text = g_strdup_printf("%u to %u: %u free, %u busy", first->port,
			       first->port + n_servers - 1, n_servers - n_busy, n_busy);
	if (n_servers < n_workers) {
		g_autofree char *all = g_strdup_printf("%s; a test needs %u", text, n_workers);
		g_autofree char *fix = g_strdup_printf(
			"run 'linerate serve --ports=%u' on the target, or test with --threads=%u",
			n_workers, n_servers);

		return lr_remark_new("ports", LR_REMARK_FAULT, g_steal_pointer(&all), fix);
	}
	return lr_remark_new(
		"ports", n_busy > 0 ? LR_REMARK_WARNING : LR_REMARK_OK, g_steal_pointer(&text),
		n_busy > 0 ? "another machine is being tested; a test waits for it, see "
			     "--scan-timeout"
			   : NULL);
}

/* The port at which full frames were tried; NULL when none was free. */
static const LrPortCheck *tried_port(const GArray *checks)
{
	for (guint i = 0; i < checks->len; i++) {
		const LrPortCheck *check = &g_array_index(checks, LrPortCheck, i);

		if (check->full_frames != LR_UNKNOWN)
			return check;
	}
	return NULL;
}

/* The way back is known when reverse is not NULL. */
static LrRemark *judge_frames(const LrPortCheck *check, const LrShortTest *reverse, bool ipv6)
{
	static const char same_mtu[] =
		"give this machine, every switch on the way and the target the same MTU";
	guint headers = HEADER_BYTES + (ipv6 ? 20 : 0) + check->option_bytes;

	if (check->full_frames == LR_NO)
		return lr_remark_new("MTU", LR_REMARK_FAULT,
				     g_strdup_printf("segments of %u bytes do not get to the "
						     "target, small ones do",
						     check->mss_bytes),
				     same_mtu);
	if (reverse != NULL && reverse->stalled)
		return lr_remark_new("MTU", LR_REMARK_FAULT,
				     g_strdup("full-size segments of the target do not get here, "
					      "small ones do"),
				     same_mtu);
	if (check->mss_bytes < check->own_mss_bytes)
		return lr_remark_new("MTU", LR_REMARK_WARNING,
				     g_strdup_printf("the target takes segments of %u bytes, this "
						     "side could send %u",
						     check->mss_bytes, check->own_mss_bytes),
				     "give the target the MTU of this machine");
	if (reverse != NULL && reverse->segment_bytes > 0 &&
	    reverse->segment_bytes < check->own_mss_bytes)
		return lr_remark_new("MTU", LR_REMARK_WARNING,
				     g_strdup_printf("the target sends segments of %u bytes, this "
						     "side takes %u",
						     reverse->segment_bytes, check->own_mss_bytes),
				     same_mtu);
	return lr_remark_new(
		"MTU", LR_REMARK_OK,
		g_strdup_printf("segments of %u bytes get to the target%s (MTU at "
				"least %u)",
				check->mss_bytes,
				reverse != NULL && reverse->segment_bytes > 0 ? " and back" : "",
				check->mss_bytes + headers),
		NULL);
}

static void add(GPtrArray *remarks, LrRemark *remark)
{
	if (remark != NULL)
		g_ptr_array_add(remarks, remark);
}

/* With a share of the time that is left. */
static bool try_traffic(LrShortTestOptions options, LrDirection direction, int64_t left_ns,
			LrShortTest *test, GError **error)
{
	options.direction = direction;
	options.timeout_ns = left_ns;
	return lr_short_test_run(&options, test, error);
}

/* Both ways, and what the target tells with it. */
static void look_at_traffic(GPtrArray *remarks, const LrPortCheck *port,
			    const LrShortTestOptions *options, const LrTargetNeed *need)
{
	int64_t deadline_us = g_get_monotonic_time() + options->timeout_ns / 1000;
	g_auto(LrShortTest) forward = { 0 }, reverse = { 0 };
	g_autoptr(GError) error = NULL;
	bool done = try_traffic(*options, LR_FORWARD, options->timeout_ns / 2, &forward, &error) &&
		    try_traffic(*options, LR_REVERSE, (deadline_us - g_get_monotonic_time()) * 1000,
				&reverse, &error);

	add(remarks,
	    judge_frames(port, done ? &reverse : NULL, strchr(options->address, ':') != NULL));
	if (forward.report != NULL)
		add(remarks, lr_target_pace_link(&forward.report->self, need));
	add(remarks, done ? lr_target_pace_cores(&forward, &reverse, need)
			  : lr_remark_new("pace", LR_REMARK_WARNING,
					  g_strdup_printf("not known: %s", error->message),
					  "look once more; if it stays so, restart the server "
					  "on the target"));
}

/* What takes more than a word with each port. */
static void look_closer(GPtrArray *remarks, const GArray *checks, const LrShortTestOptions *options,
			const LrTargetNeed *need)
{
	const LrPortCheck *port = tried_port(checks);
	LrShortTestOptions there = *options;

	if (port == NULL)
		return;
	there.port = port->port;
	if (count_state(checks, LR_PORT_BUSY, checks->len) == 0 && port->full_frames != LR_NO) {
		look_at_traffic(remarks, port, &there, need);
		return;
	}
	add(remarks, judge_frames(port, NULL, strchr(options->address, ':') != NULL));
	if (port->full_frames != LR_NO)
		add(remarks, lr_remark_new("pace", LR_REMARK_OK,
					   g_strdup("not looked at while another machine is being "
						    "tested"),
					   NULL));
}

GPtrArray *lr_target_check_run(const LrTarget *target, const LrTargetQuestion *question)
{
	int64_t deadline_us = g_get_monotonic_time() + question->timeout_ns / 1000;
	GPtrArray *remarks = lr_remarks_new();
	g_autofree char *address = find_way(target, question, remarks);
	LrShortTestOptions traffic = {
		.address = address,
		.ifname = question->nic != NULL ? question->nic->ifname : NULL,
		.traffic_ns = TRAFFIC_NS,
	};
	g_autoptr(GArray) checks = NULL;

	if (address == NULL)
		return remarks;
	checks = lr_port_check_run(address, traffic.ifname, target->base_port,
				   MAX(question->need.n_workers, LOOK_AT_PORTS),
				   question->timeout_ns / 2);
	add(remarks, judge_answer(checks, address));
	if (!lr_remarks_are_usable(remarks))
		return remarks;
	add(remarks, judge_ports(checks, question->need.n_workers));
	traffic.timeout_ns = (deadline_us - g_get_monotonic_time()) * 1000;
	look_closer(remarks, checks, &traffic, &question->need);
	return remarks;
}

LrRemark *lr_target_check_clock(void)
{
	struct timex state = { 0 };

	if (adjtimex(&state) < 0 || (state.status & STA_UNSYNC) != 0)
		return lr_remark_new(
			"clock", LR_REMARK_WARNING,
			g_strdup("no time server keeps the clock of this machine right"),
			"check 'date': results carry its time; 'timedatectl set-ntp true' keeps "
			"it right");
	return lr_remark_new("clock", LR_REMARK_OK, g_strdup("kept right by a time server"), NULL);
}
