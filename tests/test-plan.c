/* SPDX-License-Identifier: GPL-3.0-only */
#include "plan.h"

#include <string.h>

#include "units.h"

/* A machine written as one letter for each PU: upper case may be used, lower case may not. PUs with
 * the same letter share a core. "N" in `near` marks those next to the interface, a digit in `kinds`
 * is the rank of the kind of core, one in `nodes` the NUMA node. */
typedef struct {
	const char *cores;
	const char *near;
	const char *kinds;
	const char *nodes;
	int near_node;
	const char *near_note;
} Machine;

static LrCores *machine_new(const Machine *machine)
{
	LrCores *cores = lr_cores_new();

	for (uint32_t cpu = 0; machine->cores[cpu] != '\0'; cpu++) {
		char letter = machine->cores[cpu];
		LrPu pu = { .cpu = cpu,
			    .core = (uint32_t)(g_ascii_toupper(letter) - 'A'),
			    .numa_node = machine->nodes != NULL ? machine->nodes[cpu] - '0' : 0,
			    .efficiency = machine->kinds != NULL ? machine->kinds[cpu] - '0' : 0,
			    .allowed = g_ascii_isupper(letter),
			    .near = machine->near != NULL && machine->near[cpu] == 'N' };

		g_array_append_val(cores->pus, pu);
	}
	cores->near_node = machine->near_node;
	cores->near_note = g_strdup(machine->near_note);
	return cores;
}

static char *list_cpus(const LrPlan *plan)
{
	GString *list = g_string_new(NULL);

	for (guint i = 0; i < plan->workers->len; i++)
		g_string_append_printf(list, i > 0 ? " %u" : "%u",
				       g_array_index(plan->workers, LrPlanWorker, i).cpu);
	return g_string_free(list, FALSE);
}

static void workers_are_placed_by_the_rule(void)
{
	static const struct {
		const char *name;
		Machine machine;
		uint64_t speed_mbps;
		uint32_t threads;
		const char *cpus;
		const char *note;
	} rows[] = {
		{ "one-below-10g",
		  { .cores = "ABCD", .near = "--NN" },
		  9999,
		  0,
		  "2",
		  "one is enough below 10 Gb/s; of the physical cores of NUMA node 0" },
		{ "one-per-core-at-10g",
		  { .cores = "ABCD", .near = "--NN" },
		  10000,
		  0,
		  "2 3",
		  "one per physical core of NUMA node 0" },
		{ "unknown-speed",
		  { .cores = "ABCD", .near = "--NN" },
		  0,
		  0,
		  "2",
		  "one, since the speed is unknown; of the physical cores of NUMA node 0" },
		{ "siblings-get-none",
		  { .cores = "ABAB", .near = "NNNN" },
		  100000,
		  0,
		  "0 1",
		  "one per physical core of NUMA node 0" },
		{ "siblings-when-asked",
		  { .cores = "ABAB", .near = "NNNN" },
		  100000,
		  3,
		  "0 1 2",
		  "as asked for; first the physical cores of NUMA node 0" },
		{ "near-siblings-before-far-cores",
		  { .cores = "ABABCDCD", .near = "NNNN----" },
		  100000,
		  6,
		  "0 1 2 3 4 5",
		  "as asked for; first the physical cores of NUMA node 0" },
		{ "fewer-when-asked",
		  { .cores = "ABCD", .near = "NNNN" },
		  100000,
		  2,
		  "0 1",
		  "as asked for; first the physical cores of NUMA node 0" },
		{ "many-when-asked-below-10g",
		  { .cores = "ABCD", .near = "NNNN" },
		  1000,
		  2,
		  "0 1",
		  "as asked for; first the physical cores of NUMA node 0" },
		{ "more-than-pus-go-round",
		  { .cores = "AB", .near = "NN" },
		  100000,
		  5,
		  "0 1 0 1 0",
		  "as asked for; first the physical cores of NUMA node 0" },
		{ "affinity-leaves-the-second-sibling",
		  { .cores = "aBAB", .near = "NNNN" },
		  100000,
		  0,
		  "1 2",
		  "one per physical core of NUMA node 0" },
		{ "affinity-leaves-one-core-of-the-node",
		  { .cores = "abCD", .near = "NNN-" },
		  100000,
		  0,
		  "2",
		  "one per physical core of NUMA node 0" },
		{ "affinity-leaves-no-near-core",
		  { .cores = "abCD", .near = "NN--" },
		  100000,
		  0,
		  "2 3",
		  "one per physical core that may be used: the affinity mask or cpuset leaves out "
		  "every "
		  "core of NUMA node 0" },
		{ "affinity-leaves-no-near-core-of-several-nodes",
		  { .cores = "abCD", .near = "NN--", .near_node = -1 },
		  100000,
		  0,
		  "2 3",
		  "one per physical core that may be used: the affinity mask or cpuset leaves out "
		  "every "
		  "core next to the interface" },
		{ "no-near-core-at-all",
		  { .cores = "ABcD", .near_node = -1, .near_note = "because" },
		  100000,
		  0,
		  "0 1 3",
		  "one per physical core that may be used: because" },
		{ "near-several-nodes",
		  { .cores = "ABCD", .near = "-NN-", .near_node = -1 },
		  100000,
		  0,
		  "1 2",
		  "one per physical core next to eth0" },
		{ "fast-cores-first",
		  { .cores = "ABCD", .near = "NNNN", .kinds = "0202" },
		  100000,
		  0,
		  "1 3 0 2",
		  "one per physical core of NUMA node 0" },
		{ "fast-core-for-the-only-worker",
		  { .cores = "ABCD", .near = "NNNN", .kinds = "0012" },
		  1000,
		  0,
		  "3",
		  "one is enough below 10 Gb/s; of the physical cores of NUMA node 0" },
		{ "near-before-fast",
		  { .cores = "ABCD", .near = "NN--", .kinds = "0099" },
		  100000,
		  4,
		  "0 1 2 3",
		  "as asked for; first the physical cores of NUMA node 0" },
		{ "slow-core-before-fast-sibling",
		  { .cores = "AAB", .near = "NNN", .kinds = "110" },
		  100000,
		  3,
		  "0 2 1",
		  "as asked for; first the physical cores of NUMA node 0" },
		{ "fast-thread-of-each-core-first",
		  { .cores = "ABAB", .near = "NNNN", .kinds = "0012" },
		  100000,
		  0,
		  "3 2",
		  "one per physical core of NUMA node 0" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrCores) cores = machine_new(&rows[i].machine);
		g_autoptr(LrNic) nic = lr_nic_new("eth0");
		g_autoptr(LrRequest) request = lr_request_new();
		g_autoptr(LrPlan) plan = NULL;
		g_autofree char *cpus = NULL;

		g_test_message("row '%s'", rows[i].name);
		request->speed_mbps = rows[i].speed_mbps;
		request->threads = rows[i].threads;
		plan = lr_plan_make(nic, cores, request, 5201);
		cpus = list_cpus(plan);
		g_assert_cmpstr(cpus, ==, rows[i].cpus);
		g_assert_cmpstr(plan->workers_note, ==, rows[i].note);
	}
}

static void ports_go_up_from_the_base_and_never_past_the_last(void)
{
	static const Machine machine = { .cores = "ABCD", .near = "NNNN" };
	g_autoptr(LrCores) cores = machine_new(&machine);
	g_autoptr(LrNic) nic = lr_nic_new("eth0");
	g_autoptr(LrRequest) request = lr_request_new();
	g_autoptr(LrPlan) plan = NULL, tight = NULL;

	request->speed_mbps = 10000;
	plan = lr_plan_make(nic, cores, request, 6000);
	for (guint i = 0; i < plan->workers->len; i++)
		g_assert_cmpuint(g_array_index(plan->workers, LrPlanWorker, i).port, ==, 6000 + i);
	tight = lr_plan_make(nic, cores, request, 65534);
	g_assert_cmpuint(tight->workers->len, ==, 2);
	g_assert_cmpuint(g_array_index(tight->workers, LrPlanWorker, 1).port, ==, 65535);
	g_assert_nonnull(strstr(tight->workers_note, "no more ports"));
}

static void the_reference_speed_is_the_first_that_is_known(void)
{
	static const struct {
		const char *name;
		uint64_t override;
		uint32_t advertised, supported, link;
		uint64_t mbps;
		LrSpeedSource source;
	} rows[] = {
		{ "override-wins", 200000, 400000, 400000, 400000, 200000, LR_SPEED_OVERRIDE },
		{ "advertised-before-supported", 0, 40000, 56000, 10000, 40000,
		  LR_SPEED_ADVERTISED },
		{ "supported-before-current", 0, 0, 5000, 1000, 5000, LR_SPEED_SUPPORTED },
		{ "current-when-nothing-else", 0, 0, 0, 10000, 10000, LR_SPEED_CURRENT },
		{ "unknown", 0, 0, 0, 0, 0, LR_SPEED_UNKNOWN },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrNic) nic = lr_nic_new("eth0");
		LrSpeedSource source;

		g_test_message("row '%s'", rows[i].name);
		nic->advertised_mbps = rows[i].advertised;
		nic->supported_mbps = rows[i].supported;
		nic->link_mbps = rows[i].link;
		g_assert_cmpuint(lr_plan_reference_mbps(nic, rows[i].override, &source), ==,
				 rows[i].mbps);
		g_assert_cmpint(source, ==, rows[i].source);
	}
}

static void underspeed_ok_judges_against_the_link(void)
{
	static const struct {
		const char *name;
		bool underspeed_ok;
		uint32_t link;
		uint64_t reference, claimed;
		guint workers;
		const char *warning; /* NULL: none about the speed */
	} rows[] = {
		{ "below-and-allowed", true, 1000, 1000, 10000, 1, "judges it against 1 Gb/s" },
		{ "below-and-not-allowed", false, 1000, 10000, 0, 2, "will fail before any traffic" },
		{ "at-speed", true, 10000, 10000, 0, 2, NULL },
		{ "link-unknown", true, 0, 10000, 0, 2, NULL },
	};
	static const Machine machine = { .cores = "AB", .near = "NN" };

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrCores) cores = machine_new(&machine);
		g_autoptr(LrNic) nic = lr_nic_new("eth0");
		g_autoptr(LrRequest) request = lr_request_new();
		g_autoptr(LrPlan) plan = NULL;
		g_autofree char *warnings = NULL;

		g_test_message("row '%s'", rows[i].name);
		nic->advertised_mbps = 10000;
		nic->link_mbps = rows[i].link;
		nic->testable = true;
		request->underspeed_ok = rows[i].underspeed_ok;
		plan = lr_plan_make(nic, cores, request, 5201);
		g_assert_cmpuint(plan->reference_mbps, ==, rows[i].reference);
		g_assert_cmpuint(plan->claimed_mbps, ==, rows[i].claimed);
		g_assert_cmpuint(plan->workers->len, ==, rows[i].workers);
		g_ptr_array_add(plan->warnings, NULL);
		warnings = g_strjoinv("\n", (char **)plan->warnings->pdata);
		if (rows[i].warning != NULL)
			g_assert_nonnull(strstr(warnings, rows[i].warning));
		else
			g_assert_null(strstr(warnings, "the link runs"));
	}
}

static void the_ceiling_follows_mtu_and_target(void)
{
	static const struct {
		const char *name;
		uint32_t mtu_bytes;
		const char *kind;
		const char *target;
		double ceiling_mbps;
		bool assumed;
	} rows[] = {
		{ "plain", 1500, "physical", "192.0.2.1", 941.48, false },
		{ "no-target-yet", 1500, "physical", NULL, 941.48, false },
		{ "jumbo", 9000, "physical", "192.0.2.1", 990.04, false },
		{ "ipv6", 1500, "physical", "2001:db8::1", 928.48, false },
		{ "vlan", 1500, "vlan", "192.0.2.1", 939.04, false },
		{ "unknown-mtu", 0, "physical", "192.0.2.1", 941.48, true },
	};
	static const Machine machine = { .cores = "AB", .near = "NN" };

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(LrCores) cores = machine_new(&machine);
		g_autoptr(LrNic) nic = lr_nic_new("eth0");
		g_autoptr(LrRequest) request = lr_request_new();
		g_autoptr(LrPlan) plan = NULL;

		g_test_message("row '%s'", rows[i].name);
		nic->mtu_bytes = rows[i].mtu_bytes;
		g_free(nic->kind);
		nic->kind = g_strdup(rows[i].kind);
		if (rows[i].target != NULL)
			g_ptr_array_add(request->targets, lr_target_new(rows[i].target, 5201));
		request->speed_mbps = 1000;
		plan = lr_plan_make(nic, cores, request, 5201);
		g_assert_cmpfloat_with_epsilon(plan->ceiling_mbps, rows[i].ceiling_mbps, 0.005);
		g_assert_cmpint(plan->mtu_assumed, ==, rows[i].assumed);
	}
}

static void the_total_is_all_runs(void)
{
	g_autoptr(LrRequest) request = lr_request_new();

	request->runs = 4;
	request->duration_ns = 900 * LR_NS_PER_SECOND;
	g_assert_cmpint(lr_plan_total_ns(request), ==, 3600 * LR_NS_PER_SECOND);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/plan/workers-are-placed-by-the-rule", workers_are_placed_by_the_rule);
	g_test_add_func("/plan/ports-go-up-from-the-base-and-never-past-the-last",
			ports_go_up_from_the_base_and_never_past_the_last);
	g_test_add_func("/plan/the-reference-speed-is-the-first-that-is-known",
			the_reference_speed_is_the_first_that_is_known);
	g_test_add_func("/plan/underspeed-ok-judges-against-the-link",
			underspeed_ok_judges_against_the_link);
	g_test_add_func("/plan/the-ceiling-follows-mtu-and-target",
			the_ceiling_follows_mtu_and_target);
	g_test_add_func("/plan/the-total-is-all-runs", the_total_is_all_runs);
	return g_test_run();
}
