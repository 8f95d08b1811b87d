/* SPDX-License-Identifier: GPL-3.0-only */
#include "whole-file.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
	char *folder;
	char *path;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data)
{
	g_autoptr(GError) error = NULL;

	(void)data;
	fixture->folder = g_dir_make_tmp("linerate-XXXXXX", &error);
	g_assert_no_error(error);
	fixture->path = g_build_filename(fixture->folder, "result.json", NULL);
	g_file_set_contents(fixture->path, "old", -1, &error);
	g_assert_no_error(error);
}

static guint count_files(const char *folder)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	guint n = 0;

	while (g_dir_read_name(dir) != NULL)
		n++;
	return n;
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
	g_autoptr(GDir) dir = g_dir_open(fixture->folder, 0, NULL);
	const char *name;

	(void)data;
	while ((name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *path = g_build_filename(fixture->folder, name, NULL);

		g_assert_cmpint(g_remove(path), ==, 0);
	}
	g_assert_cmpint(g_rmdir(fixture->folder), ==, 0);
	g_free(fixture->folder);
	g_free(fixture->path);
}

static void assert_holds(const char *path, const char *text)
{
	g_autofree char *found = NULL;
	g_autoptr(GError) error = NULL;

	g_assert_true(g_file_get_contents(path, &found, NULL, &error));
	g_assert_no_error(error);
	g_assert_cmpstr(found, ==, text);
}

static void takes_the_place_of_the_old_one(Fixture *fixture, gconstpointer data)
{
	g_autoptr(GError) error = NULL;

	(void)data;
	g_assert_true(lr_whole_file_write(fixture->path, "new", 3, &error));
	g_assert_no_error(error);
	assert_holds(fixture->path, "new");
	g_assert_cmpuint(count_files(fixture->folder), ==, 1);
}

static void a_link_stays_and_its_file_is_replaced(Fixture *fixture, gconstpointer data)
{
	g_autofree char *link = g_build_filename(fixture->folder, "link", NULL);
	g_autoptr(GError) error = NULL;

	(void)data;
	g_assert_cmpint(symlink("result.json", link), ==, 0);
	g_assert_true(lr_whole_file_write(link, "new", 3, &error));
	g_assert_no_error(error);
	g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
	assert_holds(fixture->path, "new");
}

/* A limit on the size of files ends the write half-way, as a full disk does. */
static void a_disk_that_fills_up_leaves_the_old_one(Fixture *fixture, gconstpointer data)
{
	g_autofree char *big = g_strnfill(100000, 'x');
	struct rlimit before, small;
	g_autoptr(GError) error = NULL;
	bool done;

	(void)data;
	g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &before), ==, 0);
	small = before;
	small.rlim_cur = 50000;
	signal(SIGXFSZ, SIG_IGN);
	g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &small), ==, 0);
	done = lr_whole_file_write(fixture->path, big, 100000, &error);
	g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &before), ==, 0);
	g_assert_false(done);
	g_assert_nonnull(strstr(error->message, fixture->path));
	assert_holds(fixture->path, "old");
	g_assert_cmpuint(count_files(fixture->folder), ==, 1);
}

static void a_folder_that_is_not_there_is_named(Fixture *fixture, gconstpointer data)
{
	g_autofree char *path = g_build_filename(fixture->folder, "missing", "result.json", NULL);
	g_autoptr(GError) error = NULL;

	(void)data;
	g_assert_false(lr_whole_file_write(path, "new", 3, &error));
	g_assert_nonnull(strstr(error->message, path));
	g_assert_nonnull(strstr(error->message, "No such file or directory"));
}

static void a_folder_is_not_overwritten(Fixture *fixture, gconstpointer data)
{
	g_autoptr(GError) error = NULL;

	(void)data;
	g_assert_false(lr_whole_file_write(fixture->folder, "new", 3, &error));
	g_assert_nonnull(error);
	assert_holds(fixture->path, "old");
}

static void a_full_device_is_an_error_and_stays_a_device(Fixture *fixture, gconstpointer data)
{
	struct stat status;
	g_autoptr(GError) error = NULL;

	(void)fixture;
	(void)data;
	g_assert_false(lr_whole_file_write("/dev/full", "new", 3, &error));
	g_assert_cmpstr(error->message, ==, "cannot write '/dev/full': No space left on device");
	g_assert_cmpint(stat("/dev/full", &status), ==, 0);
	g_assert_true(S_ISCHR(status.st_mode));
}

static void what_cannot_be_written_is_known_before(Fixture *fixture, gconstpointer data)
{
	g_autofree char *missing = g_build_filename(fixture->folder, "missing", "r.json", NULL);
	g_autofree char *fresh = g_build_filename(fixture->folder, "fresh.json", NULL);
	const char *const good[] = { fixture->path, fresh, "-", "/dev/stdout", "r.json" };
	const char *const bad[] = { missing, fixture->folder };

	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
		g_autoptr(GError) error = NULL;

		g_assert_true(lr_whole_file_check(good[i], &error));
		g_assert_no_error(error);
	}
	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autoptr(GError) error = NULL;

		g_assert_false(lr_whole_file_check(bad[i], &error));
		g_assert_nonnull(strstr(error->message, bad[i]));
	}
	g_assert_cmpuint(count_files(fixture->folder), ==, 1);
}

#define ADD(name, function)                                                                        \
	g_test_add("/whole-file/" name, Fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("takes-the-place-of-the-old-one", takes_the_place_of_the_old_one);
	ADD("a-link-stays-and-its-file-is-replaced", a_link_stays_and_its_file_is_replaced);
	ADD("a-disk-that-fills-up-leaves-the-old-one", a_disk_that_fills_up_leaves_the_old_one);
	ADD("a-folder-that-is-not-there-is-named", a_folder_that_is_not_there_is_named);
	ADD("a-folder-is-not-overwritten", a_folder_is_not_overwritten);
	ADD("a-full-device-is-an-error-and-stays-a-device",
	    a_full_device_is_an_error_and_stays_a_device);
	ADD("what-cannot-be-written-is-known-before", what_cannot_be_written_is_known_before);
	return g_test_run();
}
