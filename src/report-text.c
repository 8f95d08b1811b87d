/* SPDX-License-Identifier: GPL-3.0-only */
#include "report-text.h"

#include "column.h"
#include "text-nic.h"
#include "text-run.h"
#include "units.h"
#include "words.h"

#define LABEL_WIDTH    12
#define CAUSE_WIDTH    14
#define SHOWN_ATTEMPTS 4 /* of the first, and again of the last */

static void append_reference(GString *text, const LrPlan *plan, const LrRequest *request)
{
	g_autofree char *reference = lr_rate_dup((double)plan->reference_mbps);
	g_autofree char *ceiling = lr_rate_dup(plan->ceiling_mbps);
	g_autofree char *threshold =
		lr_rate_dup((double)plan->reference_mbps * request->fail_threshold_percent / 100);

	if (plan->reference_mbps == 0) {
		lr_column_append(text, LABEL_WIDTH, "Reference", "speed unknown");
		return;
	}
	lr_column_append(text, LABEL_WIDTH, "Reference", "%s, %s%s%s", reference,
			 lr_words_speed_source(plan->reference_source),
			 plan->ceiling_mbps > 0 ? "; TCP can reach " : "",
			 plan->ceiling_mbps > 0 ? ceiling : "");
	lr_column_append(text, LABEL_WIDTH, "Threshold",
			 "%g %% of it, %s; CPU load of the cores used at most %g %%",
			 request->fail_threshold_percent, threshold,
			 request->cpu_threshold_percent);
}

static void append_target(GString *text, const LrResult *result, const LrAttempt *used)
{
	guint n = result->plan != NULL ? result->plan->workers->len : 1;
	g_autofree char *ports = lr_words_ports_dup(used->base_port, n);

	if (g_strcmp0(used->host, used->address) == 0)
		lr_column_append(text, LABEL_WIDTH, "Target", "%s, %s", used->host, ports);
	else
		lr_column_append(text, LABEL_WIDTH, "Target", "%s (%s), %s", used->host,
				 used->address, ports);
}

static void append_plan(GString *text, const LrResult *result)
{
	const LrPlan *plan = result->plan;
	const LrRequest *request = result->request;
	g_autofree char *duration = lr_duration_dup(request->duration_ns);

	lr_column_append(text, LABEL_WIDTH, "Workers", "%u: %s", plan->workers->len,
			 plan->workers_note);
	lr_column_append(text, LABEL_WIDTH, "Runs", "%u of %s, %s", request->runs, duration,
			 lr_words_direction(request->direction));
	for (guint i = 0; i < plan->warnings->len; i++)
		lr_column_append(text, LABEL_WIDTH, "Warning", "%s",
				 (const char *)plan->warnings->pdata[i]);
}

static void append_options(GString *text, const LrRequest *request)
{
	g_autoptr(GPtrArray) options = lr_words_options_make(request);
	g_autoptr(GString) line = g_string_new(NULL);

	for (guint i = 0; i < options->len; i++) {
		const LrWordsOption *option = options->pdata[i];

		if (option->changed)
			g_string_append_printf(line, "%s%s %s", line->len > 0 ? "; " : "",
					       option->name, option->value);
	}
	if (line->len > 0)
		lr_column_append(text, LABEL_WIDTH, "Options", "%s", line->str);
}

static void append_attempt(GString *text, guint number, const LrAttempt *attempt)
{
	g_autofree char *label = g_strdup_printf("%3u.", number);
	g_autofree char *duration = lr_duration_dup(attempt->at_ns);
	g_autofree char *after = attempt->at_ns < LR_NS_PER_SECOND
					 ? g_strdup("at once")
					 : g_strdup_printf("after %s", duration);
	const LrCause *cause = attempt->cause;
	bool named = attempt->address != NULL && !g_str_equal(attempt->host, attempt->address);

	lr_column_append(text, 5, label, "%s%s%s port %u %s: %s%s%s", attempt->host,
			 named ? " " : "", named ? attempt->address : "", attempt->base_port,
			 after, cause != NULL ? lr_cause_name(cause) : "used",
			 cause != NULL ? ": " : "", cause != NULL ? cause->message : "");
}

/* One that went well needs no words; hours of waiting for a busy target are cut in the middle. */
static void append_attempts(GString *text, const GPtrArray *attempts)
{
	if (attempts->len < 2)
		return;
	g_string_append(text, "\nAttempts\n");
	for (guint i = 0; i < attempts->len; i++) {
		if (i == SHOWN_ATTEMPTS && attempts->len > 2 * SHOWN_ATTEMPTS + 1) {
			i = attempts->len - SHOWN_ATTEMPTS;
			lr_column_append(text, 5, "", "... %u more ...", i - SHOWN_ATTEMPTS);
		}
		append_attempt(text, i + 1, attempts->pdata[i]);
	}
}

static void append_cause(GString *text, guint number, const LrCause *cause)
{
	g_autofree char *label = g_strdup_printf("%3u.", number);
	g_autoptr(GString) evidence = g_string_new(NULL);

	lr_column_append(text, 5, label, "%s (%s)", lr_cause_name(cause),
			 lr_words_class(lr_cause_id_class(cause->id)));
	lr_column_append(text, CAUSE_WIDTH, "     seen", "%s", cause->message);
	for (guint i = 0; i < cause->evidence->len; i++) {
		const LrEvidence *item = cause->evidence->pdata[i];
		g_autofree char *number_text = lr_words_number_dup(item->number);

		g_string_append_printf(evidence, "%s%s %s", i > 0 ? ", " : "", item->key,
				       item->text != NULL ? item->text : number_text);
	}
	if (evidence->len > 0)
		lr_column_append(text, CAUSE_WIDTH, "     evidence", "%s", evidence->str);
	if (cause->remedy != NULL)
		lr_column_append(text, CAUSE_WIDTH, "     remedy", "%s", cause->remedy);
}

static void append_verdict(GString *text, const LrResult *result)
{
	const GPtrArray *causes = result->verdict->causes, *hints = result->verdict->hints;
	g_autofree char *words = lr_words_verdict_dup(result);
	g_autofree char *line = lr_column_plain_dup(words);

	if (causes->len > 0)
		g_string_append_printf(text, "\nCause%s\n",
				       causes->len > 1 ? "s, the likeliest first" : "");
	for (guint i = 0; i < causes->len; i++)
		append_cause(text, i + 1, causes->pdata[i]);
	if (hints->len > 0)
		g_string_append_printf(text, "\nAlso seen, not the reason of the %s\n",
				       lr_outcome_name(result->verdict->outcome));
	for (guint i = 0; i < hints->len; i++)
		append_cause(text, i + 1, hints->pdata[i]);
	g_string_append_printf(text, "\n%s\n", line);
}

void lr_report_text_append(GString *text, const LrResult *result)
{
	const LrAttempt *used = lr_words_used_attempt(result);

	lr_column_append(text, 0, "", "linerate %s on %s, kernel %s, %s",
			 result->version != NULL ? result->version : "?",
			 result->machine != NULL ? result->machine : "?",
			 result->kernel != NULL ? result->kernel : "?",
			 result->started != NULL ? result->started : "at a time unknown");
	g_string_append_c(text, '\n');
	lr_text_nic_append(text, result->nic);
	if (result->plan != NULL)
		append_reference(text, result->plan, result->request);
	if (used != NULL)
		append_target(text, result, used);
	if (result->plan != NULL)
		append_plan(text, result);
	append_options(text, result->request);
	append_attempts(text, result->attempts);
	for (guint i = 0; i < result->runs->len; i++)
		lr_text_run_append(text, result, i);
	if (result->runs->len > 1)
		lr_text_run_append_summary(text, result);
	append_verdict(text, result);
}
