/* SPDX-License-Identifier: GPL-3.0-only */
/* The processing units (PU) of a machine as one interface sees them. Facts only. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
	uint32_t cpu; /* the kernel's number of this PU */
	uint32_t core; /* number of the physical core within the machine; siblings share it */
	int numa_node; /* -1 when unknown */
	int efficiency; /* rank of the kind of core, higher is faster; 0 when all are alike */
	bool allowed; /* within this process's affinity mask and cpuset */
	bool near; /* next to the interface, by the topology */
	bool powersave; /* its frequency governor is "powersave" */
} LrPu;

typedef struct {
	GArray *pus; /* of LrPu, ascending by cpu; at least one is allowed */
	int near_node; /* NUMA node of the interface; -1 when unknown, or when it has several */
	char *near_note; /* why no PU is near, a phrase; NULL when some are */
	bool elsewhere; /* the topology is another machine's: no worker can be pinned by it */
	bool knows_nic; /* the interface is among the topology's I/O objects */
	double slot_mbps; /* by the topology, usable on its narrowest PCI link; 0 when unknown */
	char *bus_address; /* of the interface's PCI function by the topology; NULL when it has none
			    */
} LrCores;

LrCores *lr_cores_new(void);
void lr_cores_free(LrCores *cores);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrCores, lr_cores_free)
