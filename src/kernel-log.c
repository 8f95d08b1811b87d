/* SPDX-License-Identifier: GPL-3.0-only */
#include "kernel-log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

/* A record is at most this long (Documentation/ABI/testing/dev-kmsg). */
#define RECORD_BYTES 8192
#define MAX_LINES    5

static bool names(const char *text, const char *name)
{
	const char *at = name != NULL ? strstr(text, name) : NULL;

	return at != NULL && !g_ascii_isalnum(at[strlen(name)]) &&
	       (at == text || !g_ascii_isalnum(at[-1]));
}

struct LrKernelLog {
	int fd; /* -1 where this user may not read it */
};

LrKernelLog *lr_kernel_log_new(void)
{
	LrKernelLog *log = g_new0(LrKernelLog, 1);

	log->fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	/* What was logged before would take thousands of reads. */
	if (log->fd >= 0)
		(void)lseek(log->fd, 0, SEEK_END);
	return log;
}

void lr_kernel_log_free(LrKernelLog *log)
{
	if (log == NULL)
		return;
	if (log->fd >= 0)
		close(log->fd);
	g_free(log);
}

/* "6,1234,56789012,-;text\n SUBSYSTEM=net\n": level, number, microseconds since boot, flags. */
void lr_kernel_log_read(const char *record, const LrNic *nic, LrSurvey *survey)
{
	const char *text = strchr(record, ';');
	g_autofree char *first = NULL;

	if (text == NULL)
		return;
	text++;
	first = g_strndup(text, strcspn(text, "\n"));
	if (!names(first, nic->ifname) && !names(first, nic->bus_address))
		return;
	if (survey->kernel_lines->len == MAX_LINES)
		g_ptr_array_remove_index(survey->kernel_lines, 0);
	g_ptr_array_add(survey->kernel_lines, lr_text_line_dup(first));
}

void lr_kernel_log_survey(LrKernelLog *log, const LrNic *nic, LrSurvey *survey)
{
	char record[RECORD_BYTES + 1];
	ssize_t length;

	if (log->fd < 0)
		return;
	/* EPIPE: what was next has been overwritten meanwhile. */
	while ((length = read(log->fd, record, RECORD_BYTES)) > 0 ||
	       (length < 0 && errno == EPIPE)) {
		record[MAX(length, 0)] = '\0';
		lr_kernel_log_read(record, nic, survey);
	}
}
