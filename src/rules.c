/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules.h"

#include "rules-device.h"
#include "rules-host.h"
#include "rules-path.h"
#include "rules-void.h"
#include "units.h"

LrFindings *lr_findings_new(void)
{
	LrFindings *findings = g_new0(LrFindings, 1);

	findings->causes = g_ptr_array_new_with_free_func((GDestroyNotify)lr_cause_free);
	findings->hints = g_ptr_array_new_with_free_func((GDestroyNotify)lr_cause_free);
	findings->ruled_out = g_ptr_array_new_with_free_func(g_free);
	return findings;
}

void lr_findings_free(LrFindings *findings)
{
	if (findings == NULL)
		return;
	g_ptr_array_unref(findings->causes);
	g_ptr_array_unref(findings->hints);
	g_ptr_array_unref(findings->ruled_out);
	g_free(findings);
}

static void apply_table(const LrRule *rules, const LrRunFacts *facts, LrFindings *findings)
{
	for (; rules->find != NULL; rules++) {
		LrCause *cause = NULL;

		if (rules->weight != LR_RULE_EXPLAINS_ONLY || facts->too_slow)
			cause = rules->find(facts, findings->ruled_out);
		if (cause == NULL)
			continue;
		if (rules->weight == LR_RULE_DECIDES || facts->too_slow)
			g_ptr_array_add(findings->causes, cause);
		else
			g_ptr_array_add(findings->hints, cause);
	}
}

static LrCause *below_threshold(const LrRunFacts *facts, const GPtrArray *ruled_out)
{
	g_autofree char *rate = lr_rate_dup(facts->mbps);
	g_autofree char *reference = lr_rate_dup((double)facts->plan->reference_mbps);
	g_autofree char *run = lr_rule_run_dup(facts);
	g_autoptr(GString) list = g_string_new(NULL);
	LrCause *cause = lr_cause_new(LR_CAUSE_BELOW_THRESHOLD,
				      "%s reached %s, %.2f %% of %s, threshold %g %%, and nothing "
				      "that was looked at explains it",
				      run, rate, facts->percent, reference,
				      facts->request->fail_threshold_percent);

	for (guint i = 0; i < ruled_out->len; i++)
		g_string_append_printf(list, "%s%s", i > 0 ? "; " : "",
				       (const char *)ruled_out->pdata[i]);
	lr_cause_add_number(cause, "goodput_mbps", facts->mbps);
	lr_cause_add_number(cause, "percent", facts->percent);
	if (list->len > 0)
		lr_cause_add_text(cause, "ruled_out", list->str);
	return cause;
}

LrFindings *lr_rules_apply(const LrRunFacts *facts)
{
	LrFindings *findings = lr_findings_new();

	apply_table(lr_rules_void(), facts, findings);
	apply_table(lr_rules_device(), facts, findings);
	apply_table(lr_rules_host(), facts, findings);
	apply_table(lr_rules_path(), facts, findings);
	if (facts->too_slow && findings->causes->len == 0)
		g_ptr_array_add(findings->causes, below_threshold(facts, findings->ruled_out));
	return findings;
}

LrCause *lr_rules_explain_trouble(const LrRunFacts *facts)
{
	g_autoptr(GPtrArray) ruled_out = g_ptr_array_new_with_free_func(g_free);
	LrCause *cause = lr_rules_device_link_flap(facts, ruled_out);

	return cause != NULL ? cause : lr_rules_path_blackhole(facts, ruled_out);
}
