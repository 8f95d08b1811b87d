/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "stop-signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>

#include "error.h"

int lr_stop_signals_open(GError **error)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	sigset_t set;
	int fd;

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&set);
	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++) {
		struct sigaction action;

		if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&set, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		lr_error_set_errno(error, errno, "cannot listen to signals");
	return fd;
}
