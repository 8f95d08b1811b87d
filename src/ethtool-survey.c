/* SPDX-License-Identifier: GPL-3.0-only */
#include "ethtool-survey.h"

#include <linux/ethtool.h>
#include <string.h>

#include "text.h"

/* More statistics than any driver has; a larger number is a fault of the driver. */
#define MAX_STATISTICS 65536

bool lr_ethtool_survey_wants(const char *statistic)
{
	static const char *const words[] = { "drop",	  "discard",   "err",	     "crc",
					     "miss",	  "pause",     "xoff",	     "fifo",
					     "nobuf",	  "no_buf",    "out_of_buf", "timeout",
					     "collision", "alloc_fail" };
	g_autofree char *lower = g_ascii_strdown(statistic, -1);

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		if (strstr(lower, words[i]) != NULL)
			return true;
	}
	return false;
}

static guint count_statistics(const LrEthtool *ethtool, const char *ifname)
{
	struct {
		struct ethtool_sset_info info;
		uint32_t n;
	} question = { .info = { .cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1u << ETH_SS_STATS } };

	if (!lr_ethtool_ask(ethtool, ifname, &question) || question.info.sset_mask == 0)
		return 0;
	return question.n <= MAX_STATISTICS ? question.n : 0;
}

static void read_statistics(const LrEthtool *ethtool, const char *ifname, LrSurvey *survey)
{
	guint n = count_statistics(ethtool, ifname);
	g_autofree struct ethtool_gstrings *names =
		g_malloc0(sizeof(*names) + (gsize)n * ETH_GSTRING_LEN);
	g_autofree struct ethtool_stats *counts =
		g_malloc0(sizeof(*counts) + (gsize)n * sizeof(uint64_t));

	names->cmd = ETHTOOL_GSTRINGS;
	names->string_set = ETH_SS_STATS;
	names->len = n;
	counts->cmd = ETHTOOL_GSTATS;
	counts->n_stats = n;
	if (n == 0 || !lr_ethtool_ask(ethtool, ifname, names) ||
	    !lr_ethtool_ask(ethtool, ifname, counts))
		return;
	for (guint i = 0; i < MIN(n, MIN(names->len, counts->n_stats)); i++) {
		g_autofree char *raw =
			g_strndup((const char *)names->data + i * ETH_GSTRING_LEN, ETH_GSTRING_LEN);
		g_autofree char *name = lr_text_line_dup(raw);

		if (counts->data[i] != 0 && name != NULL && lr_ethtool_survey_wants(name))
			lr_survey_add_statistic(survey, name, counts->data[i]);
	}
}

static void read_rings(const LrEthtool *ethtool, const char *ifname, LrSurvey *survey)
{
	struct ethtool_ringparam rings = { .cmd = ETHTOOL_GRINGPARAM };

	if (!lr_ethtool_ask(ethtool, ifname, &rings))
		return;
	survey->rx_ring = rings.rx_pending;
	survey->rx_ring_max = rings.rx_max_pending;
	survey->tx_ring = rings.tx_pending;
	survey->tx_ring_max = rings.tx_max_pending;
}

static void read_channels(const LrEthtool *ethtool, const char *ifname, LrSurvey *survey)
{
	struct ethtool_channels channels = { .cmd = ETHTOOL_GCHANNELS };

	if (!lr_ethtool_ask(ethtool, ifname, &channels))
		return;
	survey->channels = channels.combined_count + MAX(channels.rx_count, channels.tx_count);
	survey->channels_max = MAX(channels.max_combined, MAX(channels.max_rx, channels.max_tx));
}

void lr_ethtool_survey(const LrEthtool *ethtool, const char *ifname, LrSurvey *survey)
{
	read_statistics(ethtool, ifname, survey);
	read_rings(ethtool, ifname, survey);
	read_channels(ethtool, ifname, survey);
}
