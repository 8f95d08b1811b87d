/* SPDX-License-Identifier: GPL-3.0-only */
#include "sampler.h"

#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "units.h"

/* The contents of a file of one interface in sysfs, without the line feed; NULL when it cannot be
 * read. */
static char *read_attribute(const char *ifname, const char *name)
{
	g_autofree char *path = g_build_filename("/sys/class/net", ifname, name, NULL);
	char *text = NULL;

	if (!g_file_get_contents(path, &text, NULL, NULL))
		return NULL;
	return g_strchomp(text);
}

static uint64_t read_count(const char *ifname, const char *name)
{
	g_autofree char *text = read_attribute(ifname, name);

	return text != NULL ? g_ascii_strtoull(text, NULL, 10) : 0;
}

LrTristate lr_sampler_carrier(const char *ifname)
{
	/* The kernel refuses the read (EINVAL) while the interface is down. */
	g_autofree char *text = read_attribute(ifname, "carrier");

	if (text == NULL)
		return LR_UNKNOWN;
	return g_str_equal(text, "1") ? LR_YES : LR_NO;
}

static void read_counters(const char *ifname, LrCounters *counters)
{
	const struct {
		const char *name;
		uint64_t *count;
	} files[] = {
		{ "statistics/rx_bytes", &counters->rx_bytes },
		{ "statistics/tx_bytes", &counters->tx_bytes },
		{ "statistics/rx_packets", &counters->rx_packets },
		{ "statistics/tx_packets", &counters->tx_packets },
		{ "statistics/rx_errors", &counters->rx_errors },
		{ "statistics/tx_errors", &counters->tx_errors },
		{ "statistics/rx_dropped", &counters->rx_dropped },
		{ "statistics/tx_dropped", &counters->tx_dropped },
		{ "statistics/rx_crc_errors", &counters->rx_crc_errors },
		{ "statistics/rx_missed_errors", &counters->rx_missed_errors },
		{ "statistics/collisions", &counters->collisions },
		{ "carrier_changes", &counters->carrier_changes },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(files); i++)
		*files[i].count = read_count(ifname, files[i].name);
}

/* A line "cpu3 user nice system idle iowait irq softirq steal guest guest_nice" of /proc/stat, in
 * clock ticks. Guest time is part of user time already. */
static bool read_cpu_line(const char *line, int64_t tick_ns, LrCpuTime *cpu)
{
	unsigned long long user, nice, system, idle, iowait, irq, softirq, steal = 0;
	unsigned int number;

	/* The first line, "cpu  user nice ...", is the sum of all; sscanf() would skip its blanks.
	 */
	if (!g_ascii_isdigit(line[3]))
		return false;
	if (sscanf(line, "cpu%u %llu %llu %llu %llu %llu %llu %llu %llu", &number, &user, &nice,
		   &system, &idle, &iowait, &irq, &softirq, &steal) < 8)
		return false;
	cpu->cpu = number;
	cpu->softirq_ns = (int64_t)(irq + softirq) * tick_ns;
	cpu->busy_ns = (int64_t)(user + nice + system + irq + softirq) * tick_ns;
	cpu->steal_ns = (int64_t)steal * tick_ns;
	cpu->total_ns = cpu->busy_ns + cpu->steal_ns + (int64_t)(idle + iowait) * tick_ns;
	return true;
}

static void read_cpus(GArray *cpus)
{
	int64_t tick_ns = LR_NS_PER_SECOND / sysconf(_SC_CLK_TCK);
	g_autofree char *text = NULL;
	const char *line;

	if (!g_file_get_contents("/proc/stat", &text, NULL, NULL))
		return;
	for (line = text; line != NULL && g_str_has_prefix(line, "cpu");) {
		LrCpuTime cpu;

		if (read_cpu_line(line, tick_ns, &cpu))
			g_array_append_val(cpus, cpu);
		line = strchr(line, '\n');
		if (line != NULL)
			line++;
	}
}

LrSample *lr_sampler_take(uint32_t ifindex)
{
	LrSample *sample = lr_sample_new();
	char ifname[IF_NAMESIZE];

	sample->at_ns = g_get_monotonic_time() * 1000;
	sample->gone = if_indextoname(ifindex, ifname) == NULL;
	if (!sample->gone) {
		sample->carrier = lr_sampler_carrier(ifname);
		read_counters(ifname, &sample->counters);
	}
	read_cpus(sample->cpus);
	return sample;
}
