/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules-cpu.h"

#include "thresholds.h"

/* Two groups on the way to the root may have held back at once. */
static double throttled_percent(const LrRunFacts *facts)
{
	if (facts->before == NULL || facts->run->window_ns <= 0)
		return 0;
	return MIN(100 * (double)(facts->after->throttled_ns - facts->before->throttled_ns) /
			   (double)facts->run->window_ns,
		   100);
}

/* The control group withheld CPU. */
static LrCause *quota(const LrRunFacts *facts, const char *run)
{
	double percent = throttled_percent(facts);
	LrCause *cause;

	if (percent < LR_THROTTLED_PERCENT)
		return NULL;
	cause = lr_cause_new(LR_CAUSE_CPU_THROTTLED,
			     "the control group of the test held its processes back for %.0f %% of "
			     "%s: it may use %.0f %% of a core",
			     percent, run, facts->after->quota_percent);
	lr_cause_advise(cause,
			"lift the CPU quota of the service or container that the test runs in");
	lr_cause_add_number(cause, "throttled_percent", percent);
	lr_cause_add_number(cause, "quota_percent", facts->after->quota_percent);
	return cause;
}

/* The core of the neediest worker, of which alone it is known that it had no time to spare, got hot
 * during the run. */
static LrCause *heat(const LrRunFacts *facts, const char *run)
{
	uint32_t cpu = facts->demand.cpu;
	const LrPuSurvey *from, *to;
	LrCause *cause;

	if (facts->before == NULL)
		return NULL;
	from = lr_survey_find_pu(facts->before, cpu);
	to = lr_survey_find_pu(facts->after, cpu);
	if (from == NULL || to == NULL || to->throttles <= from->throttles)
		return NULL;
	cause = lr_cause_new(LR_CAUSE_CPU_THROTTLED,
			     "heat slowed core %u down %" G_GUINT64_FORMAT " times in %s", cpu,
			     to->throttles - from->throttles, run);
	lr_cause_advise(cause, "check fans, air flow and heat sinks of the machine");
	lr_cause_add_number(cause, "cpu", cpu);
	lr_cause_add_number(cause, "throttles", (double)(to->throttles - from->throttles));
	return cause;
}

/* The same core was kept at a low frequency while it worked. */
static LrCause *slow_clock(const LrRunFacts *facts, const char *run)
{
	const LrPuSurvey *pu =
		facts->amid != NULL ? lr_survey_find_pu(facts->amid, facts->demand.cpu) : NULL;
	LrCause *cause;

	if (pu == NULL || pu->mhz == 0 || pu->mhz >= LR_SLOW_CLOCK_SHARE * pu->max_mhz)
		return NULL;
	cause = lr_cause_new(LR_CAUSE_CPU_THROTTLED,
			     "core %u ran at %u of %u MHz in the middle of %s, although its "
			     "worker had no time to spare%s%s",
			     pu->cpu, pu->mhz, pu->max_mhz, run,
			     pu->governor != NULL ? ": its governor is " : "",
			     pu->governor != NULL ? pu->governor : "");
	lr_cause_advise(cause, "set the governor to performance, and check power limits in the "
			       "firmware");
	lr_cause_add_number(cause, "cpu", pu->cpu);
	lr_cause_add_number(cause, "mhz", pu->mhz);
	lr_cause_add_number(cause, "max_mhz", pu->max_mhz);
	if (pu->governor != NULL)
		lr_cause_add_text(cause, "governor", pu->governor);
	return cause;
}

/* A hypervisor that gave a worker's core to others. */
static LrCause *stolen(const LrRunFacts *facts, const char *run)
{
	uint32_t cpu = facts->demand.cpu;
	double steal = lr_series_load_percent(facts->run, cpu, LR_LOAD_STEAL);
	LrCause *cause;

	if (steal < LR_STEAL_PERCENT)
		return NULL;
	cause = lr_cause_new(LR_CAUSE_CPU_THROTTLED,
			     "the hypervisor took core %u away for %.0f %% of %s", cpu, steal, run);
	lr_cause_advise(cause, "give the virtual machine cores of its own, or test on the host");
	lr_cause_add_number(cause, "cpu", cpu);
	lr_cause_add_number(cause, "steal_percent", steal);
	return cause;
}

LrCause *lr_rules_cpu_throttled(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	g_autofree char *run = lr_rule_run_dup(facts);
	LrCause *cause = quota(facts, run);

	/* A slow core matters only to a worker that has no time to spare. */
	if (cause == NULL && lr_run_facts_core_filled(facts)) {
		cause = heat(facts, run);
		if (cause == NULL)
			cause = slow_clock(facts, run);
		if (cause == NULL)
			cause = stolen(facts, run);
	}
	if (cause == NULL && facts->before != NULL)
		lr_rule_out(ruled_out, "no CPU quota, heat or power limit held the workers back");
	return cause;
}

/* The core with the most work for interrupts. */
static double busiest_softirq(const LrRun *run, uint32_t *cpu)
{
	const LrSample *sample = run->samples->len > 0 ? run->samples->pdata[0] : NULL;
	double most = -1;

	for (guint i = 0; sample != NULL && i < sample->cpus->len; i++) {
		uint32_t at = g_array_index(sample->cpus, LrCpuTime, i).cpu;
		double percent = lr_series_load_percent(run, at, LR_LOAD_SOFTIRQ);

		if (percent > most) {
			most = percent;
			*cpu = at;
		}
	}
	return most;
}

/* Whether a worker of the plan runs on this PU, which is on that node. */
static bool has_worker_on_node(const LrRunFacts *facts, uint32_t cpu, int node)
{
	for (guint i = 0; i < facts->plan->workers->len; i++) {
		const LrPlanWorker *worker = &g_array_index(facts->plan->workers, LrPlanWorker, i);

		if (worker->cpu == cpu && worker->numa_node == node)
			return true;
	}
	return false;
}

/* "the other 7 cores idled for 78 %", with the number in *idle: those of the interface's
 * node that had a worker, or where there is no other such, all that there are. NULL for no other
 * core. */
static char *others_dup(const LrRunFacts *facts, uint32_t cpu, bool of_node, double *idle)
{
	const LrSample *sample = facts->run->samples->pdata[0];
	int node = facts->nic->numa_node;
	double busy = 0;
	guint n = 0;

	for (guint i = 0; i < sample->cpus->len; i++) {
		uint32_t at = g_array_index(sample->cpus, LrCpuTime, i).cpu;
		double percent = lr_series_load_percent(facts->run, at, LR_LOAD_BUSY);

		if (at == cpu || percent < 0 || (of_node && !has_worker_on_node(facts, at, node)))
			continue;
		n++;
		busy += percent;
	}
	if (n == 0)
		return of_node ? others_dup(facts, cpu, false, idle) : NULL;
	*idle = 100 - busy / n;
	if (of_node)
		return g_strdup_printf("the other %u workers' cores of node %d idled for %.0f %%",
				       n, node, *idle);
	if (n == 1)
		return g_strdup_printf("the other core idled for %.0f %%", *idle);
	return g_strdup_printf("the other %u cores idled for %.0f %%", n, *idle);
}

/* Of the interface's interrupts during the run, the share that this PU served; -1 unknown. */
static double interrupt_share_percent(const LrRunFacts *facts, uint32_t cpu)
{
	uint64_t all = 0, here = 0;

	for (guint i = 0; facts->before != NULL && i < facts->after->pus->len; i++) {
		const LrPuSurvey *to = &g_array_index(facts->after->pus, LrPuSurvey, i);
		const LrPuSurvey *from = lr_survey_find_pu(facts->before, to->cpu);
		uint64_t grown =
			to->interrupts - (from != NULL ? MIN(from->interrupts, to->interrupts) : 0);

		all += grown;
		here += to->cpu == cpu ? grown : 0;
	}
	return all > 0 ? 100 * (double)here / (double)all : -1;
}

LrCause *lr_rules_cpu_softirq(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	uint32_t cpu = 0;
	double idle = -1, percent = busiest_softirq(facts->run, &cpu);
	double irqs = interrupt_share_percent(facts, cpu);
	g_autofree char *run = lr_rule_run_dup(facts), *rate = lr_rate_dup(facts->mbps);
	g_autofree char *others = NULL;
	LrCause *cause;

	if (percent < LR_SOFTIRQ_PERCENT) {
		if (percent >= 0)
			lr_rule_out(ruled_out, "interrupts took at most %.0f %% of a core",
				    percent);
		return NULL;
	}
	others = others_dup(facts, cpu, facts->nic->numa_node >= 0, &idle);
	cause = lr_cause_new(
		LR_CAUSE_SOFTIRQ_LIMIT,
		"core %u spent %.0f %% of %s serving network interrupts%s%s; so no more "
		"than %s comes through",
		cpu, percent, run, others != NULL ? ", while " : "", others != NULL ? others : "",
		rate);
	lr_cause_add_number(cause, "cpu", cpu);
	lr_cause_add_number(cause, "softirq_percent", percent);
	if (others != NULL)
		lr_cause_add_number(cause, "others_idle_percent", idle);
	if (irqs >= 0)
		lr_cause_add_number(cause, "interrupts_percent", irqs);
	if (facts->after != NULL && facts->after->channels != 0) {
		lr_cause_add_number(cause, "channels", facts->after->channels);
		lr_cause_add_number(cause, "channels_max", facts->after->channels_max);
	}
	return cause;
}

LrCause *lr_rules_cpu_numa(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	const GArray *workers = facts->plan->workers;
	guint n_far = 0;
	int far_node = -1;
	LrCause *cause;

	for (guint i = 0; facts->nic->numa_node >= 0 && i < workers->len; i++) {
		int node = g_array_index(workers, LrPlanWorker, i).numa_node;

		if (node >= 0 && node != facts->nic->numa_node) {
			n_far++;
			far_node = node;
		}
	}
	if (2 * n_far < workers->len || n_far == 0 || !lr_run_facts_core_filled(facts)) {
		if (facts->nic->numa_node >= 0)
			lr_rule_out(ruled_out, "%u of %u workers ran away from the NUMA node of %s",
				    n_far, workers->len, facts->nic->ifname);
		return NULL;
	}
	cause = lr_cause_new(
		LR_CAUSE_NUMA_REMOTE,
		"%s is next to NUMA node %d, but %u of %u workers ran on node %d and had no "
		"time to spare",
		facts->nic->ifname, facts->nic->numa_node, n_far, workers->len, far_node);
	lr_cause_add_number(cause, "nic_node", facts->nic->numa_node);
	lr_cause_add_number(cause, "worker_node", far_node);
	lr_cause_add_number(cause, "workers_far", n_far);
	return cause;
}

/* The workers themselves had no time to spare. */
static LrCause *core_bound(const LrRunFacts *facts)
{
	const LrDemand *demand = &facts->demand;
	double wanted = lr_run_facts_demand_percent(facts);
	g_autofree char *rate = lr_rate_dup(facts->mbps);
	g_autofree char *run = lr_rule_run_dup(facts);
	LrCause *cause;

	if (demand->wait * 100 >= wanted * LR_CROWDED_PERCENT && !lr_run_facts_core_shared(facts)) {
		cause = lr_cause_new(
			LR_CAUSE_CPU_LIMIT,
			"the worker on core %u wanted it for %.0f %% of %s and got it for "
			"%.0f %%: other programs took the rest",
			demand->cpu, wanted, run, demand->run);
		lr_cause_advise(cause, "free the cores from other load, or use others");
	} else if (wanted < LR_DEMAND_PERCENT) {
		cause = lr_cause_new(
			LR_CAUSE_CPU_LIMIT,
			"core %u was full in %s: its worker took %.0f %% of it, interrupts of "
			"the network %.0f %%; with %u %s this machine moves no more than %s",
			demand->cpu, run, demand->run, demand->softirq, facts->n_workers,
			facts->n_workers == 1 ? "worker" : "workers", rate);
	} else {
		cause = lr_cause_new(
			LR_CAUSE_CPU_LIMIT,
			"the worker on core %u was busy for %.0f %% of %s: with %u %s this "
			"machine moves no more than %s",
			demand->cpu, wanted, run, facts->n_workers,
			facts->n_workers == 1 ? "worker" : "workers", rate);
	}
	lr_cause_add_number(cause, "cpu", demand->cpu);
	lr_cause_add_number(cause, "run_percent", demand->run);
	if (demand->known)
		lr_cause_add_number(cause, "wait_percent", demand->wait);
	lr_cause_add_number(cause, "softirq_percent", demand->softirq);
	lr_cause_add_number(cause, "core_load_percent", facts->core_load_percent);
	lr_cause_add_number(cause, "workers", facts->n_workers);
	return cause;
}

/* The rate was reached, but at a higher load of the cores than was allowed. */
static LrCause *over_load(const LrRunFacts *facts)
{
	double load = facts->core_load_percent, own = facts->demand.run;
	g_autofree char *run = lr_rule_run_dup(facts);
	LrCause *cause;

	if (load <= facts->request->cpu_threshold_percent)
		return NULL;
	cause = lr_cause_new(LR_CAUSE_CPU_LIMIT,
			     "the workers' cores were busy for %.1f %% of %s, threshold %g %%; the "
			     "busiest worker itself took %.0f %% of its core",
			     load, run, facts->request->cpu_threshold_percent, own);
	if (own < load / 2)
		lr_cause_advise(cause, "see what else ran on these cores, interrupts included");
	lr_cause_add_number(cause, "core_load_percent", load);
	lr_cause_add_number(cause, "threshold_percent", facts->request->cpu_threshold_percent);
	lr_cause_add_number(cause, "run_percent", own);
	lr_cause_add_number(cause, "workers", facts->n_workers);
	return cause;
}

LrCause *lr_rules_cpu_limit(const LrRunFacts *facts, GPtrArray *ruled_out)
{
	if (!facts->too_slow)
		return over_load(facts);
	if (lr_run_facts_core_bound(facts))
		return core_bound(facts);
	lr_rule_out(ruled_out, "no worker needed more than %.0f %% of its core",
		    lr_run_facts_demand_percent(facts));
	return NULL;
}
