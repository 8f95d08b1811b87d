/* SPDX-License-Identifier: GPL-3.0-only */
#include "cause.h"

static const struct {
	const char *name;
	LrCauseClass class;
	const char *remedy;
} causes[LR_N_CAUSES] = {
	[LR_CAUSE_NO_SUCH_INTERFACE] = { "no-such-interface", LR_CLASS_NOT_TESTED,
		"see 'linerate devices' for the interfaces of this machine" },
	[LR_CAUSE_NOT_TESTABLE] = { "not-testable", LR_CLASS_NOT_TESTED,
		"test a physical interface, or name this one with --allow-virtual" },
	[LR_CAUSE_NO_PERMISSION] = { "no-permission", LR_CLASS_NOT_TESTED,
		"run the test as root, or give the program the capability that is missing" },
	[LR_CAUSE_NO_LINK] = { "no-link", LR_CLASS_NOT_TESTED,
		"plug the cable in at both ends and set the interface up" },
	[LR_CAUSE_NO_ADDRESS] = { "no-address", LR_CLASS_NOT_TESTED,
		"give the interface an address in the target's network" },
	[LR_CAUSE_NO_TARGET] = { "no-target", LR_CLASS_NOT_TESTED,
		"name a host that runs iperf3 servers with --target or TEST_TARGET_IPERF" },
	[LR_CAUSE_TARGET_UNRESOLVABLE] = { "target-unresolvable", LR_CLASS_NOT_TESTED,
		"check the spelling and the name server, or give the target's address" },
	[LR_CAUSE_NO_ROUTE] = { "no-route", LR_CLASS_NOT_TESTED,
		"add a route to the target through this interface, or choose a target in its network" },
	[LR_CAUSE_TARGET_UNREACHABLE] = { "target-unreachable", LR_CLASS_NOT_TESTED,
		"check that the target is up, on this network, and that no firewall drops its ports" },
	[LR_CAUSE_TARGET_REFUSED] = { "target-refused", LR_CLASS_NOT_TESTED,
		"start the servers on the target: 'linerate serve' or one 'iperf3 -s -p PORT' per port" },
	[LR_CAUSE_TARGET_BUSY] = { "target-busy", LR_CLASS_NOT_TESTED,
		"wait until the other test has ended, or add a target" },
	[LR_CAUSE_TARGET_PROTOCOL] = { "target-protocol", LR_CLASS_NOT_TESTED,
		"check that an iperf3 server, and nothing else, listens on this port of the target" },
	[LR_CAUSE_LOCAL_TARGET] = { "local-target", LR_CLASS_NOT_TESTED,
		"choose a target on another machine" },
	[LR_CAUSE_SPEED_UNKNOWN] = { "speed-unknown", LR_CLASS_NOT_TESTED,
		"give the speed that the interface should reach with --speed" },
	[LR_CAUSE_THRESHOLD_UNREACHABLE] = { "threshold-unreachable", LR_CLASS_NOT_TESTED,
		"lower --fail-threshold, or raise the MTU on machine, switch and target" },
	[LR_CAUSE_INTERRUPTED] = { "interrupted", LR_CLASS_NOT_TESTED, "start the test again" },
	[LR_CAUSE_WRONG_PATH] = { "wrong-path", LR_CLASS_VOID,
		"check routes and bridges: the traffic must leave through the interface under test" },
	[LR_CAUSE_REPLIES_ELSEWHERE] = { "replies-elsewhere", LR_CLASS_VOID,
		"put the ports into different subnets, or let each port answer only for its own address" },
	[LR_CAUSE_TARGET_DIED] = { "target-died", LR_CLASS_VOID,
		"see the log of the server on the target, then start the test again" },
	[LR_CAUSE_TARGET_STALLED] = { "target-stalled", LR_CLASS_VOID,
		"restart the server on the target; a firewall that drops idle connections does this too" },
	[LR_CAUSE_PORTS_MISSING] = { "ports-missing", LR_CLASS_VOID,
		"start as many servers on the target as the plan has workers, on consecutive ports" },
	[LR_CAUSE_WORKER_LOST] = { "worker-lost", LR_CLASS_VOID,
		"look for the worker's end in the kernel log (out of memory?), then test again" },
	[LR_CAUSE_LATE_WORKER] = { "late-worker", LR_CLASS_VOID,
		"free the machine and the target from other load, or test for longer" },
	[LR_CAUSE_IMPLAUSIBLE_COUNT] = { "implausible-count", LR_CLASS_VOID,
		"use a target that runs an unmodified iperf3 server" },
	[LR_CAUSE_LINK_UNDERSPEED] = { "link-underspeed", LR_CLASS_DEVICE,
		"check cable, transceiver and the speed of the switch port" },
	[LR_CAUSE_HALF_DUPLEX] = { "half-duplex", LR_CLASS_DEVICE,
		"set both link partners to autonegotiation" },
	[LR_CAUSE_LINK_FLAP] = { "link-flap", LR_CLASS_DEVICE,
		"replace the cable or transceiver, then try another switch port" },
	[LR_CAUSE_LINK_ERRORS] = { "link-errors", LR_CLASS_DEVICE,
		"replace the cable or transceiver, clean the fibre ends" },
	[LR_CAUSE_PCIE_LIMIT] = { "pcie-limit", LR_CLASS_DEVICE,
		"move the card to a slot with more lanes or a newer PCI Express generation" },
	[LR_CAUSE_USB_LIMIT] = { "usb-limit", LR_CLASS_DEVICE,
		"plug the adapter into a faster USB port" },
	[LR_CAUSE_PCIE_ERRORS] = { "pcie-errors", LR_CLASS_DEVICE,
		"seat the card anew, clean its contacts, then try another slot" },
	[LR_CAUSE_CPU_LIMIT] = { "cpu-limit", LR_CLASS_HOST,
		"use more workers (--threads), or free the cores from other load" },
	[LR_CAUSE_SOFTIRQ_LIMIT] = { "softirq-limit", LR_CLASS_HOST,
		"spread the interface's interrupts over the cores of its NUMA node" },
	[LR_CAUSE_CPU_THROTTLED] = { "cpu-throttled", LR_CLASS_HOST,
		"set the performance governor, check the cooling, lift the CPU quota" },
	[LR_CAUSE_NUMA_REMOTE] = { "numa-remote", LR_CLASS_HOST,
		"run the test on the cores of the interface's NUMA node" },
	[LR_CAUSE_QDISC_LIMIT] = { "qdisc-limit", LR_CLASS_HOST,
		"remove the queueing discipline that limits the interface" },
	[LR_CAUSE_OFFLOAD_OFF] = { "offload-off", LR_CLASS_HOST,
		"switch segmentation and receive offloads on with ethtool -K" },
	[LR_CAUSE_CONGESTION_CONTROL_LIMIT] = { "congestion-control-limit", LR_CLASS_HOST,
		"test with --congestion cubic on a kernel that has it" },
	[LR_CAUSE_PACKET_LOSS] = { "packet-loss", LR_CLASS_PATH,
		"look for the hop that drops: counters of the switch port, cable, target" },
	[LR_CAUSE_TARGET_CPU_LIMIT] = { "target-cpu-limit", LR_CLASS_PATH,
		"use a faster target, or one with more ports" },
	[LR_CAUSE_TARGET_WINDOW] = { "target-window", LR_CLASS_PATH,
		"raise net.ipv4.tcp_rmem on the target" },
	[LR_CAUSE_FLOW_CONTROL] = { "flow-control", LR_CLASS_PATH,
		"look for what is slow behind the other end: a slower port, a full switch, the target" },
	[LR_CAUSE_PATH_LIMIT] = { "path-limit", LR_CLASS_PATH,
		"look for a slower port, a shaper or a policer between here and the target" },
	[LR_CAUSE_MTU_BLACKHOLE] = { "mtu-blackhole", LR_CLASS_PATH,
		"set the same MTU on machine, switch and target" },
	[LR_CAUSE_STALL] = { "stall", LR_CLASS_PATH,
		"look at the switch and the target at the time of the stall" },
	[LR_CAUSE_UNEVEN_WORKERS] = { "uneven-workers", LR_CLASS_PATH,
		"check the receive queues and the load of each server on the target" },
	[LR_CAUSE_BELOW_THRESHOLD] = { "below-threshold", LR_CLASS_PATH,
		"repeat with another cable, another switch port and another target to find the part" },
};

static void evidence_free(gpointer data)
{
	LrEvidence *evidence = data;

	g_free(evidence->key);
	g_free(evidence->text);
	g_free(evidence);
}

LrCause *lr_cause_new(LrCauseId id, const char *message_format, ...)
{
	LrCause *cause = g_new0(LrCause, 1);
	va_list args;

	g_assert(id < LR_N_CAUSES);
	cause->id = id;
	va_start(args, message_format);
	cause->message = g_strdup_vprintf(message_format, args);
	va_end(args);
	cause->evidence = g_ptr_array_new_with_free_func(evidence_free);
	lr_cause_advise(cause, "%s", causes[id].remedy);
	return cause;
}

LrCause *lr_cause_copy(const LrCause *cause)
{
	LrCause *copy = lr_cause_new(cause->id, "%s", cause->message);

	copy->foreign_name = g_strdup(cause->foreign_name);
	lr_cause_set_remedy(copy, "%s", cause->remedy);
	for (guint i = 0; i < cause->evidence->len; i++) {
		const LrEvidence *evidence = cause->evidence->pdata[i];

		if (evidence->text != NULL)
			lr_cause_add_text(copy, evidence->key, evidence->text);
		else
			lr_cause_add_number(copy, evidence->key, evidence->number);
	}
	return copy;
}

void lr_cause_free(LrCause *cause)
{
	if (cause == NULL)
		return;
	g_free(cause->foreign_name);
	g_free(cause->message);
	g_ptr_array_unref(cause->evidence);
	g_free(cause->remedy);
	g_free(cause);
}

static void add_evidence(LrCause *cause, const char *key, double number, const char *text)
{
	LrEvidence *evidence = g_new0(LrEvidence, 1);

	evidence->key = g_strdup(key);
	evidence->number = number;
	evidence->text = g_strdup(text);
	g_ptr_array_add(cause->evidence, evidence);
}

void lr_cause_add_number(LrCause *cause, const char *key, double number)
{
	add_evidence(cause, key, number, NULL);
}

void lr_cause_add_text(LrCause *cause, const char *key, const char *text)
{
	add_evidence(cause, key, 0, text);
}

void lr_cause_advise(LrCause *cause, const char *advice_format, ...)
{
	g_autofree char *advice = NULL;
	va_list args;

	va_start(args, advice_format);
	advice = g_strdup_vprintf(advice_format, args);
	va_end(args);
	lr_cause_set_remedy(cause, "%s: see docs/causes.md#%s", advice, causes[cause->id].name);
}

void lr_cause_set_remedy(LrCause *cause, const char *remedy_format, ...)
{
	va_list args;

	g_free(cause->remedy);
	va_start(args, remedy_format);
	cause->remedy = g_strdup_vprintf(remedy_format, args);
	va_end(args);
}

const char *lr_cause_name(const LrCause *cause)
{
	return cause->foreign_name != NULL ? cause->foreign_name : lr_cause_id_name(cause->id);
}

const char *lr_cause_id_name(LrCauseId id)
{
	g_assert(id < LR_N_CAUSES);
	return causes[id].name;
}

bool lr_cause_id_from_name(const char *name, LrCauseId *id)
{
	for (guint i = 0; i < LR_N_CAUSES; i++) {
		if (g_str_equal(causes[i].name, name)) {
			*id = i;
			return true;
		}
	}
	return false;
}

LrCauseClass lr_cause_id_class(LrCauseId id)
{
	g_assert(id < LR_N_CAUSES);
	return causes[id].class;
}

const char *lr_cause_class_name(LrCauseClass class)
{
	static const char *const names[] = {
		[LR_CLASS_NOT_TESTED] = "could-not-test", [LR_CLASS_VOID] = "measurement-void",
		[LR_CLASS_DEVICE] = "device",		  [LR_CLASS_HOST] = "host",
		[LR_CLASS_PATH] = "path",
	};

	return names[class];
}
