/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "parallel.h"

#include <gio/gio.h>
#include <glib-unix.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cause.h"
#include "read-result.h"
#include "verdict.h"

/* A test that was asked to stop ends its workers and writes its result: a matter of milliseconds.
 */
#define STOP_TIMEOUT_SECONDS 10

typedef struct {
	LrParallelTest *test; /* borrowed */
	GSubprocess *process; /* NULL when it could not be started */
	struct Children *children;
} Child;

struct Children {
	GMainContext *context;
	Child *list;
	guint n_children, n_out; /* all, and those still out */
};

LrParallelTest *lr_parallel_test_new(const char *ifname)
{
	LrParallelTest *test = g_new0(LrParallelTest, 1);

	test->ifname = g_strdup(ifname);
	return test;
}

void lr_parallel_test_free(LrParallelTest *test)
{
	if (test == NULL)
		return;
	g_free(test->ifname);
	g_free(test->targets);
	if (test->pus != NULL)
		g_array_unref(test->pus);
	lr_result_free(test->result);
	g_free(test);
}

/* A result for a test that gave none. */
static LrResult *make_lost(const char *ifname, const char *why)
{
	LrResult *result = lr_result_new();

	result->request = lr_request_new();
	result->request->ifname = g_strdup(ifname);
	result->nic = lr_nic_new(ifname);
	result->verdict = lr_verdict_new(LR_OUTCOME_ERROR);
	g_ptr_array_add(result->verdict->causes,
			lr_cause_new(LR_CAUSE_WORKER_LOST, "the test of %s %s", ifname, why));
	return result;
}

/* Between fork and exec: no allocation. */
static void become_test(gpointer data)
{
	const LrParallelTest *test = data;
	cpu_set_t set;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	CPU_ZERO(&set);
	for (guint i = 0; i < test->pus->len; i++) {
		uint32_t cpu = g_array_index(test->pus, uint32_t, i);

		if (cpu < CPU_SETSIZE)
			CPU_SET(cpu, &set);
	}
	/* Refused only when the machine has lost the core in this moment; the plan will say. */
	(void)sched_setaffinity(0, sizeof(set), &set);
}

static void take_result(Child *child, const char *text, const char *why)
{
	g_autoptr(GError) error = NULL;

	if (text != NULL && text[0] != '\0')
		child->test->result =
			lr_read_result_text(child->test->ifname, text, strlen(text), &error);
	if (child->test->result == NULL)
		child->test->result =
			make_lost(child->test->ifname, error != NULL ? error->message : why);
	child->children->n_out--;
}

static void has_ended(GObject *source, GAsyncResult *answer, gpointer data)
{
	GSubprocess *process = G_SUBPROCESS(source);
	g_autofree char *text = NULL, *why = NULL;
	g_autoptr(GError) error = NULL;

	if (!g_subprocess_communicate_utf8_finish(process, answer, &text, NULL, &error))
		why = g_strdup_printf("could not be heard: %s", error->message);
	else if (g_subprocess_get_if_signaled(process))
		why = g_strdup_printf("was killed by signal %d",
				      g_subprocess_get_term_sig(process));
	else
		why = g_strdup("ended without a result");
	take_result(data, text, why);
}

static void start_child(Child *child, const char *const *options)
{
	g_autoptr(GSubprocessLauncher) launcher =
		g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE);
	g_autoptr(GStrvBuilder) argv = g_strv_builder_new();
	g_autofree char *targets = g_strconcat("--target=", child->test->targets, NULL);
	g_auto(GStrv) words = NULL;
	g_autoptr(GError) error = NULL;

	g_strv_builder_add_many(argv, "/proc/self/exe", "test", "--json=-", targets, NULL);
	g_strv_builder_addv(argv, (const char **)options);
	g_strv_builder_add_many(argv, "--", child->test->ifname, NULL);
	words = g_strv_builder_end(argv);
	/* Several tests would overwrite one another's lines on a terminal. */
	g_subprocess_launcher_setenv(launcher, "TERM", "dumb", TRUE);
	g_subprocess_launcher_set_child_setup(launcher, become_test, child->test, NULL);
	child->process = g_subprocess_launcher_spawnv(launcher, (const char *const *)words, &error);
	if (child->process == NULL) {
		g_autofree char *why = g_strdup_printf("could not be started: %s", error->message);

		take_result(child, NULL, why);
		return;
	}
	g_subprocess_communicate_utf8_async(child->process, NULL, NULL, has_ended, child);
}

static void signal_all(const struct Children *children, int number)
{
	for (guint i = 0; i < children->n_children; i++) {
		if (children->list[i].process != NULL)
			g_subprocess_send_signal(children->list[i].process, number);
	}
}

static gboolean kill_all(gpointer data)
{
	signal_all(data, SIGKILL);
	return G_SOURCE_REMOVE;
}

static gboolean stop_all(gint fd G_GNUC_UNUSED, GIOCondition condition G_GNUC_UNUSED, gpointer data)
{
	struct Children *children = data;
	g_autoptr(GSource) timeout = g_timeout_source_new_seconds(STOP_TIMEOUT_SECONDS);

	signal_all(children, SIGTERM);
	g_source_set_callback(timeout, kill_all, children, NULL);
	g_source_attach(timeout, children->context);
	return G_SOURCE_REMOVE;
}

void lr_parallel_run(const GPtrArray *tests, const char *const *options, int stop_fd)
{
	g_autoptr(GMainContext) context = g_main_context_new();
	g_autofree Child *list = g_new0(Child, tests->len);
	struct Children children = { context, list, tests->len, tests->len };
	g_autoptr(GSource) stopped = g_unix_fd_source_new(stop_fd, G_IO_IN);

	g_main_context_push_thread_default(context);
	g_source_set_callback(stopped, G_SOURCE_FUNC(stop_all), &children, NULL);
	g_source_attach(stopped, context);
	for (guint i = 0; i < tests->len; i++) {
		list[i].test = tests->pdata[i];
		list[i].children = &children;
		start_child(&list[i], options);
	}
	while (children.n_out > 0)
		g_main_context_iteration(context, TRUE);
	g_source_destroy(stopped);
	g_main_context_pop_thread_default(context);
	for (guint i = 0; i < tests->len; i++)
		g_clear_object(&list[i].process);
}
