/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "event-log.h"
#include "iperf-server.h"
#include "notify.h"
#include "units.h"

/* So long a server may not be heard of: five beats, on a machine whose cores are all busy. */
#define HANG_NS (5 * LR_SERVER_BEAT_NS)

/* A server that was well is back at once; one that cannot even start does not burn a core. */
#define RESTART_MS	 50
#define RESTART_FAST_NS	 (2 * LR_NS_PER_SECOND)
#define RESTART_AGAIN_MS 900

#define STOP_NS (2 * LR_NS_PER_SECOND)

#define TICK_MS 500

typedef struct Supervisor Supervisor;

typedef struct {
	Supervisor *supervisor;
	const LrSupervisedPort *port;
	pid_t pid; /* 0: not running */
	int beat_fd; /* -1: closed */
	guint beat_source, restart_source; /* 0: none */
	int64_t started_ns;
	int64_t beat_ns; /* when it was heard last */
	bool heard; /* since it was started */
	bool killed; /* because it hung */
} Server;

struct Supervisor {
	const LrSupervisorOptions *options;
	GMainLoop *loop;
	LrEventLog *log;
	Server *servers;
	guint n_servers;
	bool ready, stopping;
	int64_t stop_ns; /* when it was told to stop */
	int64_t watchdog_ns, next_watchdog_ns;
};

static int64_t now_ns(void)
{
	return g_get_monotonic_time() * 1000;
}

static void tell_manager(Supervisor *supervisor, const char *state)
{
	g_autoptr(GError) error = NULL;

	if (!lr_notify_send(state, &error))
		lr_event_log_write(supervisor->log, now_ns(), "%s", error->message);
}

static void become_ready(Supervisor *supervisor)
{
	for (guint i = 0; i < supervisor->n_servers; i++) {
		if (!supervisor->servers[i].heard)
			return;
	}
	if (supervisor->ready || supervisor->stopping)
		return;
	supervisor->ready = true;
	lr_event_log_write(supervisor->log, now_ns(), "%s", supervisor->options->ready_line);
	tell_manager(supervisor, "READY=1");
}

static void close_beat(Server *server)
{
	if (server->beat_source != 0)
		g_source_remove(server->beat_source);
	server->beat_source = 0;
	if (server->beat_fd >= 0)
		close(server->beat_fd);
	server->beat_fd = -1;
}

static gboolean hear_beat(int fd, GIOCondition condition G_GNUC_UNUSED, gpointer data)
{
	Server *server = data;
	char beats[64];
	ssize_t n_beats = read(fd, beats, sizeof(beats));

	if (n_beats < 0 && (errno == EAGAIN || errno == EINTR))
		return G_SOURCE_CONTINUE;
	if (n_beats <= 0) {
		/* Its end is told by the child watch. */
		server->beat_source = 0;
		return G_SOURCE_REMOVE;
	}
	server->beat_ns = now_ns();
	server->heard = true;
	become_ready(server->supervisor);
	return G_SOURCE_CONTINUE;
}

typedef struct {
	int keep[2];
} ChildFds;

/* Between fork and exec: only what is safe there. */
static void set_up_child(gpointer data)
{
	const ChildFds *fds = data;
	sigset_t none;

	for (size_t i = 0; i < G_N_ELEMENTS(fds->keep); i++)
		fcntl(fds->keep[i], F_SETFD, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool spawn(Server *server, int beat_write_fd, GError **error)
{
	const LrSupervisedPort *port = server->port;
	g_autofree char *port_option = g_strdup_printf("--port=%u", port->port);
	g_autofree char *cpu_option = g_strdup_printf("--cpu=%d", port->cpu);
	g_autofree char *listen_option = g_strdup_printf("--listen-fd=%d", port->listen_fd);
	g_autofree char *beat_option = g_strdup_printf("--beat-fd=%d", beat_write_fd);
	g_autofree char *parent_option = g_strdup_printf("--parent=%d", (int)getpid());
	g_autofree char *limit_option =
		g_strdup_printf("--max-duration-ns=%" G_GINT64_FORMAT,
				server->supervisor->options->max_duration_ns);
	char *argv[] = { (char *)"/proc/self/exe",
			 (char *)"linerate",
			 (char *)"serve-port",
			 port_option,
			 cpu_option,
			 listen_option,
			 beat_option,
			 parent_option,
			 limit_option,
			 NULL };
	ChildFds fds = { .keep = { port->listen_fd, beat_write_fd } };

	return g_spawn_async(NULL, argv, NULL,
			     G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_FILE_AND_ARGV_ZERO, set_up_child,
			     &fds, &server->pid, error);
}

static void server_ended(GPid pid, int status, gpointer data);

static bool start_server(Server *server, GError **error)
{
	int beat_fds[2];
	bool started;

	if (!g_unix_open_pipe(beat_fds, FD_CLOEXEC, error))
		return false;
	started = spawn(server, beat_fds[1], error);
	close(beat_fds[1]);
	if (!started) {
		close(beat_fds[0]);
		server->pid = 0;
		return false;
	}
	g_unix_set_fd_nonblocking(beat_fds[0], TRUE, NULL);
	server->beat_fd = beat_fds[0];
	server->started_ns = server->beat_ns = now_ns();
	server->heard = server->killed = false;
	/* A beat counts before the time since the last one is judged, whatever kept this process
	 * from hearing it. */
	server->beat_source = g_unix_fd_add_full(G_PRIORITY_HIGH, server->beat_fd, G_IO_IN,
						 hear_beat, server, NULL);
	g_child_watch_add(server->pid, server_ended, server);
	return true;
}

static gboolean restart(gpointer data)
{
	Server *server = data;
	g_autoptr(GError) error = NULL;

	server->restart_source = 0;
	if (start_server(server, &error))
		return G_SOURCE_REMOVE;
	lr_event_log_write(server->supervisor->log, now_ns(),
			   "port %u: the server could not be started: %s", server->port->port,
			   error->message);
	server->restart_source = g_timeout_add(RESTART_AGAIN_MS, restart, server);
	return G_SOURCE_REMOVE;
}

static char *end_dup(const Server *server, int status)
{
	if (server->killed)
		return g_strdup("was ended because it hung");
	if (WIFSIGNALED(status))
		return g_strdup_printf("was killed by signal %d (%s)", WTERMSIG(status),
				       strsignal(WTERMSIG(status)));
	return g_strdup_printf("ended with status %d", WEXITSTATUS(status));
}

static bool is_empty(const Supervisor *supervisor)
{
	for (guint i = 0; i < supervisor->n_servers; i++) {
		if (supervisor->servers[i].pid != 0)
			return false;
	}
	return true;
}

static void server_ended(GPid pid, int status, gpointer data)
{
	Server *server = data;
	Supervisor *supervisor = server->supervisor;
	g_autofree char *how = end_dup(server, status);
	bool was_well = now_ns() - server->started_ns >= RESTART_FAST_NS;

	g_spawn_close_pid(pid);
	server->pid = 0;
	close_beat(server);
	if (supervisor->stopping) {
		if (is_empty(supervisor))
			g_main_loop_quit(supervisor->loop);
		return;
	}
	lr_event_log_write(supervisor->log, now_ns(), "port %u: the server %s: starting it again",
			   server->port->port, how);
	server->restart_source =
		g_timeout_add(was_well ? RESTART_MS : RESTART_AGAIN_MS, restart, server);
}

static void signal_all(Supervisor *supervisor, int signal_number)
{
	for (guint i = 0; i < supervisor->n_servers; i++) {
		if (supervisor->servers[i].pid != 0)
			kill(supervisor->servers[i].pid, signal_number);
	}
}

static void look_after(Server *server, int64_t at_ns)
{
	if (server->pid == 0 || server->killed || at_ns - server->beat_ns < HANG_NS)
		return;
	server->killed = true;
	kill(server->pid, SIGKILL);
}

static gboolean tick(gpointer data)
{
	Supervisor *supervisor = data;
	int64_t at_ns = now_ns();

	for (guint i = 0; i < supervisor->n_servers && !supervisor->stopping; i++)
		look_after(&supervisor->servers[i], at_ns);
	if (supervisor->stopping && at_ns - supervisor->stop_ns >= STOP_NS)
		signal_all(supervisor, SIGKILL);
	/* Half the time, as sd_watchdog_enabled(3) advises. */
	if (supervisor->watchdog_ns > 0 && at_ns >= supervisor->next_watchdog_ns) {
		supervisor->next_watchdog_ns = at_ns + supervisor->watchdog_ns / 2;
		tell_manager(supervisor, "WATCHDOG=1");
	}
	lr_event_log_settle(supervisor->log, at_ns);
	return G_SOURCE_CONTINUE;
}

static gboolean stop(gpointer data)
{
	Supervisor *supervisor = data;

	if (supervisor->stopping)
		return G_SOURCE_CONTINUE;
	supervisor->stopping = true;
	supervisor->stop_ns = now_ns();
	tell_manager(supervisor, "STOPPING=1");
	for (guint i = 0; i < supervisor->n_servers; i++)
		g_clear_handle_id(&supervisor->servers[i].restart_source, g_source_remove);
	/* One that is frozen does not hear this; see tick(). */
	signal_all(supervisor, SIGTERM);
	if (is_empty(supervisor))
		g_main_loop_quit(supervisor->loop);
	return G_SOURCE_CONTINUE;
}

static bool start_all(Supervisor *supervisor, GError **error)
{
	for (guint i = 0; i < supervisor->n_servers; i++) {
		Server *server = &supervisor->servers[i];

		server->supervisor = supervisor;
		server->port = &g_array_index(supervisor->options->ports, LrSupervisedPort, i);
		server->beat_fd = -1;
		if (!start_server(server, error))
			return false;
	}
	return true;
}

/* nohup(1) and shells that start background jobs have some signals ignored, and mean it. */
static bool is_ignored(int signal_number)
{
	struct sigaction action;

	return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static GArray *watch_signals(Supervisor *supervisor)
{
	static const int stop_signals[] = { SIGTERM, SIGINT, SIGHUP };
	GArray *sources = g_array_new(FALSE, FALSE, sizeof(guint));

	for (size_t i = 0; i < G_N_ELEMENTS(stop_signals); i++) {
		guint source;

		if (stop_signals[i] != SIGTERM && is_ignored(stop_signals[i]))
			continue;
		source = g_unix_signal_add(stop_signals[i], stop, supervisor);
		g_array_append_val(sources, source);
	}
	return sources;
}

bool lr_supervisor_run(const LrSupervisorOptions *options, GError **error)
{
	Supervisor supervisor = { .options = options, .n_servers = options->ports->len };
	g_autoptr(GArray) sources = watch_signals(&supervisor);
	guint tick_source = g_timeout_add(TICK_MS, tick, &supervisor);
	bool started;

	supervisor.loop = g_main_loop_new(NULL, FALSE);
	supervisor.log = lr_event_log_new("linerate serve");
	supervisor.servers = g_new0(Server, supervisor.n_servers);
	supervisor.watchdog_ns = lr_notify_watchdog_ns();
	started = start_all(&supervisor, error);
	if (!started)
		stop(&supervisor);
	if (started || !is_empty(&supervisor))
		g_main_loop_run(supervisor.loop);
	for (guint i = 0; i < sources->len; i++)
		g_source_remove(g_array_index(sources, guint, i));
	g_source_remove(tick_source);
	g_free(supervisor.servers);
	lr_event_log_free(supervisor.log);
	g_main_loop_unref(supervisor.loop);
	return started;
}
