/* SPDX-License-Identifier: GPL-3.0-only */
/* A machine of our own making, in the words of network cards; umockdev shows it as /sys. The test
 * program has to run under umockdev-wrapper. Links that a driver would report by ioctl cannot be
 * staged here, those in sysfs can. */
#pragma once

#include <glib.h>

#include "nic.h"

typedef struct Bench Bench;

Bench *bench_new(void);
void bench_free(Bench *bench);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Bench, bench_free)

/* A whole recorded machine; skips the test and returns FALSE when the file is missing. */
gboolean bench_add_recording(Bench *bench, const char *path);

/* A PCI device below another (NULL: below the root of its bus). class is "0200" and the like, ids
 * "8086:1572", driver NULL for none. Returns its path for use as a parent; borrowed. */
const char *bench_add_pci(Bench *bench, const char *parent, const char *address, const char *class,
			  const char *ids, const char *driver);

/* Any other device, "vmbus", "ccwgroup", "virtio". Returns its path; borrowed. */
const char *bench_add_device(Bench *bench, const char *parent, const char *subsystem,
			     const char *name, const char *driver);

/* A USB device and its first interface, below a path. class is "0202ff", ids "046b:ffb0". Returns
 * the path of the interface; borrowed. */
const char *bench_add_usb(Bench *bench, const char *parent, const char *port, const char *ids,
			  const char *class, const char *driver, const char *product);

/* An Ethernet interface with link, MAC address and index; parent NULL: a virtual one. */
void bench_add_nic(Bench *bench, const char *parent, const char *ifname);

/* The usual card: one PCI function of class 0200 with one interface. */
void bench_add_pci_nic(Bench *bench, const char *ifname, const char *address, const char *ids,
		       const char *driver);

/* A virtual function of the card that pf is the interface of. */
void bench_add_vf(Bench *bench, const char *ifname, const char *address, const char *pf);

/* Attribute, link and property of an interface's own folder. value NULL: no such attribute. */
void bench_set(Bench *bench, const char *ifname, const char *attribute, const char *value);
void bench_set_at(Bench *bench, const char *path, const char *attribute, const char *value);
void bench_link(Bench *bench, const char *ifname, const char *link, const char *target);
void bench_link_at(Bench *bench, const char *path, const char *link, const char *target);
void bench_set_property(Bench *bench, const char *ifname, const char *key, const char *value);
void bench_set_property_at(Bench *bench, const char *path, const char *key, const char *value);

/* Makes one interface the port, member or slave of another. */
void bench_enslave(Bench *bench, const char *ifname, const char *master);

/* Says on which interface another one stands. */
void bench_stand_on(Bench *bench, const char *ifname, const char *lower);

/* What the program makes of it; fails the test when it makes nothing. Owned by the caller. */
GPtrArray *bench_list(const Bench *bench);
LrNic *bench_get(const Bench *bench, const char *ifname);
