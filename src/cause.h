/* SPDX-License-Identifier: GPL-3.0-only */
/* The causes that a verdict can name. Their ids are part of the interface, like an exit status;
 * docs/causes.md describes each. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum {
	LR_CLASS_NOT_TESTED, /* nothing was measured */
	LR_CLASS_VOID,	     /* what was measured says nothing about the interface */
	LR_CLASS_DEVICE,     /* the interface or its link */
	LR_CLASS_HOST,	     /* this machine */
	LR_CLASS_PATH,	     /* the way to the target, or the target */
} LrCauseClass;

typedef enum {
	LR_CAUSE_NO_SUCH_INTERFACE,
	LR_CAUSE_NOT_TESTABLE,
	LR_CAUSE_NO_PERMISSION,
	LR_CAUSE_NO_LINK,
	LR_CAUSE_NO_ADDRESS,
	LR_CAUSE_NO_TARGET,
	LR_CAUSE_TARGET_UNRESOLVABLE,
	LR_CAUSE_NO_ROUTE,
	LR_CAUSE_TARGET_UNREACHABLE,
	LR_CAUSE_TARGET_REFUSED,
	LR_CAUSE_TARGET_BUSY,
	LR_CAUSE_TARGET_PROTOCOL,
	LR_CAUSE_LOCAL_TARGET,
	LR_CAUSE_SPEED_UNKNOWN,
	LR_CAUSE_THRESHOLD_UNREACHABLE,
	LR_CAUSE_INTERRUPTED,
	LR_CAUSE_WRONG_PATH,
	LR_CAUSE_REPLIES_ELSEWHERE,
	LR_CAUSE_TARGET_DIED,
	LR_CAUSE_TARGET_STALLED,
	LR_CAUSE_PORTS_MISSING,
	LR_CAUSE_WORKER_LOST,
	LR_CAUSE_LATE_WORKER,
	LR_CAUSE_IMPLAUSIBLE_COUNT,
	LR_CAUSE_LINK_UNDERSPEED,
	LR_CAUSE_HALF_DUPLEX,
	LR_CAUSE_LINK_FLAP,
	LR_CAUSE_LINK_ERRORS,
	LR_CAUSE_PCIE_LIMIT,
	LR_CAUSE_USB_LIMIT,
	LR_CAUSE_PCIE_ERRORS,
	LR_CAUSE_CPU_LIMIT,
	LR_CAUSE_SOFTIRQ_LIMIT,
	LR_CAUSE_CPU_THROTTLED,
	LR_CAUSE_NUMA_REMOTE,
	LR_CAUSE_QDISC_LIMIT,
	LR_CAUSE_OFFLOAD_OFF,
	LR_CAUSE_CONGESTION_CONTROL_LIMIT,
	LR_CAUSE_PACKET_LOSS,
	LR_CAUSE_TARGET_CPU_LIMIT,
	LR_CAUSE_TARGET_WINDOW,
	LR_CAUSE_FLOW_CONTROL,
	LR_CAUSE_PATH_LIMIT,
	LR_CAUSE_MTU_BLACKHOLE,
	LR_CAUSE_STALL,
	LR_CAUSE_UNEVEN_WORKERS,
	LR_CAUSE_BELOW_THRESHOLD,
	LR_N_CAUSES,
} LrCauseId;

/* A fact behind a cause: a number (text is NULL) or a word. */
typedef struct {
	char *key; /* with the unit last, "goodput_mbps" */
	double number;
	char *text;
} LrEvidence;

typedef struct {
	LrCauseId id;
	char *foreign_name; /* read from a document of a newer release, which knows more causes; then
			     * id is any of the same class. NULL for all that this release knows */
	char *message;	     /* one sentence without full stop: what was seen, where */
	GPtrArray *evidence; /* of LrEvidence, in the order added */
	char *remedy;	     /* what a technician can do about it */
} LrCause;

/* The remedy comes from the table of causes, with the place in docs/causes.md that says more;
 * lr_cause_advise() replaces the table's words, lr_cause_set_remedy() all of it. */
LrCause *lr_cause_new(LrCauseId id, const char *message_format, ...) G_GNUC_PRINTF(2, 3);
LrCause *lr_cause_copy(const LrCause *cause);
void lr_cause_free(LrCause *cause);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LrCause, lr_cause_free)

void lr_cause_add_number(LrCause *cause, const char *key, double number);
void lr_cause_add_text(LrCause *cause, const char *key, const char *text);
void lr_cause_advise(LrCause *cause, const char *advice_format, ...) G_GNUC_PRINTF(2, 3);
void lr_cause_set_remedy(LrCause *cause, const char *remedy_format, ...) G_GNUC_PRINTF(2, 3);

/* "link-underspeed"; the foreign name where there is one. Borrowed. */
const char *lr_cause_name(const LrCause *cause);

/* "link-underspeed". */
const char *lr_cause_id_name(LrCauseId id);
bool lr_cause_id_from_name(const char *name, LrCauseId *id) G_GNUC_WARN_UNUSED_RESULT;
LrCauseClass lr_cause_id_class(LrCauseId id);

/* "could-not-test", "measurement-void", "device", "host", "path". */
const char *lr_cause_class_name(LrCauseClass class);
