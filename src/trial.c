/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "trial.h"

#include <stdarg.h>
#include <sys/utsname.h>

#include "await.h"
#include "tcp-diag.h"

int64_t lr_trial_now_ns(void)
{
	return g_get_monotonic_time() * 1000;
}

static LrResult *new_result(LrRequest *request)
{
	LrResult *result = lr_result_new();
	g_autoptr(GDateTime) now = g_date_time_new_now_utc();
	struct utsname names;

	result->request = request;
	result->version = g_strdup(PACKAGE_VERSION);
	result->machine = g_strdup(g_get_host_name());
	result->kernel = uname(&names) == 0 ? g_strdup(names.release) : NULL;
	result->started = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
	return result;
}

LrTrial *lr_trial_new(LrRequest *request, const LrTrialHooks *hooks)
{
	LrTrial *trial = g_new0(LrTrial, 1);

	trial->result = new_result(request);
	trial->hooks = hooks;
	trial->congestion = lr_tcp_congestion_usable(request->congestion);
	trial->started_ns = lr_trial_now_ns();
	return trial;
}

void lr_trial_free(LrTrial *trial)
{
	if (trial == NULL)
		return;
	lr_cores_free(trial->cores);
	g_free(trial->address);
	g_free(trial);
}

void lr_trial_say(const LrTrial *trial, const char *format, ...)
{
	g_autofree char *line = NULL;
	va_list args;

	if (trial->hooks->say == NULL)
		return;
	va_start(args, format);
	line = g_strdup_vprintf(format, args);
	va_end(args);
	trial->hooks->say(line, trial->hooks->data);
}

bool lr_trial_is_stopped(const LrTrial *trial)
{
	return !lr_await_pause(0, trial->hooks->stop_fd);
}

LrCause *lr_trial_broken_off(void)
{
	return lr_cause_new(LR_CAUSE_INTERRUPTED, "the test was broken off");
}

void lr_trial_make_plan(LrTrial *trial, uint16_t base_port)
{
	LrResult *result = trial->result;

	lr_plan_free(result->plan);
	result->plan = lr_plan_make(result->nic, trial->cores, result->request, base_port);
}

void lr_trial_begin_attempt(LrTrial *trial)
{
	trial->attempt_ns = lr_trial_now_ns();
}

const LrCause *lr_trial_add_attempt(LrTrial *trial, LrCause *cause)
{
	LrAttempt *attempt = lr_attempt_new(trial->target, trial->address,
					    trial->attempt_ns - trial->started_ns);

	attempt->cause = cause;
	g_ptr_array_add(trial->result->attempts, attempt);
	if (cause != NULL)
		lr_trial_say(trial, "%s: %s", trial->target->host, cause->message);
	return cause;
}
