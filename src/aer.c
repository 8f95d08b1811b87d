/* SPDX-License-Identifier: GPL-3.0-only */
#include "aer.h"

#include <string.h>

#include "sysfs.h"

/* The last line of the file: "TOTAL_ERR_COR 12". */
static uint64_t read_total(const char *syspath, const char *attribute, const char *key)
{
	g_autofree char *text = lr_sysfs_line_dup(syspath, attribute);
	const char *at = text != NULL ? strstr(text, key) : NULL;

	return at != NULL ? g_ascii_strtoull(at + strlen(key), NULL, 10) : 0;
}

void lr_aer_survey(const LrNic *nic, LrSurvey *survey)
{
	g_autofree char *syspath = NULL;

	if (nic->bus_address == NULL)
		return;
	syspath = g_build_filename("/sys/bus/pci/devices", nic->bus_address, NULL);
	survey->aer_correctable = read_total(syspath, "aer_dev_correctable", "TOTAL_ERR_COR ");
	survey->aer_uncorrectable = read_total(syspath, "aer_dev_nonfatal", "TOTAL_ERR_NONFATAL ") +
				    read_total(syspath, "aer_dev_fatal", "TOTAL_ERR_FATAL ");
}
