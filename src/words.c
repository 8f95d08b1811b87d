/* SPDX-License-Identifier: GPL-3.0-only */
#include "words.h"

#include <math.h>
#include <string.h>

#include "series.h"
#include "units.h"

char *lr_words_number_dup(double number)
{
	if (!isfinite(number))
		return g_strdup("unknown");
	if (fabs(number) >= 1e15)
		return g_strdup_printf("%g", number);
	return g_strdup_printf("%.*f", number == floor(number) ? 0 : 2, number);
}

char *lr_words_percent_dup(double percent, double threshold_percent)
{
	bool below = percent < threshold_percent;
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	if (!isfinite(percent))
		return g_strdup("an unknown share");
	for (int decimals = 1; decimals <= 6; decimals++) {
		char format[8];

		g_snprintf(format, sizeof(format), "%%.%df", decimals);
		g_ascii_formatd(text, sizeof(text), format, percent);
		if ((g_ascii_strtod(text, NULL) < threshold_percent) == below)
			break;
	}
	return g_strdup_printf("%s %%", text);
}

char *lr_words_ports_dup(uint16_t base_port, guint n_ports)
{
	return n_ports > 1 ? g_strdup_printf("ports %u to %u", base_port, base_port + n_ports - 1)
			   : g_strdup_printf("port %u", base_port);
}

char *lr_words_count_dup(uint64_t count)
{
	g_autofree char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)count);
	GString *text = g_string_new(NULL);
	size_t length = strlen(digits);

	for (size_t i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			g_string_append_c(text, ',');
		g_string_append_c(text, digits[i]);
	}
	return g_string_free(text, FALSE);
}

const char *lr_words_speed_source(LrSpeedSource source)
{
	static const char *const words[] = {
		[LR_SPEED_UNKNOWN] = "unknown",
		[LR_SPEED_OVERRIDE] = "by override",
		[LR_SPEED_ADVERTISED] = "highest advertised link mode",
		[LR_SPEED_SUPPORTED] = "highest supported link mode",
		[LR_SPEED_CURRENT] = "current speed of the link",
	};

	return words[source];
}

const char *lr_words_direction(LrDirection direction)
{
	static const char *const words[] = { [LR_FORWARD] = "this machine sends",
					     [LR_REVERSE] = "the target sends",
					     [LR_BIDIRECTIONAL] = "both send at once" };

	return words[direction];
}

const char *lr_words_phase(LrPhase phase)
{
	static const char *const words[] = { [LR_PHASE_START] = "before any data",
					     [LR_PHASE_AGREED] = "before any data, all agreed",
					     [LR_PHASE_DATA] = "while data flowed",
					     [LR_PHASE_RESULTS] = "when the results were due" };

	return words[phase];
}

const char *lr_words_class(LrCauseClass class)
{
	static const char *const words[] = {
		[LR_CLASS_NOT_TESTED] = "could not test",
		[LR_CLASS_VOID] = "the measurement is void",
		[LR_CLASS_DEVICE] = "the device or its link",
		[LR_CLASS_HOST] = "this machine",
		[LR_CLASS_PATH] = "the path or the target",
	};

	return words[class];
}

bool lr_words_is_bidirectional(const LrRun *run)
{
	for (guint i = 1; i < run->workers->len; i++) {
		const LrWorkerResult *first = run->workers->pdata[0],
				     *worker = run->workers->pdata[i];

		if (worker->direction != first->direction)
			return true;
	}
	return false;
}

double lr_words_run_mbps(const LrRun *run)
{
	return lr_words_is_bidirectional(run) ? MIN(run->goodput_mbps, run->reverse_goodput_mbps)
					      : run->goodput_mbps;
}

double lr_words_lowest_mbps(const LrResult *result)
{
	double lowest = -1;

	for (guint i = 0; i < result->runs->len; i++) {
		double mbps = lr_words_run_mbps(result->runs->pdata[i]);

		lowest = lowest < 0 ? mbps : MIN(lowest, mbps);
	}
	return lowest;
}

const LrAttempt *lr_words_used_attempt(const LrResult *result)
{
	for (guint i = result->attempts->len; i > 0; i--) {
		const LrAttempt *attempt = result->attempts->pdata[i - 1];

		if (attempt->cause == NULL)
			return attempt;
	}
	return NULL;
}

static void append_causes(GString *text, const GPtrArray *causes)
{
	for (guint i = 0; i < causes->len; i++)
		g_string_append_printf(text, "%s%s", i == 0 ? " " : ", ",
				       lr_cause_name(causes->pdata[i]));
}

static void append_measured(GString *text, const LrResult *result)
{
	const LrVerdict *verdict = result->verdict;
	g_autofree char *rate = lr_rate_dup(lr_words_lowest_mbps(result));
	g_autofree char *reference = lr_rate_dup((double)result->plan->reference_mbps);
	g_autofree char *percent =
		lr_words_percent_dup(verdict->percent, verdict->threshold_percent);
	g_autofree char *threshold = lr_words_number_dup(verdict->threshold_percent);
	bool despite = verdict->outcome == LR_FAIL && verdict->causes->len > 0 &&
		       verdict->percent >= verdict->threshold_percent;

	/* Where the rate is not what failed, the line must not read as if it were. */
	if (despite) {
		append_causes(text, verdict->causes);
		g_string_append(text, ", though");
	}
	g_string_append_printf(text, " %s is %s of %s, threshold %s %%", rate, percent, reference,
			       threshold);
	if (!despite && verdict->causes->len > 0) {
		g_string_append_c(text, ':');
		append_causes(text, verdict->causes);
	}
}

/* Without a number that counts, the sentence of the first cause is what matters. */
static void append_unmeasured(GString *text, const LrVerdict *verdict)
{
	const LrCause *first = verdict->causes->len > 0 ? verdict->causes->pdata[0] : NULL;

	if (first == NULL)
		g_string_append(text, " not tested");
	else
		g_string_append_printf(text, " %s: %s", lr_cause_name(first), first->message);
	if (verdict->causes->len > 1)
		g_string_append_printf(text, " (and %u more)", verdict->causes->len - 1);
}

char *lr_words_verdict_dup(const LrResult *result)
{
	const LrVerdict *verdict = result->verdict;
	g_autofree char *outcome = g_ascii_strup(lr_outcome_name(verdict->outcome), -1);
	GString *text = g_string_new(NULL);

	g_string_append_printf(text, "%s %s:", outcome, result->nic->ifname);
	if (verdict->outcome != LR_OUTCOME_ERROR && result->runs->len > 0 && result->plan != NULL &&
	    result->plan->reference_mbps != 0)
		append_measured(text, result);
	else
		append_unmeasured(text, verdict);
	return g_string_free(text, FALSE);
}

static void option_free(gpointer data)
{
	LrWordsOption *option = data;

	g_free(option->value);
	g_free(option);
}

/* Takes the value. */
static void add_option(GPtrArray *options, const char *name, char *value, bool changed)
{
	LrWordsOption *option = g_new0(LrWordsOption, 1);

	option->name = name;
	option->value = value;
	option->changed = changed;
	g_ptr_array_add(options, option);
}

static char *targets_dup(const GPtrArray *targets)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < targets->len; i++) {
		const LrTarget *target = targets->pdata[i];
		bool ipv6 = strchr(target->host, ':') != NULL;

		g_string_append_printf(text, "%s%s%s%s:%u", i > 0 ? ", " : "", ipv6 ? "[" : "",
				       target->host, ipv6 ? "]" : "", target->base_port);
	}
	return g_string_free(text, FALSE);
}

static void add_judging_options(GPtrArray *options, const LrRequest *request,
				const LrRequest *normal)
{
	add_option(options, "fail-threshold",
		   g_strdup_printf("%g %%", request->fail_threshold_percent),
		   request->fail_threshold_percent != normal->fail_threshold_percent);
	add_option(options, "cpu-load-fail-threshold",
		   g_strdup_printf("%g %%", request->cpu_threshold_percent),
		   request->cpu_threshold_percent != normal->cpu_threshold_percent);
	add_option(options, "speed",
		   request->speed_mbps != 0 ? lr_rate_dup((double)request->speed_mbps)
					    : g_strdup("of the interface"),
		   request->speed_mbps != normal->speed_mbps);
	add_option(options, "underspeed-ok", g_strdup(request->underspeed_ok ? "yes" : "no"),
		   request->underspeed_ok != normal->underspeed_ok);
	add_option(options, "allow-virtual",
		   request->allow_virtual[0] != NULL ? g_strjoinv(", ", request->allow_virtual)
						     : g_strdup("none"),
		   request->allow_virtual[0] != NULL);
}

static void add_traffic_options(GPtrArray *options, const LrRequest *request,
				const LrRequest *normal)
{
	add_option(options, "runs", g_strdup_printf("%u", request->runs),
		   request->runs != normal->runs);
	add_option(options, "duration", lr_duration_dup(request->duration_ns),
		   request->duration_ns != normal->duration_ns);
	add_option(options, "direction", g_strdup(lr_direction_name(request->direction)),
		   request->direction != normal->direction);
	add_option(options, "threads",
		   request->threads != 0 ? g_strdup_printf("%u", request->threads)
					 : g_strdup("auto"),
		   request->threads != normal->threads);
	add_option(options, "congestion",
		   g_strdup(request->congestion != NULL ? request->congestion : "cubic if present"),
		   request->congestion != NULL);
	add_option(options, "block size", lr_bytes_dup(request->block_bytes),
		   request->block_bytes != normal->block_bytes);
}

GPtrArray *lr_words_options_make(const LrRequest *request)
{
	g_autoptr(LrRequest) normal = lr_request_new();
	GPtrArray *options = g_ptr_array_new_with_free_func(option_free);

	add_option(options, "target",
		   request->targets->len > 0 ? targets_dup(request->targets) : g_strdup("none"),
		   request->targets->len > 0);
	add_traffic_options(options, request, normal);
	add_judging_options(options, request, normal);
	add_option(options, "iface-timeout", lr_duration_dup(request->iface_timeout_ns),
		   request->iface_timeout_ns != normal->iface_timeout_ns);
	add_option(options, "scan-timeout", lr_duration_dup(request->scan_timeout_ns),
		   request->scan_timeout_ns != normal->scan_timeout_ns);
	add_option(options, "connect-timeout", lr_duration_dup(request->connect_timeout_ns),
		   request->connect_timeout_ns != normal->connect_timeout_ns);
	return options;
}

char *lr_words_step_dup(const GArray *series)
{
	const LrSpan *first = series->len > 0 ? &g_array_index(series, LrSpan, 0) : NULL;
	const LrSpan *last = first != NULL ? first + series->len - 1 : NULL;
	double step_s = first != NULL
				? lr_seconds_from_ns(last->end_ns - first->begin_ns) / series->len
				: 1;

	return step_s < 1.5 ? g_strdup("second") : g_strdup_printf("%.0f s", step_s);
}
