/* SPDX-License-Identifier: GPL-3.0-only */
#include "request.h"

#include "units.h"

LrRequest *lr_request_new(void)
{
	LrRequest *request = g_new0(LrRequest, 1);

	request->targets = g_ptr_array_new_with_free_func((GDestroyNotify)lr_target_free);
	request->port = LR_DEFAULT_PORT;
	request->runs = 1;
	request->duration_ns = 10 * LR_NS_PER_SECOND;
	request->fail_threshold_percent = 80;
	request->cpu_threshold_percent = 90;
	request->allow_virtual = g_new0(char *, 1);
	/* A call costs little next to so much, and the caches of a core hold it: ahead of libiperf's
	 * 128 KiB and of 1 MiB, which is its largest. */
	request->block_bytes = 512 * 1024;
	request->iface_timeout_ns = 120 * LR_NS_PER_SECOND;
	request->scan_timeout_ns = 60 * LR_NS_PER_SECOND;
	request->connect_timeout_ns = 5 * LR_NS_PER_SECOND;
	return request;
}

static gpointer copy_target(gconstpointer target, gpointer data G_GNUC_UNUSED)
{
	return lr_target_copy(target);
}

LrRequest *lr_request_copy(const LrRequest *request)
{
	LrRequest *copy = g_memdup2(request, sizeof(*request));

	copy->ifname = g_strdup(request->ifname);
	copy->targets = g_ptr_array_copy(request->targets, copy_target, NULL);
	g_ptr_array_set_free_func(copy->targets, (GDestroyNotify)lr_target_free);
	copy->allow_virtual = g_strdupv(request->allow_virtual);
	copy->congestion = g_strdup(request->congestion);
	return copy;
}

void lr_request_free(LrRequest *request)
{
	if (request == NULL)
		return;
	g_free(request->ifname);
	g_ptr_array_unref(request->targets);
	g_strfreev(request->allow_virtual);
	g_free(request->congestion);
	g_free(request);
}

const char *lr_direction_name(LrDirection direction)
{
	static const char *const names[] = { [LR_FORWARD] = "forward",
					     [LR_REVERSE] = "reverse",
					     [LR_BIDIRECTIONAL] = "bidirectional" };

	return names[direction];
}
