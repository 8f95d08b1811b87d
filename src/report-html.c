/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "report-html.h"

#include "html-result.h"
#include "html-style.h"
#include "html.h"
#include "units.h"
#include "whole-file.h"
#include "words.h"

/* Nothing may be loaded and nothing may run, whatever a result contains. */
#define POLICY "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

static char *title_dup(const GPtrArray *results)
{
	if (results->len == 1)
		return lr_words_verdict_dup(results->pdata[0]);
	return g_strdup_printf("linerate: %u results", results->len);
}

static void append_head(GString *out, const char *title)
{
	lr_html_append(out,
		       "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		       "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n"
		       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
		       "<meta name=\"color-scheme\" content=\"light dark\">\n"
		       "<meta name=\"generator\" content=\"%s\">\n<title>%s</title>\n<style>\n",
		       POLICY, PACKAGE_STRING, title);
	g_string_append(out, lr_html_style());
	g_string_append(out, "</style>\n</head>\n<body>\n<main>\n");
}

static void append_summary_row(GString *out, const LrResult *result, guint number)
{
	const char *outcome = lr_outcome_name(result->verdict->outcome);
	g_autofree char *upper = g_ascii_strup(outcome, -1);
	double mbps = lr_words_lowest_mbps(result);
	bool judged = mbps >= 0 && result->verdict->outcome != LR_OUTCOME_ERROR;
	g_autofree char *rate = judged ? lr_rate_dup(mbps) : g_strdup("-");
	g_autofree char *share = judged ? lr_words_percent_dup(result->verdict->percent,
							       result->verdict->threshold_percent)
					: g_strdup("-");
	g_autofree char *reference = result->plan != NULL && result->plan->reference_mbps != 0
					     ? lr_rate_dup((double)result->plan->reference_mbps)
					     : g_strdup("unknown");

	lr_html_append(out,
		       "<tr><td><a href=\"#result-%u\"><b class=\"%s\">%s</b></a></td><td>%s</td>"
		       "<td>%s</td><td>%s</td><td>",
		       number, outcome, upper, result->nic->ifname, rate, share);
	for (guint i = 0; i < result->verdict->causes->len; i++) {
		g_string_append(out, i > 0 ? ", " : "");
		lr_html_append(out, "<code>%s</code>",
			       lr_cause_name(result->verdict->causes->pdata[i]));
	}
	lr_html_append(out, "</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", reference,
		       result->machine != NULL ? result->machine : "-",
		       result->started != NULL ? result->started : "-");
}

static void append_summary(GString *out, const GPtrArray *results)
{
	static const char *const heads[] = { "verdict", "interface", "rate",	"share",
					     "causes",	"reference", "machine", "tested" };

	g_string_append(out, "<div class=\"summary\">\n");
	lr_html_open_table(out, "All results", heads, G_N_ELEMENTS(heads));
	g_string_append(out, "<tbody>\n");
	for (guint i = 0; i < results->len; i++)
		append_summary_row(out, results->pdata[i], i + 1);
	g_string_append(out, "</tbody>\n");
	lr_html_close_table(out);
	g_string_append(out, "</div>\n");
}

void lr_report_html_append(GString *out, const GPtrArray *results)
{
	g_autofree char *title = title_dup(results);

	append_head(out, title);
	lr_html_append(out, "<h1>%s</h1>\n",
		       results->len > 1 ? "Network interface tests" : "Network interface test");
	if (results->len > 1)
		append_summary(out, results);
	for (guint i = 0; i < results->len; i++)
		lr_html_result_append(out, results->pdata[i], i + 1);
	lr_html_append(
		out,
		"</main>\n<footer>Made by %s. Rates are in Mb/s of 10<sup>6</sup> bits; what "
		"the causes mean is told in docs/causes.md.</footer>\n</body>\n</html>\n",
		PACKAGE_STRING);
}

bool lr_report_html_write(const GPtrArray *results, const char *path, GError **error)
{
	g_autoptr(GString) out = g_string_new(NULL);

	lr_report_html_append(out, results);
	return lr_whole_file_write(path, out->str, out->len, error);
}
