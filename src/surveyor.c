/* SPDX-License-Identifier: GPL-3.0-only */
#include "surveyor.h"

#include "aer.h"
#include "cgroup.h"
#include "core-state.h"
#include "ethtool-survey.h"
#include "interrupts.h"
#include "qdisc.h"

LrSurvey *lr_surveyor_take(const LrNic *nic, const LrRun *run, LrKernelLog *log)
{
	LrSurvey *survey = lr_survey_new();
	g_autoptr(LrEthtool) ethtool = lr_ethtool_new(NULL);

	survey->at_ns = g_get_monotonic_time() * 1000;
	for (guint i = 0; i < run->workers->len; i++)
		lr_survey_pu(survey, ((const LrWorkerResult *)run->workers->pdata[i])->cpu);
	lr_interrupts_survey(nic, survey);
	lr_core_state_survey(survey);
	lr_cgroup_survey(survey);
	lr_aer_survey(nic, survey);
	lr_qdisc_survey(nic->ifindex, survey);
	if (ethtool != NULL)
		lr_ethtool_survey(ethtool, nic->ifname, survey);
	lr_kernel_log_survey(log, nic, survey);
	return survey;
}
