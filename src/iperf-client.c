/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "iperf-client.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <iperf_api.h>

#include "own-reads.h"
#include "own-sockets.h"
#include "text.h"

#if !LR_OWN_SOCKETS && !HAVE_DECL_IPERF_SET_TEST_BIND_DEV
/* Exported since 3.10, declared in the header only later. */
void iperf_set_test_bind_dev(struct iperf_test *test, const char *device);
#endif

static int control_socket(void *test)
{
	return iperf_get_control_socket(test);
}

static struct iperf_test *make_test(const LrIperfOrder *order, int log_fd)
{
	struct iperf_test *test = iperf_new_test();
	g_autofree char *log_path = g_strdup_printf("/proc/self/fd/%d", log_fd);

	if (test == NULL || iperf_defaults(test) < 0)
		return NULL;
	iperf_set_test_role(test, 'c');
	iperf_set_test_server_hostname(test, order->address);
	iperf_set_test_server_port(test, order->port);
	iperf_set_test_duration(test, (int)order->duration_s);
	iperf_set_test_reverse(test, order->reverse);
	iperf_set_test_num_streams(test, (int)order->streams);
	iperf_set_test_blksize(test, (int)order->block_bytes);
	iperf_set_test_connect_timeout(test, (int)order->connect_timeout_ms);
	/* Rates over time are read from the kernel by the crew; without intervals the document and
	 * the library's memory stay small however long the run is. */
	iperf_set_test_reporter_interval(test, 0);
	iperf_set_test_stats_interval(test, 0);
	iperf_set_test_json_output(test, 1);
	/* Otherwise the whole document goes to standard output as well. */
	iperf_set_test_logfile(test, log_path);
#if LR_OWN_SOCKETS
	lr_own_sockets_set(order->device, order->congestion);
#else
	if (order->congestion != NULL)
		iperf_set_test_congestion_control(test, strdup(order->congestion));
	iperf_set_test_bind_dev(test, order->device);
#endif
	return test;
}

static LrWorkerEnd end_of_connect(int errno_value)
{
	switch (errno_value) {
	case ECONNREFUSED:
		return LR_END_REFUSED;
	/* Not the target's fault: descriptors, memory, or the privilege to bind to the device. */
	case EMFILE:
	case ENFILE:
	case ENOMEM:
	case ENOBUFS:
	case EPERM:
		return LR_END_LOST;
	default:
		return LR_END_UNREACHABLE;
	}
}

/* The library's error numbers by name: above 154 the values moved between releases. */
static LrWorkerEnd end_of_error(int iperf_errno, int errno_value)
{
	if (iperf_errno == IENONE)
		return LR_END_OK;
	/* Complaints about parameters. Ours are in order, so this is what a server answered. */
	if (iperf_errno < IENEWTEST)
		return LR_END_PROTOCOL;
	switch (iperf_errno) {
	case IECONNECT:
	case IESTREAMCONNECT:
		return end_of_connect(errno_value);
	case IEACCESSDENIED:
		return LR_END_BUSY;
	case IEMESSAGE:
	case IERECVRESULTS:
	case IERECVPARAMS:
	case IESENDPARAMS:
	case IESENDCOOKIE:
	case IEAUTHTEST:
	case IESTREAMID:
	/* Was tried on this machine before, so it is the target that lacks it. */
	case IESETCONGESTION:
		return LR_END_PROTOCOL;
#if HAVE_DECL_IENOMSG
	case IENOMSG:
		return LR_END_STALLED;
#endif
	case IERECVMESSAGE:
	case IESERVERTERM:
	case IECTRLCLOSE:
	case IECTRLREAD:
	case IECTRLWRITE:
	case IESTREAMWRITE:
	case IESTREAMREAD:
	case IESTREAMCLOSE:
	case IESENDRESULTS:
		return LR_END_DIED;
	/* 3.9 says goodbye on a socket that it never had, and so forgets why it has none. */
	case IESENDMESSAGE:
		return errno_value == EBADF ? LR_END_UNREACHABLE : LR_END_DIED;
	default:
		return LR_END_LOST;
	}
}

/* What the library printed; NULL for nothing. */
static char *read_log(int log_fd)
{
	g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", log_fd);
	g_autofree char *text = NULL;

	if (!g_file_get_contents(path, &text, NULL, NULL) || text[0] == '\0')
		return NULL;
	return g_steal_pointer(&text);
}

LrIperfOutcome *lr_iperf_client_run(const LrIperfOrder *order)
{
	LrIperfOutcome *outcome = g_new0(LrIperfOutcome, 1);
	int log_fd = memfd_create("iperf3", MFD_CLOEXEC);
	struct iperf_test *test = log_fd >= 0 ? make_test(order, log_fd) : NULL;
	int returned, errno_value;

	if (test == NULL) {
		outcome->end = LR_END_LOST;
		outcome->error = g_strdup("libiperf could not make a test");
		return outcome;
	}
	i_errno = IENONE;
	errno = 0;
	lr_own_reads_begin(control_socket, test);
	returned = iperf_run_client(test);
	errno_value = errno;
	lr_own_reads_end();
	outcome->end = end_of_error(i_errno, errno_value);
	/* 3.11 to 3.13 return 0 in JSON mode whatever happened; some paths set only one of the two.
	 */
	if (returned != 0 && outcome->end == LR_END_OK)
		outcome->end = LR_END_LOST;
	if (outcome->end != LR_END_OK) {
		errno = errno_value;
		outcome->error = lr_text_line_dup(iperf_strerror(i_errno));
	}
	outcome->document = g_strdup(iperf_get_test_json_output_string(test));
	/* 3.9 has thrown the string away by now. */
	if (outcome->document == NULL)
		outcome->document = read_log(log_fd);
	iperf_free_test(test);
	close(log_fd);
	return outcome;
}

void lr_iperf_outcome_free(LrIperfOutcome *outcome)
{
	if (outcome == NULL)
		return;
	g_free(outcome->error);
	g_free(outcome->document);
	g_free(outcome);
}
