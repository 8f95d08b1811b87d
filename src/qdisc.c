/* SPDX-License-Identifier: GPL-3.0-only */
#include "qdisc.h"

#include <linux/gen_stats.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "netlink.h"
#include "text.h"

struct search {
	uint32_t ifindex;
	LrSurvey *survey;
};

static void copy_attribute(const struct nlattr *attribute, void *to, size_t size)
{
	memset(to, 0, size);
	memcpy(to, mnl_attr_get_payload(attribute), MIN(size, mnl_attr_get_payload_len(attribute)));
}

static double mbps_from_bytes_per_second(uint64_t bytes)
{
	return (double)bytes * 8 / 1e6;
}

/* The rate of a token bucket; the only discipline that keeps its rate in one place. */
static void read_tbf(const struct nlattr *options, LrQdisc *qdisc)
{
	const struct nlattr *attribute;

	mnl_attr_for_each_nested(attribute, options)
	{
		if (mnl_attr_get_type(attribute) == TCA_TBF_RATE64) {
			qdisc->rate_mbps = mbps_from_bytes_per_second(mnl_attr_get_u64(attribute));
		} else if (mnl_attr_get_type(attribute) == TCA_TBF_PARMS && qdisc->rate_mbps == 0) {
			struct tc_tbf_qopt parameters;

			copy_attribute(attribute, &parameters, sizeof(parameters));
			qdisc->rate_mbps = mbps_from_bytes_per_second(parameters.rate.rate);
		}
	}
}

static void read_counts(const struct nlattr *stats, LrQdisc *qdisc)
{
	const struct nlattr *attribute;

	mnl_attr_for_each_nested(attribute, stats)
	{
		struct gnet_stats_queue queue;

		if (mnl_attr_get_type(attribute) != TCA_STATS_QUEUE)
			continue;
		copy_attribute(attribute, &queue, sizeof(queue));
		qdisc->dropped = queue.drops;
		qdisc->overlimits = queue.overlimits;
		qdisc->backlog_bytes = queue.backlog;
	}
}

static int read_qdisc(const struct nlmsghdr *message, void *data)
{
	const struct tcmsg *header = mnl_nlmsg_get_payload(message);
	const struct nlattr *attribute, *options = NULL, *stats = NULL;
	struct search *search = data;
	g_autofree char *kind = NULL;
	LrQdisc *qdisc;

	/* Older kernels do not filter the dump. */
	if (header->tcm_ifindex != (int)search->ifindex)
		return MNL_CB_OK;
	mnl_attr_for_each(attribute, message, sizeof(*header))
	{
		if (mnl_attr_get_type(attribute) == TCA_KIND) {
			g_free(kind);
			kind = lr_text_line_dup(mnl_attr_get_str(attribute));
		} else if (mnl_attr_get_type(attribute) == TCA_OPTIONS) {
			options = attribute;
		} else if (mnl_attr_get_type(attribute) == TCA_STATS2) {
			stats = attribute;
		}
	}
	if (kind == NULL)
		return MNL_CB_OK;
	qdisc = lr_survey_add_qdisc(search->survey, kind);
	if (options != NULL && g_str_equal(kind, "tbf"))
		read_tbf(options, qdisc);
	if (stats != NULL)
		read_counts(stats, qdisc);
	return MNL_CB_OK;
}

void lr_qdisc_survey(uint32_t ifindex, LrSurvey *survey)
{
	char buffer[256] = { 0 };
	struct nlmsghdr *request = mnl_nlmsg_put_header(buffer);
	struct search search = { ifindex, survey };
	struct tcmsg *header;

	request->nlmsg_type = RTM_GETQDISC;
	request->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	header = mnl_nlmsg_put_extra_header(request, sizeof(*header));
	header->tcm_family = AF_UNSPEC;
	header->tcm_ifindex = (int)ifindex;
	if (lr_netlink_ask(NETLINK_ROUTE, request, read_qdisc, &search) != 0)
		g_ptr_array_set_size(survey->qdiscs, 0);
}
