/* SPDX-License-Identifier: GPL-3.0-only */
#include "advice.h"

#include <string.h>

/* An interface without a fault on a machine with four PUs, two of them near; a row then spoils one
 * thing, and nothing else may be said. */
typedef struct {
	LrNic *nic;
	LrCores *cores;
	LrRequest *request;
	GArray *workers;
	LrFrame frame;
	uint64_t reference_mbps, claimed_mbps;
} Scene;

static void scene_add_worker(Scene *scene, uint32_t cpu)
{
	const LrPu *pu = &g_array_index(scene->cores->pus, LrPu, cpu);
	LrPlanWorker worker = { .cpu = cpu, .core = pu->core, .near = pu->near };

	g_array_append_val(scene->workers, worker);
}

static Scene *scene_new(void)
{
	Scene *scene = g_new0(Scene, 1);

	scene->nic = lr_nic_new("eth0");
	scene->nic->testable = true;
	scene->nic->carrier = LR_YES;
	scene->nic->link_mbps = 10000;
	scene->nic->duplex = LR_DUPLEX_FULL;
	scene->cores = lr_cores_new();
	scene->cores->near_node = 1;
	for (uint32_t cpu = 0; cpu < 4; cpu++) {
		LrPu pu = { .cpu = cpu, .core = cpu, .allowed = true, .near = cpu >= 2 };

		g_array_append_val(scene->cores->pus, pu);
	}
	scene->request = lr_request_new();
	scene->workers = g_array_new(FALSE, TRUE, sizeof(LrPlanWorker));
	scene_add_worker(scene, 2);
	scene_add_worker(scene, 3);
	scene->frame = (LrFrame){ .mtu_bytes = 1500, .timestamps = true };
	scene->reference_mbps = 10000;
	return scene;
}

static void scene_free(Scene *scene)
{
	lr_nic_free(scene->nic);
	lr_cores_free(scene->cores);
	lr_request_free(scene->request);
	g_array_unref(scene->workers);
	g_free(scene);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Scene, scene_free)

static GPtrArray *scene_advise(const Scene *scene)
{
	LrAdviceFacts facts = { .nic = scene->nic,
				.cores = scene->cores,
				.request = scene->request,
				.workers = scene->workers,
				.reference_mbps = scene->reference_mbps,
				.claimed_mbps = scene->claimed_mbps,
				.frame = &scene->frame };

	return lr_advice_make(&facts);
}

static void nothing(Scene *scene)
{
	(void)scene;
}

static void not_testable(Scene *scene)
{
	scene->nic->testable = false;
	scene->nic->reason = g_strdup("member of bond0: test bond0");
}

static void not_testable_elsewhere(Scene *scene)
{
	not_testable(scene);
	scene->nic->carrier = LR_NO;
	scene->cores->elsewhere = true;
}

static void no_carrier(Scene *scene)
{
	scene->nic->carrier = LR_NO;
	scene->nic->link_mbps = 0;
}

static void carrier_unknown(Scene *scene)
{
	scene->nic->carrier = LR_UNKNOWN;
	scene->nic->link_mbps = 0;
}

static void speed_unknown(Scene *scene)
{
	scene->reference_mbps = 0;
	scene->nic->link_mbps = 0;
	scene->request->fail_threshold_percent = 99;
}

static void link_slower(Scene *scene)
{
	scene->nic->link_mbps = 1000;
}

static void link_slower_but_wanted(Scene *scene)
{
	scene->nic->link_mbps = 1000;
	scene->reference_mbps = 1000;
	scene->claimed_mbps = 10000;
}

static void link_faster(Scene *scene)
{
	scene->nic->link_mbps = 25000;
}

static void half_duplex(Scene *scene)
{
	scene->nic->duplex = LR_DUPLEX_HALF;
}

static void threshold_above(Scene *scene)
{
	scene->request->fail_threshold_percent = 94.2;
}

static void threshold_just_below(Scene *scene)
{
	scene->request->fail_threshold_percent = 94.1;
}

static void threshold_above_on_jumbo(Scene *scene)
{
	scene->frame.mtu_bytes = 9000;
	scene->request->fail_threshold_percent = 94.2;
}

static void add_hop(Scene *scene, const char *address, double usable_mbps)
{
	LrPcieHop *hop = g_new0(LrPcieHop, 1);

	hop->address = g_strdup(address);
	hop->usable_mbps = usable_mbps;
	if (scene->nic->pcie_hops == NULL)
		scene->nic->pcie_hops =
			g_ptr_array_new_with_free_func((GDestroyNotify)lr_pcie_hop_free);
	g_ptr_array_add(scene->nic->pcie_hops, hop);
}

static void narrow_slot(Scene *scene)
{
	add_hop(scene, "0000:3b:00.0", 15754);
	add_hop(scene, "0000:3a:00.0", 7877);
	scene->nic->pcie_mbps = 7877;
}

static void wide_slot(Scene *scene)
{
	add_hop(scene, "0000:3b:00.0", 15754);
	scene->nic->pcie_mbps = 15754;
}

static void gigabit_on_usb_2(Scene *scene)
{
	scene->reference_mbps = 1000;
	scene->nic->link_mbps = 1000;
	scene->nic->usb_mbps = 480;
}

static void five_gigabit_on_usb_3(Scene *scene)
{
	scene->reference_mbps = 5000;
	scene->nic->link_mbps = 5000;
	scene->nic->usb_mbps = 5000;
}

static void gigabit_on_usb_3(Scene *scene)
{
	scene->reference_mbps = 1000;
	scene->nic->link_mbps = 1000;
	scene->nic->usb_mbps = 5000;
}

static void slow_below(Scene *scene)
{
	scene->nic->below_mbps = 1000;
	scene->nic->below_note = g_strdup("active member eth1");
}

static void offloads_off(Scene *scene)
{
	scene->nic->offloads_off = g_strdup("generic-receive-offload");
}

static void one_worker_far(Scene *scene)
{
	scene_add_worker(scene, 0);
}

static void far_but_place_unknown(Scene *scene)
{
	scene->cores->near_node = -1;
	scene_add_worker(scene, 0);
}

static void more_workers_than_pus(Scene *scene)
{
	g_array_index(scene->cores->pus, LrPu, 0).allowed = false;
	g_array_index(scene->cores->pus, LrPu, 1).allowed = false;
	scene_add_worker(scene, 2);
}

static void one_core_alone(Scene *scene)
{
	g_array_set_size(scene->workers, 1);
}

static void one_worker_asked(Scene *scene)
{
	g_array_set_size(scene->workers, 1);
	scene->request->threads = 1;
}

static void one_worker_for_a_gigabit(Scene *scene)
{
	g_array_set_size(scene->workers, 1);
	scene->reference_mbps = 1000;
	scene->nic->link_mbps = 1000;
}

static void powersave(Scene *scene)
{
	g_array_index(scene->cores->pus, LrPu, 2).powersave = true;
}

static void powersave_elsewhere(Scene *scene)
{
	g_array_index(scene->cores->pus, LrPu, 0).powersave = true;
}

static void each_fault_is_warned_of_and_nothing_else(void)
{
	static const struct {
		const char *name;
		void (*spoil)(Scene *scene);
		const char *warning; /* part of the only one; NULL for none */
	} rows[] = {
		{ "without-fault", nothing, NULL },
		{ "not-testable", not_testable,
		  "eth0 will not be tested: member of bond0: test bond0" },
		{ "not-testable-elsewhere", not_testable_elsewhere, NULL },
		{ "no-carrier", no_carrier, "eth0 has no link" },
		{ "carrier-unknown", carrier_unknown, NULL },
		{ "speed-unknown", speed_unknown, "give --speed" },
		{ "link-slower", link_slower,
		  "the link runs at 1 Gb/s, below the 10 Gb/s that eth0 is judged against: the "
		  "test will "
		  "fail" },
		{ "link-slower-but-wanted", link_slower_but_wanted,
		  "the link runs at 1 Gb/s, below the 10 Gb/s that eth0 claims" },
		{ "link-faster", link_faster, NULL },
		{ "half-duplex", half_duplex, "half-duplex" },
		{ "threshold-above", threshold_above,
		  "threshold of 94.2 % is above the 94.15 % that TCP can reach with MTU 1500" },
		{ "threshold-just-below", threshold_just_below, NULL },
		{ "threshold-above-on-jumbo", threshold_above_on_jumbo, NULL },
		{ "narrow-slot", narrow_slot, "0000:3a:00.0 carries 7.88 Gb/s" },
		{ "wide-slot", wide_slot, NULL },
		{ "gigabit-on-usb-2", gigabit_on_usb_2, "carries 426 Mb/s" },
		{ "five-gigabit-on-usb-3", five_gigabit_on_usb_3, "carries 4 Gb/s" },
		{ "gigabit-on-usb-3", gigabit_on_usb_3, NULL },
		{ "slow-below", slow_below,
		  "carries 1 Gb/s, less than the 10 Gb/s it is judged "
		  "against: active member eth1" },
		{ "offloads-off", offloads_off, "generic-receive-offload" },
		{ "one-worker-far", one_worker_far, "1 of 3 workers run away from NUMA node 1" },
		{ "far-but-place-unknown", far_but_place_unknown, NULL },
		{ "more-workers-than-pus", more_workers_than_pus, "3 workers share the 2 PUs" },
		{ "one-core-alone", one_core_alone, "one core alone may not fill 10 Gb/s" },
		{ "one-worker-asked", one_worker_asked, NULL },
		{ "one-worker-for-a-gigabit", one_worker_for_a_gigabit, NULL },
		{ "powersave", powersave, "1 of 2 workers run on a core whose frequency governor" },
		{ "powersave-elsewhere", powersave_elsewhere, NULL },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(Scene) scene = scene_new();
		g_autoptr(GPtrArray) warnings = NULL;

		g_test_message("row '%s'", rows[i].name);
		rows[i].spoil(scene);
		warnings = scene_advise(scene);
		for (guint j = 0; j < warnings->len; j++)
			g_test_message("%s", (const char *)warnings->pdata[j]);
		g_assert_cmpuint(warnings->len, ==, rows[i].warning != NULL ? 1 : 0);
		if (rows[i].warning != NULL)
			g_assert_nonnull(strstr(warnings->pdata[0], rows[i].warning));
	}
}

static void several_faults_are_told_gravest_first(void)
{
	g_autoptr(Scene) scene = scene_new();
	g_autoptr(GPtrArray) warnings = NULL;

	powersave(scene);
	link_slower(scene);
	not_testable(scene);
	warnings = scene_advise(scene);
	g_assert_cmpuint(warnings->len, ==, 3);
	g_assert_nonnull(strstr(warnings->pdata[0], "will not be tested"));
	g_assert_nonnull(strstr(warnings->pdata[1], "the link runs at"));
	g_assert_nonnull(strstr(warnings->pdata[2], "governor"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/advice/each-fault-is-warned-of-and-nothing-else",
			each_fault_is_warned_of_and_nothing_else);
	g_test_add_func("/advice/several-faults-are-told-gravest-first",
			several_faults_are_told_gravest_first);
	return g_test_run();
}
