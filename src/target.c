/* SPDX-License-Identifier: GPL-3.0-only */
#include "target.h"

#include <string.h>

#include "error.h"
#include "units.h"

LrTarget *lr_target_new(const char *host, uint16_t base_port)
{
	LrTarget *target = g_new0(LrTarget, 1);

	target->host = g_strdup(host);
	target->base_port = base_port;
	return target;
}

LrTarget *lr_target_copy(const LrTarget *target)
{
	return lr_target_new(target->host, target->base_port);
}

void lr_target_free(LrTarget *target)
{
	if (target == NULL)
		return;
	g_free(target->host);
	g_free(target);
}

/* Splits "[host]:port", "host:port" or a bare host; a bare IPv6 address has more than one colon. */
static bool split_host_port(const char *text, char **host, char **port)
{
	const char *colon = strrchr(text, ':');

	if (text[0] == '[') {
		const char *bracket = strchr(text, ']');

		if (bracket == NULL || (bracket[1] != '\0' && bracket[1] != ':'))
			return false;
		*host = g_strndup(text + 1, (size_t)(bracket - text - 1));
		*port = bracket[1] == ':' ? g_strdup(bracket + 2) : NULL;
	} else if (colon != NULL && strchr(text, ':') == colon) {
		*host = g_strndup(text, (size_t)(colon - text));
		*port = g_strdup(colon + 1);
	} else {
		*host = g_strdup(text);
		*port = NULL;
	}
	return true;
}

static bool host_is_plausible(const char *host)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				      ".-_:%";

	return host[0] != '\0' && host[0] != '-' && strspn(host, allowed) == strlen(host);
}

LrTarget *lr_target_parse(const char *text, uint16_t default_port, GError **error)
{
	g_autofree char *trimmed = g_strstrip(g_strdup(text));
	g_autofree char *host = NULL, *port_text = NULL;
	uint64_t port = default_port;

	if (!split_host_port(trimmed, &host, &port_text) || !host_is_plausible(host)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "'%s' is not a target: write a host name or an address, with ':PORT' behind "
			    "if need be, an IPv6 address with a port as [address]:PORT",
			    trimmed);
		return NULL;
	}
	if (port_text != NULL && !lr_count_parse(port_text, 1, 65535, &port, NULL)) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "'%s' has no usable port: give a number from 1 to 65535 behind the colon",
			    trimmed);
		return NULL;
	}
	return lr_target_new(host, (uint16_t)port);
}

GPtrArray *lr_target_parse_list(const char *text, uint16_t default_port, GError **error)
{
	g_autoptr(GPtrArray) targets = g_ptr_array_new_with_free_func((GDestroyNotify)lr_target_free);
	g_auto(GStrv) items = g_strsplit(text, ",", -1);

	for (size_t i = 0; items[i] != NULL; i++) {
		LrTarget *target;

		if (g_strstrip(items[i])[0] == '\0')
			continue;
		target = lr_target_parse(items[i], default_port, error);
		if (target == NULL)
			return NULL;
		g_ptr_array_add(targets, target);
	}
	return g_steal_pointer(&targets);
}

LrAttempt *lr_attempt_new(const LrTarget *target, const char *address, int64_t at_ns)
{
	LrAttempt *attempt = g_new0(LrAttempt, 1);

	attempt->host = g_strdup(target->host);
	attempt->address = g_strdup(address);
	attempt->base_port = target->base_port;
	attempt->at_ns = at_ns;
	return attempt;
}

void lr_attempt_free(LrAttempt *attempt)
{
	if (attempt == NULL)
		return;
	g_free(attempt->host);
	g_free(attempt->address);
	lr_cause_free(attempt->cause);
	g_free(attempt);
}
