/* SPDX-License-Identifier: GPL-3.0-only */
#include "config.h"

#include "resolver.h"

#include <glib-unix.h>
#include <string.h>

#include "error.h"
#include "units.h"

/* A question to the system's resolver, which runs in a thread of GLib's and cannot be stopped, only
 * left alone. */
typedef struct {
	GCancellable *cancellable;
	bool done, timed_out;
	GList *found; /* of GInetAddress */
	GError *error;
} Question;

static void take_answer(GObject *resolver, GAsyncResult *answer, gpointer data)
{
	Question *question = data;

	question->found =
		g_resolver_lookup_by_name_finish(G_RESOLVER(resolver), answer, &question->error);
	question->done = true;
}

static gboolean give_up(gpointer data)
{
	Question *question = data;

	question->timed_out = true;
	g_cancellable_cancel(question->cancellable);
	return G_SOURCE_REMOVE;
}

static gboolean stop(gint fd G_GNUC_UNUSED, GIOCondition condition G_GNUC_UNUSED, gpointer data)
{
	g_cancellable_cancel(((Question *)data)->cancellable);
	return G_SOURCE_REMOVE;
}

static GSource *attach(GSource *source, GSourceFunc callback, Question *question,
		       GMainContext *context)
{
	g_source_set_callback(source, callback, question, NULL);
	g_source_attach(source, context);
	return source;
}

static void detach(GSource *source)
{
	if (source == NULL)
		return;
	g_source_destroy(source);
	g_source_unref(source);
}

static void ask(Question *question, const char *host, int64_t timeout_ns, int stop_fd)
{
	g_autoptr(GResolver) resolver = g_resolver_get_default();
	g_autoptr(GMainContext) context = g_main_context_new();
	GSource *timeout, *stopped = NULL;

	g_main_context_push_thread_default(context);
	timeout = attach(g_timeout_source_new((guint)(timeout_ns / LR_NS_PER_MS)), give_up,
			 question, context);
	if (stop_fd >= 0)
		stopped = attach(g_unix_fd_source_new(stop_fd, G_IO_IN), G_SOURCE_FUNC(stop),
				 question, context);
	g_resolver_lookup_by_name_async(resolver, host, question->cancellable, take_answer,
					question);
	while (!question->done)
		g_main_context_iteration(context, TRUE);
	detach(timeout);
	detach(stopped);
	g_main_context_pop_thread_default(context);
}

GPtrArray *lr_resolver_lookup(const char *host, int64_t timeout_ns, int stop_fd, GError **error)
{
	g_autoptr(GPtrArray) addresses = g_ptr_array_new_with_free_func(g_object_unref);
	const char *zone = lr_resolver_zone(host);
	g_autofree char *bare =
		zone != NULL ? g_strndup(host, (size_t)(zone - 1 - host)) : g_strdup(host);
	GInetAddress *numeric = g_inet_address_new_from_string(bare);
	g_autoptr(GCancellable) cancellable = g_cancellable_new();
	Question question = { .cancellable = cancellable };

	if (numeric != NULL) {
		g_ptr_array_add(addresses, numeric);
		return g_steal_pointer(&addresses);
	}
	ask(&question, host, timeout_ns, stop_fd);
	if (question.error != NULL && question.timed_out) {
		g_clear_error(&question.error);
		g_set_error(&question.error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_TEMPORARY_FAILURE,
			    "the name server did not answer within %.0f s",
			    lr_seconds_from_ns(timeout_ns));
	}
	if (question.error != NULL) {
		g_propagate_error(error, question.error);
		return NULL;
	}
	for (GList *item = question.found; item != NULL; item = item->next)
		g_ptr_array_add(addresses, item->data);
	g_list_free(question.found);
	return g_steal_pointer(&addresses);
}

bool lr_resolver_may_answer_later(const GError *error)
{
	return g_error_matches(error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_TEMPORARY_FAILURE);
}

const char *lr_resolver_zone(const char *host)
{
	const char *percent = strchr(host, '%');

	return percent != NULL ? percent + 1 : NULL;
}
