/* SPDX-License-Identifier: GPL-3.0-only */
#include "read-survey.h"

#include "json-take.h"

static uint32_t take_small(JsonObject *object, const char *name, GError **damage)
{
	return (uint32_t)lr_json_take_count(object, name, G_MAXUINT32, damage);
}

static uint64_t take_large(JsonObject *object, const char *name, GError **damage)
{
	return lr_json_take_count(object, name, G_MAXINT64, damage);
}

static void read_qdisc(LrSurvey *survey, JsonObject *object, GError **damage)
{
	g_autofree char *kind = lr_json_take_text(object, "kind", damage);
	LrQdisc *qdisc = lr_survey_add_qdisc(survey, kind != NULL ? kind : "unknown");

	qdisc->rate_mbps = lr_json_take_number(object, "rate_mbps", 0, damage);
	qdisc->dropped = take_large(object, "dropped", damage);
	qdisc->overlimits = take_large(object, "overlimits", damage);
	qdisc->backlog_bytes = take_large(object, "backlog_bytes", damage);
}

static void read_statistics(LrSurvey *survey, JsonObject *object, GError **damage)
{
	g_autoptr(GList) names = object != NULL ? json_object_get_members(object) : NULL;

	for (GList *at = names; at != NULL; at = at->next)
		lr_survey_add_statistic(survey, at->data, take_large(object, at->data, damage));
}

static void read_pu(LrSurvey *survey, JsonObject *object, GError **damage)
{
	LrPuSurvey *pu = lr_survey_pu(survey, take_small(object, "cpu", damage));

	g_free(pu->governor);
	pu->governor = lr_json_take_text(object, "governor", damage);
	pu->mhz = take_small(object, "mhz", damage);
	pu->max_mhz = take_small(object, "max_mhz", damage);
	pu->throttles = take_large(object, "throttles", damage);
	pu->interrupts = take_large(object, "interrupts", damage);
}

static void read_lines(LrSurvey *survey, JsonArray *array)
{
	for (guint i = 0; array != NULL && i < json_array_get_length(array); i++) {
		JsonNode *node = json_array_get_element(array, i);

		if (JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING)
			g_ptr_array_add(survey->kernel_lines, json_node_dup_string(node));
	}
}

static void read_device(LrSurvey *survey, JsonObject *object, GError **damage)
{
	survey->rx_ring = take_small(object, "rx_ring", damage);
	survey->rx_ring_max = take_small(object, "rx_ring_max", damage);
	survey->tx_ring = take_small(object, "tx_ring", damage);
	survey->tx_ring_max = take_small(object, "tx_ring_max", damage);
	survey->channels = take_small(object, "channels", damage);
	survey->channels_max = take_small(object, "channels_max", damage);
	survey->aer_correctable = take_large(object, "aer_correctable", damage);
	survey->aer_uncorrectable = take_large(object, "aer_uncorrectable", damage);
}

LrSurvey *lr_read_survey(JsonObject *object, int64_t gate_ns, GError **damage)
{
	LrSurvey *survey = lr_survey_new();
	guint n = lr_json_take_length(object, "qdiscs", damage);

	survey->at_ns = gate_ns + lr_json_take_integer(object, "t_ns", 0, damage);
	for (guint i = 0; i < n; i++)
		read_qdisc(survey, lr_json_take_element(object, "qdiscs", i, damage), damage);
	read_statistics(survey, lr_json_take_object(object, "statistics", damage), damage);
	n = lr_json_take_length(object, "pus", damage);
	for (guint i = 0; i < n; i++)
		read_pu(survey, lr_json_take_element(object, "pus", i, damage), damage);
	read_device(survey, object, damage);
	survey->quota_percent = lr_json_take_number(object, "quota_percent", 0, damage);
	survey->throttled_ns = (int64_t)take_large(object, "throttled_ns", damage);
	read_lines(survey, lr_json_take_array(object, "kernel_lines", damage));
	return survey;
}
