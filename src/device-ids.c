/* SPDX-License-Identifier: GPL-3.0-only */
#include "device-ids.h"

#include <stdio.h>
#include <string.h>

bool lr_device_ids_parse(const char *text, uint32_t *vendor, uint32_t *product)
{
	uint32_t first, second;

	if (text == NULL || sscanf(text, "%x%*1[:/]%x", &first, &second) != 2)
		return false;
	*vendor = first;
	*product = second;
	return true;
}

/* "usb:v046BpFFB0d0100dc02dsc00dp00ic02isc06ip00in00": the interface's three begin with "i". */
uint32_t lr_device_ids_usb_class(const char *modalias)
{
	const char *at = modalias != NULL ? strstr(modalias, "ic") : NULL;
	uint32_t class, subclass, protocol;

	if (at == NULL || sscanf(at, "ic%2xisc%2xip%2x", &class, &subclass, &protocol) != 3)
		return 0;
	return class << 16 | subclass << 8 | protocol;
}
