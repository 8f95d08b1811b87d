/* SPDX-License-Identifier: GPL-3.0-only */
#include "notify.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The manager's end: a datagram socket at a path, or at an abstract name behind '@'. */
static int listen_as_manager(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	socklen_t length =
		(socklen_t)(G_STRUCT_OFFSET(struct sockaddr_un, sun_path) + strlen(name));

	memcpy(address.sun_path, name, strlen(name));
	if (name[0] == '@')
		address.sun_path[0] = '\0';
	g_assert_cmpint(bind(fd, (struct sockaddr *)&address, length), ==, 0);
	return fd;
}

static void assert_manager_hears(const char *name)
{
	int fd = listen_as_manager(name);
	g_autoptr(GError) error = NULL;
	char heard[64];
	ssize_t n_bytes;

	g_setenv("NOTIFY_SOCKET", name, TRUE);
	g_assert_true(lr_notify_send("READY=1", &error));
	g_assert_no_error(error);
	n_bytes = recv(fd, heard, sizeof(heard), MSG_DONTWAIT);
	g_assert_cmpmem(heard, n_bytes, "READY=1", strlen("READY=1"));
	close(fd);
}

static void the_manager_hears_at_a_path(void)
{
	g_autofree char *folder = g_dir_make_tmp("linerate-notify-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "socket", NULL);

	assert_manager_hears(path);
	g_unlink(path);
	g_rmdir(folder);
}

static void the_manager_hears_at_an_abstract_name(void)
{
	g_autofree char *name = g_strdup_printf("@linerate-test-%d", (int)getpid());

	assert_manager_hears(name);
}

static void without_a_manager_nothing_happens(void)
{
	g_unsetenv("NOTIFY_SOCKET");
	g_assert_true(lr_notify_send("READY=1", NULL));
}

static void a_name_that_cannot_be_is_an_error_that_shows_it(void)
{
	g_autofree char *too_long = g_strnfill(200, '/');
	const char *const names[] = { "relative", "@", "/", too_long };

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autoptr(GError) error = NULL;

		g_setenv("NOTIFY_SOCKET", names[i], TRUE);
		g_assert_false(lr_notify_send("READY=1", &error));
		g_assert_nonnull(strstr(error->message, names[i]));
	}
}

static void the_watchdog_of_another_process_is_not_ours(void)
{
	g_autofree char *pid = g_strdup_printf("%d", (int)getpid());

	g_unsetenv("WATCHDOG_USEC");
	g_assert_cmpint(lr_notify_watchdog_ns(), ==, 0);
	g_setenv("WATCHDOG_USEC", "20000000", TRUE);
	g_setenv("WATCHDOG_PID", "1", TRUE);
	g_assert_cmpint(lr_notify_watchdog_ns(), ==, 0);
	g_setenv("WATCHDOG_PID", pid, TRUE);
	g_assert_cmpint(lr_notify_watchdog_ns(), ==, 20 * G_GINT64_CONSTANT(1000000000));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/notify/the-manager-hears-at-a-path", the_manager_hears_at_a_path);
	g_test_add_func("/notify/the-manager-hears-at-an-abstract-name",
			the_manager_hears_at_an_abstract_name);
	g_test_add_func("/notify/without-a-manager-nothing-happens",
			without_a_manager_nothing_happens);
	g_test_add_func("/notify/a-name-that-cannot-be-is-an-error-that-shows-it",
			a_name_that_cannot_be_is_an_error_that_shows_it);
	g_test_add_func("/notify/the-watchdog-of-another-process-is-not-ours",
			the_watchdog_of_another_process_is_not_ours);
	return g_test_run();
}
