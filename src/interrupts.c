/* SPDX-License-Identifier: GPL-3.0-only */
#include "interrupts.h"

#include <stdbool.h>
#include <string.h>

/* The columns of the table: PUs that are offline have none. */
static GArray *read_header(const char *line)
{
	GArray *cpus = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	g_auto(GStrv) words = g_strsplit_set(line, " \t", -1);

	for (guint i = 0; words[i] != NULL; i++) {
		if (g_str_has_prefix(words[i], "CPU")) {
			uint32_t cpu = (uint32_t)g_ascii_strtoull(words[i] + 3, NULL, 10);

			g_array_append_val(cpus, cpu);
		}
	}
	return cpus;
}

/* Whether the name stands in the text by itself: "eth1" is not in "eth10", but in "eth1-rx-0". */
static bool names(const char *text, const char *name)
{
	size_t length = name != NULL ? strlen(name) : 0;

	for (const char *at = text; length > 0 && (at = strstr(at, name)) != NULL; at++) {
		bool begins = at == text || !g_ascii_isalnum(at[-1]);

		if (begins && !g_ascii_isalnum(at[length]))
			return true;
	}
	return false;
}

static bool is_of_device(const char *number, const char *rest, const LrNic *nic,
			 const GPtrArray *numbers)
{
	for (guint i = 0; i < numbers->len; i++) {
		if (g_str_equal(numbers->pdata[i], number))
			return true;
	}
	return names(rest, nic->ifname) || names(rest, nic->bus_address);
}

/* " 145:   12   0   IR-PCI-MSI 1572864-edge   eth1-TxRx-0" */
static void read_line(const char *line, const GArray *cpus, const LrNic *nic,
		      const GPtrArray *numbers, LrSurvey *survey)
{
	const char *colon = strchr(line, ':');
	g_autofree char *number = colon != NULL ? g_strndup(line, (gsize)(colon - line)) : NULL;
	g_autofree uint64_t *counts = g_new0(uint64_t, cpus->len + 1);
	const char *at;
	guint n = 0;

	if (colon == NULL)
		return;
	g_strstrip(number);
	for (at = colon + 1; n < cpus->len; n++) {
		char *end;

		counts[n] = g_ascii_strtoull(at, &end, 10);
		if (end == at)
			break;
		at = end;
	}
	if (!is_of_device(number, at, nic, numbers))
		return;
	for (guint i = 0; i < n; i++) {
		if (counts[i] > 0)
			lr_survey_pu(survey, g_array_index(cpus, uint32_t, i))->interrupts +=
				counts[i];
	}
}

void lr_interrupts_parse(const char *text, const LrNic *nic, const GPtrArray *numbers,
			 LrSurvey *survey)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	g_autoptr(GArray) cpus = lines[0] != NULL ? read_header(lines[0]) : NULL;

	for (guint i = 1; lines[0] != NULL && lines[i] != NULL; i++)
		read_line(lines[i], cpus, nic, numbers, survey);
}

/* The message-signalled interrupts of the parent device. */
static GPtrArray *device_numbers(const LrNic *nic)
{
	GPtrArray *numbers = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *folder =
		nic->path != NULL ? g_build_filename("/sys", nic->path, "msi_irqs", NULL) : NULL;
	g_autoptr(GDir) files = folder != NULL ? g_dir_open(folder, 0, NULL) : NULL;
	const char *name;

	while (files != NULL && (name = g_dir_read_name(files)) != NULL)
		g_ptr_array_add(numbers, g_strdup(name));
	return numbers;
}

void lr_interrupts_survey(const LrNic *nic, LrSurvey *survey)
{
	g_autoptr(GPtrArray) numbers = device_numbers(nic);
	g_autofree char *text = NULL;

	if (g_file_get_contents("/proc/interrupts", &text, NULL, NULL))
		lr_interrupts_parse(text, nic, numbers, survey);
}
