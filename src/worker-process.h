/* SPDX-License-Identifier: GPL-3.0-only */
/* The process of one worker, seen from the crew: started anew from this program, drained, ended,
 * and turned into data whatever becomes of it. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct LrWorkerProcess LrWorkerProcess;

/* Starts "linerate worker" with these arguments (of char *, without the program and the command).
 * NULL with an error when no process could be made. */
LrWorkerProcess *lr_worker_process_new(const GPtrArray *arguments,
				       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Kills the process if it still runs, and waits for it, a few seconds at most. */
void lr_worker_process_free(LrWorkerProcess *process);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrWorkerProcess, lr_worker_process_free)

/* The descriptor that turns readable when lr_worker_process_drain() has something to do; -1 when
 * the process has ended. */
int lr_worker_process_fd(const LrWorkerProcess *process);

/* Reads what there is, without waiting. At the end of the output the process is waited for, which
 * is immediate for every process that does not close its output on purpose. */
void lr_worker_process_drain(LrWorkerProcess *process);

/* The worker has said that it waits at the gate. */
bool lr_worker_process_is_ready(const LrWorkerProcess *process);

/* Lets the worker pass the gate. */
void lr_worker_process_let_go(LrWorkerProcess *process);

/* SIGKILL; the end is seen by the next drain. */
void lr_worker_process_kill(LrWorkerProcess *process);

/* Whether a signal has stopped the process (SIGSTOP and the like). */
bool lr_worker_process_is_stopped(LrWorkerProcess *process);

/* Gives a killed process up that does not go: the kernel is stuck on its behalf. It counts as ended
 * then. Does nothing to one that has ended. */
void lr_worker_process_abandon(LrWorkerProcess *process);

/* Of the process, also after its end. */
pid_t lr_worker_process_pid(const LrWorkerProcess *process);

bool lr_worker_process_has_ended(const LrWorkerProcess *process);

/* After the end: what the worker reported behind its "ready"; NULL when it reported nothing whole.
 * Borrowed. */
const char *lr_worker_process_report(const LrWorkerProcess *process);

/* After the end: it wrote more than any report has, and was killed for it. */
bool lr_worker_process_is_overfull(const LrWorkerProcess *process);

/* After the end: how it ended, a phrase: "was killed by signal 9 (Killed)", "ended with status 1:
 * cannot run on core 7: Invalid argument". Owned by the caller. */
char *lr_worker_process_end_dup(const LrWorkerProcess *process);
