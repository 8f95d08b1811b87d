/* SPDX-License-Identifier: GPL-3.0-only */
/* The numbers that the kernel's uevents tell devices by. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Two hexadecimal numbers with a separator, PCI_ID "8086:1572" or PRODUCT "bda/8153/3100". False
 * for anything else, and for NULL. */
bool lr_device_ids_parse(const char *text, uint32_t *vendor, uint32_t *product);

/* Class, subclass and protocol of a USB interface from its MODALIAS, as 0x0202ff; 0 when it does
 * not say. */
uint32_t lr_device_ids_usb_class(const char *modalias);
