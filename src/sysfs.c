/* SPDX-License-Identifier: GPL-3.0-only */
#include "sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

static bool make_path(char path[static PATH_MAX], const char *syspath, const char *entry)
{
	int length = snprintf(path, PATH_MAX, "%s/%s", syspath, entry);

	return length > 0 && length < PATH_MAX;
}

/* An attribute is at most a page and comes with one read. */
static bool read_attribute(const char *syspath, const char *attribute, char text[static 4096])
{
	char path[PATH_MAX];
	ssize_t length;
	int fd;

	if (!make_path(path, syspath, attribute))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	do {
		length = read(fd, text, 4095);
	} while (length < 0 && errno == EINTR);
	close(fd);
	if (length < 0)
		return false;
	text[length] = '\0';
	return true;
}

char *lr_sysfs_line_dup(const char *syspath, const char *attribute)
{
	char text[4096];

	return read_attribute(syspath, attribute, text) ? lr_text_line_dup(text) : NULL;
}

bool lr_sysfs_number_get(const char *syspath, const char *attribute, int64_t *number)
{
	char text[4096];
	char *end;
	bool hexadecimal;
	int64_t value;

	if (!read_attribute(syspath, attribute, text))
		return false;
	g_strstrip(text);
	hexadecimal = g_str_has_prefix(text, "0x");
	errno = 0;
	value = g_ascii_strtoll(text, &end, hexadecimal ? 16 : 10);
	if (errno != 0 || end == text || *end != '\0')
		return false;
	*number = value;
	return true;
}

char *lr_sysfs_link_dup(const char *syspath, const char *link)
{
	char path[PATH_MAX], target[PATH_MAX];
	ssize_t length;

	if (!make_path(path, syspath, link))
		return NULL;
	length = readlink(path, target, sizeof(target) - 1);
	if (length < 0)
		return NULL;
	target[length] = '\0';
	return g_path_get_basename(target);
}

bool lr_sysfs_exists(const char *syspath, const char *entry)
{
	char path[PATH_MAX];
	struct stat unused;

	return make_path(path, syspath, entry) && lstat(path, &unused) == 0;
}
