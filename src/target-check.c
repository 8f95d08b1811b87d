/* SPDX-License-Identifier: GPL-3.0-only */
#include "target-check.h"

#include <string.h>
#include <sys/timex.h>

#include "column.h"
#include "port-check.h"
#include "probe.h"
#include "resolver.h"
#include "route.h"
#include "units.h"

/* More than most targets have, so that it can be told how many there are. */
#define LOOK_AT_PORTS 32

/* IPv4 and TCP without options; IPv6 has 20 more. */
#define HEADER_BYTES 40

#define MS_PER_SECOND 1e3

static LrFinding *finding_new(const char *subject, LrFindingLevel level, char *text,
			      const char *fix)
{
	LrFinding *finding = g_new0(LrFinding, 1);

	finding->subject = subject;
	finding->level = level;
	finding->text = text;
	finding->fix = g_strdup(fix);
	return finding;
}

void lr_finding_free(LrFinding *finding)
{
	if (finding == NULL)
		return;
	g_free(finding->text);
	g_free(finding->fix);
	g_free(finding);
}

/* The first address to which there is a way; the finding says which, or why none. */
static char *find_way(const LrTarget *target, const LrTargetQuestion *question, GPtrArray *findings)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) addresses =
		lr_resolver_lookup(target->host, question->timeout_ns / 3, -1, &error);
	const char *ifname = question->nic != NULL ? question->nic->ifname : NULL;

	if (addresses == NULL) {
		g_ptr_array_add(
			findings,
			finding_new("name", LR_FINDING_FAULT, g_strdup(error->message),
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
				findings,
				finding_new("way", LR_FINDING_FAULT,
					    g_strdup_printf("%s is this machine itself", address),
					    "name the machine at the other end"));
			return NULL;
		}
		g_ptr_array_add(findings,
				finding_new("way", LR_FINDING_OK,
					    gateway != NULL
						    ? g_strdup_printf("%s through %s by gateway %s",
								      address, ifname, gateway)
						    : g_strdup_printf("%s is on the link of %s",
								      address, ifname),
					    NULL));
		return g_steal_pointer(&address);
	}
	g_ptr_array_add(
		findings,
		finding_new(
			"way", LR_FINDING_FAULT,
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

static LrFinding *judge_answer(const GArray *checks, const char *address)
{
	int64_t fastest_ns = 0;

	for (guint i = 0; i < checks->len; i++) {
		int64_t ns = g_array_index(checks, LrPortCheck, i).connect_ns;

		if (ns > 0 && (fastest_ns == 0 || ns < fastest_ns))
			fastest_ns = ns;
	}
	if (fastest_ns == 0) {
		int error = g_array_index(checks, LrPortCheck, 0).error;

		return finding_new(
			"answer", LR_FINDING_FAULT,
			g_strdup_printf("%s does not answer%s%s", address, error != 0 ? ": " : "",
					error != 0 ? g_strerror(error) : ""),
			"look at cable, switch, addresses of both ends, and the target's firewall");
	}
	return finding_new(
		"answer", LR_FINDING_OK,
		g_strdup_printf("after %.1f ms", lr_seconds_from_ns(fastest_ns) * MS_PER_SECOND),
		NULL);
}

static LrFinding *judge_no_server(const LrPortCheck *first)
{
	static const char start[] = "run 'linerate serve' on the target";

	switch (first->state) {
	case LR_PORT_REFUSED:
		return finding_new("ports", LR_FINDING_FAULT,
				   g_strdup_printf("nothing listens on port %u", first->port),
				   start);
	case LR_PORT_OTHER:
		return finding_new(
			"ports", LR_FINDING_FAULT,
			g_strdup_printf("what listens on port %u does not speak iperf3, or hangs",
					first->port),
			"restart the server there, or give another --port");
	default:
		return finding_new("ports", LR_FINDING_FAULT,
				   g_strdup_printf("port %u does not answer", first->port),
				   "open the ports in the target's firewall");
	}
}

static LrFinding *judge_ports(const GArray *checks, uint32_t n_workers)
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

		return finding_new("ports", LR_FINDING_FAULT, g_steal_pointer(&all), fix);
	}
	return finding_new("ports", n_busy > 0 ? LR_FINDING_WARNING : LR_FINDING_OK,
			   g_steal_pointer(&text),
			   n_busy > 0 ? "another machine is being tested; a test waits for it, see "
					"--scan-timeout"
				      : NULL);
}

/* NULL when no port was free to ask. */
static LrFinding *judge_frames(const GArray *checks, bool ipv6)
{
	guint headers = HEADER_BYTES + (ipv6 ? 20 : 0);

	for (guint i = 0; i < checks->len; i++) {
		const LrPortCheck *check = &g_array_index(checks, LrPortCheck, i);

		if (check->full_frames == LR_UNKNOWN)
			continue;
		if (check->full_frames == LR_NO)
			return finding_new(
				"MTU", LR_FINDING_FAULT,
				g_strdup_printf(
					"segments of %u bytes do not get to the target, small "
					"ones do",
					check->mss_bytes),
				"give this machine, every switch on the way and the target the "
				"same MTU");
		if (check->mss_bytes < check->own_mss_bytes)
			return finding_new(
				"MTU", LR_FINDING_WARNING,
				g_strdup_printf(
					"the target takes segments of %u bytes, this side could "
					"send %u",
					check->mss_bytes, check->own_mss_bytes),
				"give the target the MTU of this machine");
		return finding_new("MTU", LR_FINDING_OK,
				   g_strdup_printf("segments of %u bytes get to the target (MTU at "
						   "least %u)",
						   check->mss_bytes, check->mss_bytes + headers),
				   NULL);
	}
	return NULL;
}

GPtrArray *lr_target_check_run(const LrTarget *target, const LrTargetQuestion *question)
{
	GPtrArray *findings = g_ptr_array_new_with_free_func((GDestroyNotify)lr_finding_free);
	g_autofree char *address = find_way(target, question, findings);
	g_autoptr(GArray) checks = NULL;
	LrFinding *frames;

	if (address == NULL)
		return findings;
	checks = lr_port_check_run(address, question->nic != NULL ? question->nic->ifname : NULL,
				   target->base_port, MAX(question->n_workers, LOOK_AT_PORTS),
				   question->timeout_ns / 2);
	g_ptr_array_add(findings, judge_answer(checks, address));
	if (!lr_target_check_is_usable(findings))
		return findings;
	g_ptr_array_add(findings, judge_ports(checks, question->n_workers));
	frames = judge_frames(checks, strchr(address, ':') != NULL);
	if (frames != NULL)
		g_ptr_array_add(findings, frames);
	return findings;
}

bool lr_target_check_is_usable(const GPtrArray *findings)
{
	for (guint i = 0; i < findings->len; i++) {
		if (((const LrFinding *)findings->pdata[i])->level == LR_FINDING_FAULT)
			return false;
	}
	return true;
}

LrFinding *lr_target_check_clock(void)
{
	struct timex state = { 0 };

	if (adjtimex(&state) < 0 || (state.status & STA_UNSYNC) != 0)
		return finding_new(
			"clock", LR_FINDING_WARNING,
			g_strdup("no time server keeps the clock of this machine right"),
			"check 'date': results carry its time; 'timedatectl set-ntp true' keeps "
			"it right");
	return finding_new("clock", LR_FINDING_OK, g_strdup("kept right by a time server"), NULL);
}

void lr_target_check_append(GString *out, const GPtrArray *findings)
{
	static const char *const words[] = {
		[LR_FINDING_OK] = "ok", [LR_FINDING_WARNING] = "note", [LR_FINDING_FAULT] = "FAULT"
	};

	for (guint i = 0; i < findings->len; i++) {
		const LrFinding *finding = findings->pdata[i];
		g_autofree char *label =
			g_strdup_printf("  %-7s %s", finding->subject, words[finding->level]);

		lr_column_append(out, 17, label, "%s", finding->text);
		if (finding->fix != NULL)
			lr_column_append(out, 17, "", "%s", finding->fix);
	}
}
