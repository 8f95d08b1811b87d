/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "worker-process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "error.h"
#include "text.h"

/* A report is a few KiB a stream. More comes only from a damaged or hostile peer. */
#define MAX_OUTPUT_BYTES (1 << 20)

#define REAP_TIMEOUT_US (5 * G_USEC_PER_SEC)
#define REAP_POLL_US	500

#define READY "ready\n"

struct LrWorkerProcess {
	pid_t pid;
	bool ended;
	int wait_status;
	int gate_fd, output_fd, error_fd;
	GString *output, *errors;
};

static char **make_environment(void)
{
	/* The crew compares and prints the library's messages, so they must not be translated. */
	return g_environ_setenv(g_get_environ(), "LC_ALL", "C", TRUE);
}

static void unblock_signals(gpointer data G_GNUC_UNUSED)
{
	sigset_t none;

	/* The program reads its signals from a descriptor and blocks them; a child would inherit
	 * that. */
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

LrWorkerProcess *lr_worker_process_new(const GPtrArray *arguments, GError **error)
{
	g_autoptr(LrWorkerProcess) process = g_new0(LrWorkerProcess, 1);
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_auto(GStrv) environment = make_environment();

	process->gate_fd = process->output_fd = process->error_fd = -1;
	process->ended = true;
	process->output = g_string_new(NULL);
	process->errors = g_string_new(NULL);
	g_ptr_array_add(argv, (char *)"/proc/self/exe");
	g_ptr_array_add(argv, (char *)"linerate");
	g_ptr_array_add(argv, (char *)"worker");
	for (guint i = 0; i < arguments->len; i++)
		g_ptr_array_add(argv, arguments->pdata[i]);
	g_ptr_array_add(argv, NULL);
	if (!g_spawn_async_with_pipes(NULL, (char **)argv->pdata, environment,
				      G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_FILE_AND_ARGV_ZERO,
				      unblock_signals, NULL, &process->pid, &process->gate_fd,
				      &process->output_fd, &process->error_fd, error))
		return NULL;
	process->ended = false;
	fcntl(process->output_fd, F_SETFL, O_NONBLOCK);
	fcntl(process->error_fd, F_SETFL, O_NONBLOCK);
	return g_steal_pointer(&process);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void finish(LrWorkerProcess *process)
{
	process->ended = true;
	close_fd(&process->gate_fd);
	close_fd(&process->output_fd);
	close_fd(&process->error_fd);
}

/* Never waits for good: a process that has closed its output may still hang in the kernel. */
static void reap(LrWorkerProcess *process)
{
	int64_t deadline_us = g_get_monotonic_time() + REAP_TIMEOUT_US;
	pid_t pid;

	while ((pid = waitpid(process->pid, &process->wait_status, WNOHANG)) != process->pid) {
		if ((pid < 0 && errno != EINTR) || g_get_monotonic_time() >= deadline_us)
			break;
		g_usleep(REAP_POLL_US);
	}
	finish(process);
}

void lr_worker_process_free(LrWorkerProcess *process)
{
	if (process == NULL)
		return;
	if (!process->ended) {
		lr_worker_process_kill(process);
		reap(process);
	}
	g_string_free(process->output, TRUE);
	g_string_free(process->errors, TRUE);
	g_free(process);
}

int lr_worker_process_fd(const LrWorkerProcess *process)
{
	return process->output_fd;
}

/* Appends what there is to read; false at the end of the file. */
static bool read_available(int fd, GString *text)
{
	char buffer[16 * 1024];
	ssize_t length;

	while ((length = read(fd, buffer, sizeof(buffer))) > 0) {
		if (text->len < MAX_OUTPUT_BYTES)
			g_string_append_len(text, buffer, length);
	}
	return length < 0 && (errno == EAGAIN || errno == EINTR);
}

void lr_worker_process_drain(LrWorkerProcess *process)
{
	bool open;

	if (process->ended)
		return;
	open = read_available(process->output_fd, process->output);
	read_available(process->error_fd, process->errors);
	if (!open || process->output->len >= MAX_OUTPUT_BYTES) {
		if (open)
			lr_worker_process_kill(process);
		reap(process);
	}
}

bool lr_worker_process_is_ready(const LrWorkerProcess *process)
{
	return g_str_has_prefix(process->output->str, READY);
}

void lr_worker_process_let_go(LrWorkerProcess *process)
{
	/* A worker that died at the gate shows at its output; SIGPIPE is ignored by the program. */
	if (process->gate_fd >= 0 && write(process->gate_fd, "g", 1) < 0)
		close_fd(&process->gate_fd);
}

void lr_worker_process_kill(LrWorkerProcess *process)
{
	if (!process->ended)
		kill(process->pid, SIGKILL);
}

bool lr_worker_process_is_stopped(LrWorkerProcess *process)
{
	int status;

	return !process->ended && waitpid(process->pid, &status, WNOHANG | WUNTRACED) > 0 &&
	       WIFSTOPPED(status);
}

void lr_worker_process_abandon(LrWorkerProcess *process)
{
	if (process != NULL && !process->ended)
		finish(process);
}

pid_t lr_worker_process_pid(const LrWorkerProcess *process)
{
	return process->pid;
}

bool lr_worker_process_has_ended(const LrWorkerProcess *process)
{
	return process->ended;
}

const char *lr_worker_process_report(const LrWorkerProcess *process)
{
	const char *report = process->output->str + strlen(READY);

	if (!lr_worker_process_is_ready(process) || !g_str_has_suffix(report, "\n"))
		return NULL;
	return report;
}

bool lr_worker_process_is_overfull(const LrWorkerProcess *process)
{
	return process->output->len >= MAX_OUTPUT_BYTES;
}

char *lr_worker_process_end_dup(const LrWorkerProcess *process)
{
	g_autofree char *errors = lr_text_line_dup(process->errors->str);
	const char *colon = errors != NULL ? ": " : "", *why = errors != NULL ? errors : "";

	if (WIFSIGNALED(process->wait_status))
		return g_strdup_printf("was killed by signal %d (%s)%s%s",
				       WTERMSIG(process->wait_status),
				       g_strsignal(WTERMSIG(process->wait_status)), colon, why);
	return g_strdup_printf("ended with status %d%s%s", WEXITSTATUS(process->wait_status), colon,
			       why);
}
