/* SPDX-License-Identifier: GPL-3.0-only */
#include "json-survey.h"

#include "json-text.h"

static double known(double number)
{
	return number > 0 ? number : -1;
}

static JsonArray *make_qdiscs(const GPtrArray *qdiscs)
{
	JsonArray *array = json_array_new();

	for (guint i = 0; i < qdiscs->len; i++) {
		const LrQdisc *qdisc = qdiscs->pdata[i];
		JsonObject *object = json_object_new();

		lr_json_set_text(object, "kind", qdisc->kind);
		lr_json_set_known_number(object, "rate_mbps", known(qdisc->rate_mbps));
		lr_json_set_count(object, "dropped", qdisc->dropped);
		lr_json_set_count(object, "overlimits", qdisc->overlimits);
		lr_json_set_count(object, "backlog_bytes", qdisc->backlog_bytes);
		json_array_add_object_element(array, object);
	}
	return array;
}

static JsonObject *make_statistics(const GPtrArray *statistics)
{
	JsonObject *object = json_object_new();

	for (guint i = 0; i < statistics->len; i++) {
		const LrStatistic *statistic = statistics->pdata[i];

		lr_json_set_count(object, statistic->name, statistic->count);
	}
	return object;
}

static JsonArray *make_pus(const GArray *pus)
{
	JsonArray *array = json_array_new();

	for (guint i = 0; i < pus->len; i++) {
		const LrPuSurvey *pu = &g_array_index(pus, LrPuSurvey, i);
		JsonObject *object = json_object_new();

		lr_json_set_count(object, "cpu", pu->cpu);
		lr_json_set_text(object, "governor", pu->governor);
		lr_json_set_known_count(object, "mhz", pu->mhz);
		lr_json_set_known_count(object, "max_mhz", pu->max_mhz);
		lr_json_set_count(object, "throttles", pu->throttles);
		lr_json_set_count(object, "interrupts", pu->interrupts);
		json_array_add_object_element(array, object);
	}
	return array;
}

static JsonArray *make_lines(const GPtrArray *lines)
{
	JsonArray *array = json_array_new();

	for (guint i = 0; i < lines->len; i++)
		lr_json_add_text(array, lines->pdata[i]);
	return array;
}

JsonObject *lr_json_survey_make(const LrSurvey *survey, int64_t gate_ns)
{
	JsonObject *object = json_object_new();

	json_object_set_int_member(object, "t_ns", survey->at_ns - gate_ns);
	json_object_set_array_member(object, "qdiscs", make_qdiscs(survey->qdiscs));
	json_object_set_object_member(object, "statistics", make_statistics(survey->statistics));
	json_object_set_array_member(object, "pus", make_pus(survey->pus));
	lr_json_set_known_count(object, "rx_ring", survey->rx_ring);
	lr_json_set_known_count(object, "rx_ring_max", survey->rx_ring_max);
	lr_json_set_known_count(object, "tx_ring", survey->tx_ring);
	lr_json_set_known_count(object, "tx_ring_max", survey->tx_ring_max);
	lr_json_set_known_count(object, "channels", survey->channels);
	lr_json_set_known_count(object, "channels_max", survey->channels_max);
	lr_json_set_count(object, "aer_correctable", survey->aer_correctable);
	lr_json_set_count(object, "aer_uncorrectable", survey->aer_uncorrectable);
	lr_json_set_known_number(object, "quota_percent", known(survey->quota_percent));
	lr_json_set_count(object, "throttled_ns", (uint64_t)MAX(survey->throttled_ns, 0));
	json_object_set_array_member(object, "kernel_lines", make_lines(survey->kernel_lines));
	return object;
}
