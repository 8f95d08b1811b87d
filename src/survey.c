/* SPDX-License-Identifier: GPL-3.0-only */
#include "survey.h"

static void qdisc_free(gpointer data)
{
	LrQdisc *qdisc = data;

	g_free(qdisc->kind);
	g_free(qdisc);
}

static void statistic_free(gpointer data)
{
	LrStatistic *statistic = data;

	g_free(statistic->name);
	g_free(statistic);
}

static void pu_clear(gpointer data)
{
	LrPuSurvey *pu = data;

	g_free(pu->governor);
}

LrSurvey *lr_survey_new(void)
{
	LrSurvey *survey = g_new0(LrSurvey, 1);

	survey->qdiscs = g_ptr_array_new_with_free_func(qdisc_free);
	survey->statistics = g_ptr_array_new_with_free_func(statistic_free);
	survey->pus = g_array_new(FALSE, TRUE, sizeof(LrPuSurvey));
	g_array_set_clear_func(survey->pus, pu_clear);
	survey->kernel_lines = g_ptr_array_new_with_free_func(g_free);
	return survey;
}

void lr_survey_free(LrSurvey *survey)
{
	if (survey == NULL)
		return;
	g_ptr_array_unref(survey->qdiscs);
	g_ptr_array_unref(survey->statistics);
	g_array_unref(survey->pus);
	g_ptr_array_unref(survey->kernel_lines);
	g_free(survey);
}

LrQdisc *lr_survey_add_qdisc(LrSurvey *survey, const char *kind)
{
	LrQdisc *qdisc = g_new0(LrQdisc, 1);

	qdisc->kind = g_strdup(kind);
	g_ptr_array_add(survey->qdiscs, qdisc);
	return qdisc;
}

LrStatistic *lr_survey_add_statistic(LrSurvey *survey, const char *name, uint64_t count)
{
	LrStatistic *statistic = g_new0(LrStatistic, 1);

	statistic->name = g_strdup(name);
	statistic->count = count;
	g_ptr_array_add(survey->statistics, statistic);
	return statistic;
}

LrPuSurvey *lr_survey_pu(LrSurvey *survey, uint32_t cpu)
{
	LrPuSurvey pu = { .cpu = cpu };
	guint i;

	for (i = 0; i < survey->pus->len; i++) {
		LrPuSurvey *at = &g_array_index(survey->pus, LrPuSurvey, i);

		if (at->cpu == cpu)
			return at;
		if (at->cpu > cpu)
			break;
	}
	g_array_insert_val(survey->pus, i, pu);
	return &g_array_index(survey->pus, LrPuSurvey, i);
}

const LrPuSurvey *lr_survey_find_pu(const LrSurvey *survey, uint32_t cpu)
{
	for (guint i = 0; i < survey->pus->len; i++) {
		const LrPuSurvey *at = &g_array_index(survey->pus, LrPuSurvey, i);

		if (at->cpu == cpu)
			return at;
	}
	return NULL;
}

uint64_t lr_survey_statistic(const LrSurvey *survey, const char *name)
{
	for (guint i = 0; i < survey->statistics->len; i++) {
		const LrStatistic *statistic = survey->statistics->pdata[i];

		if (g_str_equal(statistic->name, name))
			return statistic->count;
	}
	return 0;
}
