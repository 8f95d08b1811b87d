/* SPDX-License-Identifier: GPL-3.0-only */
#include "whole-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.h"

static bool write_all(int fd, const char *text, gsize n_bytes)
{
	while (n_bytes > 0) {
		ssize_t n = write(fd, text, n_bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text += n;
		n_bytes -= (gsize)n;
	}
	return true;
}

static bool write_stdout(const char *text, gsize n_bytes, GError **error)
{
	if (write_all(STDOUT_FILENO, text, n_bytes))
		return true;
	lr_error_set_errno(error, errno, "cannot write to standard output");
	return false;
}

static bool write_special(const char *path, const char *text, gsize n_bytes, GError **error)
{
	/* O_CREAT is left out on purpose: what is not there is a regular file. */
	int fd = g_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
	bool done = fd >= 0 && write_all(fd, text, n_bytes);
	int saved_errno = errno;

	if (fd >= 0)
		close(fd);
	if (!done)
		lr_error_set_errno(error, saved_errno, "cannot write '%s'", path);
	return done;
}

/* The file behind a symbolic link is replaced, not the link. */
static bool write_regular(const char *path, const char *text, gsize n_bytes, GError **error)
{
	g_autofree char *resolved = realpath(path, NULL);

	if (g_file_set_contents_full(resolved != NULL ? resolved : path, text, (gssize)n_bytes,
				     G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
				     0666, error))
		return true;
	g_prefix_error(error, "cannot write '%s': ", path);
	return false;
}

static bool is_special(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool lr_whole_file_write(const char *path, const char *text, gsize n_bytes, GError **error)
{
	if (g_str_equal(path, "-"))
		return write_stdout(text, n_bytes, error);
	if (is_special(path))
		return write_special(path, text, n_bytes, error);
	return write_regular(path, text, n_bytes, error);
}

bool lr_whole_file_check(const char *path, GError **error)
{
	g_autofree char *resolved = realpath(path, NULL);
	g_autofree char *folder = g_path_get_dirname(resolved != NULL ? resolved : path);

	if (g_str_equal(path, "-"))
		return true;
	if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
		lr_error_set_errno(error, EISDIR, "cannot write '%s'", path);
		return false;
	}
	if (access(is_special(path) ? path : folder, W_OK) == 0)
		return true;
	lr_error_set_errno(error, errno, "cannot write '%s'", path);
	return false;
}
