/* SPDX-License-Identifier: GPL-3.0-only */
#include "hwloc-cores.h"

#include <errno.h>
#include <hwloc.h>
#include <stdlib.h>

#include "error.h"

typedef struct hwloc_topology Topology;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Topology, hwloc_topology_destroy)

typedef struct hwloc_bitmap_s Bitmap;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Bitmap, hwloc_bitmap_free)

/* The variables that name a topology, in hwloc's order of precedence. */
static const char *const topology_variables[] = { "HWLOC_FSROOT", "HWLOC_SYNTHETIC",
						  "HWLOC_XMLFILE" };

static const char *topology_variable(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(topology_variables); i++) {
		const char *value = getenv(topology_variables[i]);

		if (value != NULL && value[0] != '\0')
			return topology_variables[i];
	}
	return NULL;
}

bool lr_hwloc_cores_elsewhere(void)
{
	const char *this_system = getenv("HWLOC_THISSYSTEM");

	return topology_variable() != NULL && (this_system == NULL || atoi(this_system) == 0);
}

/* The kernel tells everything that is asked here. The other components cost time, and more: x86
 * binds this process to every core in turn, pci wakes sleeping devices, and the graphics ones
 * start their vendor's runtime. Not every build has each of them, so a refusal means nothing. */
static void leave_components_out(Topology *topology)
{
	static const char *const names[] = { "x86",  "pci",  "opencl",	  "cuda",
					     "nvml", "rsmi", "levelzero", "gl" };

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST,
					      names[i]);
}

/* hwloc follows the environment by itself, but what it cannot read makes it describe this machine
 * instead, without a word. */
static bool take_source(Topology *topology, const char *variable)
{
	const char *value = getenv(variable);

	if (g_str_equal(variable, "HWLOC_XMLFILE"))
		return hwloc_topology_set_xml(topology, value) == 0;
	if (g_str_equal(variable, "HWLOC_SYNTHETIC"))
		return hwloc_topology_set_synthetic(topology, value) == 0;
	return g_file_test(value, G_FILE_TEST_IS_DIR);
}

static Topology *load_topology(GError **error)
{
	/* PUs outside the cpuset are wanted too: "its cores may not be used" is not "has no cores".
	 */
	unsigned long flags = HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED;
	const char *variable = topology_variable();
	g_autoptr(Topology) topology = NULL;

#if HWLOC_API_VERSION >= 0x00020800
	flags |= HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS;
#endif
	if (hwloc_topology_init(&topology) != 0) {
		lr_error_set_errno(error, errno, "cannot start hwloc");
		return NULL;
	}
	leave_components_out(topology);
	hwloc_topology_set_flags(topology, flags);
	hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
	errno = 0;
	if ((variable != NULL && !take_source(topology, variable)) ||
	    hwloc_topology_load(topology) != 0) {
		if (variable != NULL)
			g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
				    "%s=%s holds no topology that hwloc can read: correct it or "
				    "unset it",
				    variable, getenv(variable));
		else
			lr_error_set_errno(error, errno,
					   "cannot read the topology of this machine");
		return NULL;
	}
	return g_steal_pointer(&topology);
}

static hwloc_obj_t network_device(Topology *topology, const char *ifname)
{
	hwloc_obj_t device = NULL;

	while ((device = hwloc_get_next_osdev(topology, device)) != NULL) {
		if (device->attr->osdev.type == HWLOC_OBJ_OSDEV_NETWORK &&
		    g_strcmp0(device->name, ifname) == 0)
			return device;
	}
	return NULL;
}

/* In another machine's topology only the name means anything; here the address is safer, since
 * sysfs may show the interfaces of another network namespace. A VLAN or a DSA port is where the
 * interface below it is. */
static hwloc_obj_t io_object(Topology *topology, const LrNic *nic)
{
	hwloc_obj_t device = NULL;

	if (hwloc_topology_is_thissystem(topology) && nic->bus_address != NULL)
		device = hwloc_get_pcidev_by_busidstring(topology, nic->bus_address);
	if (device == NULL)
		device = network_device(topology, nic->ifname);
	return device != NULL || nic->lower == NULL ? device : network_device(topology, nic->lower);
}

static char *pci_address_dup(hwloc_obj_t device)
{
	for (; device != NULL; device = device->parent) {
		const struct hwloc_pcidev_attr_s *pci = &device->attr->pcidev;

		if (device->type == HWLOC_OBJ_PCI_DEVICE)
			return g_strdup_printf("%04x:%02x:%02x.%x", pci->domain, pci->bus, pci->dev,
					       pci->func);
	}
	return NULL;
}

/* hwloc tells a link's speed in gigabytes a second, after the line encoding. Of a bridge it is that
 * of the link above it. */
static double slot_mbps(hwloc_obj_t device)
{
	double narrowest = 0;

	for (; device != NULL; device = device->parent) {
		double mbps = 0;

		if (device->type == HWLOC_OBJ_PCI_DEVICE)
			mbps = device->attr->pcidev.linkspeed * 8000;
		else if (device->type == HWLOC_OBJ_BRIDGE &&
			 device->attr->bridge.upstream_type == HWLOC_OBJ_BRIDGE_PCI)
			mbps = device->attr->bridge.upstream.pci.linkspeed * 8000;
		if (mbps > 0 && (narrowest == 0 || mbps < narrowest))
			narrowest = mbps;
	}
	return narrowest;
}

/* The allowed set: what the topology says, and on this machine also what this thread is bound to,
 * since the workers inherit that. */
static Bitmap *allowed_cpuset(Topology *topology)
{
	Bitmap *allowed = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology));
	g_autoptr(Bitmap) bound = hwloc_bitmap_alloc();

	if (hwloc_topology_is_thissystem(topology) &&
	    hwloc_get_cpubind(topology, bound, HWLOC_CPUBIND_THREAD) == 0)
		hwloc_bitmap_and(allowed, allowed, bound);
	return allowed;
}

static int efficiency_of(Topology *topology, hwloc_obj_t pu)
{
	int kind = hwloc_cpukinds_get_by_cpuset(topology, pu->cpuset, 0), efficiency;

	if (kind < 0 || hwloc_cpukinds_get_info(topology, (unsigned)kind, NULL, &efficiency, NULL,
						NULL, 0) != 0)
		return 0;
	return MAX(efficiency, 0);
}

/* The node whose memory is nearest to a PU. Its nodeset would not tell: it also has the nodes
 * without cores (CXL, HBM), which hwloc counts as local to everything around them. */
static int node_of(hwloc_obj_t pu)
{
	hwloc_obj_t place = pu, memory;

	while (place != NULL && place->memory_arity == 0)
		place = place->parent;
	/* A memory-side cache stands between a place and its node. */
	for (memory = place != NULL ? place->memory_first_child : NULL; memory != NULL;
	     memory = memory->memory_first_child) {
		if (memory->type == HWLOC_OBJ_NUMANODE)
			return (int)memory->os_index;
	}
	/* The memory of the node is outside the cpuset, or the node has none. */
	return hwloc_bitmap_first(pu->complete_nodeset);
}

static int compare_cpus(gconstpointer a, gconstpointer b)
{
	const LrPu *left = a, *right = b;

	return left->cpu < right->cpu ? -1 : left->cpu > right->cpu;
}

/* False when not one PU is allowed. */
static bool add_pus(Topology *topology, LrCores *cores)
{
	g_autoptr(Bitmap) allowed = allowed_cpuset(topology);
	hwloc_obj_t pu = NULL;
	bool any = false;

	while ((pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != NULL) {
		hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
		LrPu unit = {
			.cpu = pu->os_index,
			.core = core != NULL ? core->logical_index : pu->logical_index,
			.numa_node = node_of(pu),
			.efficiency = efficiency_of(topology, pu),
			.allowed = hwloc_bitmap_isset(allowed, pu->os_index),
		};

		g_array_append_val(cores->pus, unit);
		any = any || unit.allowed;
	}
	g_array_sort(cores->pus, compare_cpus);
	return any;
}

/* Whether the I/O object says what is next to the interface. A device at the root of a machine
 * with several nodes is next to everything, which says nothing. */
static bool mark_near_device(Topology *topology, hwloc_obj_t device, LrCores *cores)
{
	hwloc_const_cpuset_t near = hwloc_get_non_io_ancestor_obj(topology, device)->cpuset;
	guint n_near = 0;
	bool one_node = true;

	for (guint i = 0; i < cores->pus->len; i++) {
		LrPu *pu = &g_array_index(cores->pus, LrPu, i);

		pu->near = hwloc_bitmap_isset(near, pu->cpu);
		if (!pu->near)
			continue;
		if (n_near++ == 0)
			cores->near_node = pu->numa_node;
		one_node = one_node && pu->numa_node == cores->near_node;
	}
	if (!one_node)
		cores->near_node = -1;
	return n_near > 0 && (one_node || n_near < cores->pus->len);
}

static bool mark_near_node(int numa_node, LrCores *cores)
{
	bool any = false;

	for (guint i = 0; i < cores->pus->len; i++) {
		LrPu *pu = &g_array_index(cores->pus, LrPu, i);

		pu->near = numa_node >= 0 && pu->numa_node == numa_node;
		any = any || pu->near;
	}
	cores->near_node = MAX(numa_node, -1);
	return any;
}

LrCores *lr_hwloc_cores_load(const LrNic *nic, GError **error)
{
	g_autoptr(Topology) topology = load_topology(error);
	g_autoptr(LrCores) cores = NULL;
	hwloc_obj_t device;

	if (topology == NULL)
		return NULL;
	cores = lr_cores_new();
	cores->elsewhere = !hwloc_topology_is_thissystem(topology);
	if (!add_pus(topology, cores)) {
		g_set_error(error, LR_ERROR, LR_ERROR_SYSTEM,
			    "the topology leaves no core that may be used");
		return NULL;
	}
	device = io_object(topology, nic);
	cores->knows_nic = device != NULL;
	cores->bus_address = pci_address_dup(device);
	cores->slot_mbps = slot_mbps(device);
	if (device != NULL && mark_near_device(topology, device, cores))
		return g_steal_pointer(&cores);
	if (mark_near_node(nic->numa_node, cores))
		return g_steal_pointer(&cores);
	if (nic->numa_node >= 0)
		cores->near_note = g_strdup_printf("NUMA node %d of %s has no core", nic->numa_node,
						   nic->ifname);
	else
		cores->near_note = g_strdup_printf(
			device != NULL ? "the topology has %s next to every core alike"
				       : "the topology does not know %s",
			nic->ifname);
	return g_steal_pointer(&cores);
}
