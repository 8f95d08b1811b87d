/* SPDX-License-Identifier: GPL-3.0-only */
#include "devices-table.h"

#include <string.h>

#include "listing.h"
#include "text.h"
#include "units.h"

#define GAP "  "

/* The last column has what is left, but no less than this: the terminal then wraps. */
#define MIN_LAST_COLUMNS 24

/* No other column is given up for more than this. */
#define GOOD_LAST_COLUMNS 45

enum { INTERFACE, CATEGORY, KIND, DRIVER, MAC, MTU, LINK, SPEED, SOURCE, TEST, ABOUT, N_COLUMNS };

typedef struct {
	char *cell[N_COLUMNS];
	bool is_reason; /* the last cell is one */
} Row;

static const char *const heads[N_COLUMNS] = {
	[INTERFACE] = "INTERFACE",
	[CATEGORY] = "CATEGORY",
	[KIND] = "KIND",
	[DRIVER] = "DRIVER",
	[MAC] = "MAC",
	[MTU] = "MTU",
	[LINK] = "LINK",
	[SPEED] = "SPEED",
	[SOURCE] = "SOURCE",
	[TEST] = "TEST",
	[ABOUT] = "DEVICE, OR WHY NOT",
};

static void row_free(Row *row)
{
	for (guint i = 0; i < N_COLUMNS; i++)
		g_free(row->cell[i]);
	g_free(row);
}

static char *or_dash_dup(const char *text)
{
	return g_strdup(text != NULL ? text : "-");
}

static char *device_dup(const char *vendor, const char *product)
{
	if (vendor != NULL && product != NULL)
		return g_strdup_printf("%s %s", vendor, product);
	return or_dash_dup(product != NULL ? product : vendor);
}

/* The reference speed, and what the link runs at where that is something else. */
static char *speed_dup(const LrListing *listing)
{
	g_autofree char *reference = lr_rate_dup((double)listing->reference_mbps);
	g_autofree char *link = lr_rate_dup(listing->nic->link_mbps);

	if (listing->reference_mbps == 0)
		return g_strdup("-");
	if (listing->nic->link_mbps == 0 || listing->nic->link_mbps == listing->reference_mbps)
		return g_steal_pointer(&reference);
	return g_strdup_printf("%s (now %s)", reference, link);
}

static const char *link_word(const LrNic *nic)
{
	if (nic->carrier == LR_YES)
		return "up";
	if (nic->carrier == LR_NO)
		return "no link";
	/* The kernel tells no carrier of an interface that is not up. */
	return !nic->admin_up && nic->mtu_bytes != 0 ? "down" : "-";
}

static Row *row_new(const LrListing *listing)
{
	Row *row = g_new0(Row, 1);
	const LrNic *nic = listing->nic;

	row->cell[INTERFACE] = g_strdup(nic->ifname);
	row->cell[CATEGORY] = g_strdup(lr_category_name(nic->category));
	row->cell[KIND] = g_strdup(nic->kind);
	row->cell[DRIVER] = or_dash_dup(nic->driver);
	row->cell[MAC] = or_dash_dup(nic->mac);
	row->cell[MTU] =
		nic->mtu_bytes != 0 ? g_strdup_printf("%u", nic->mtu_bytes) : g_strdup("-");
	row->cell[LINK] = g_strdup(link_word(nic));
	row->cell[SPEED] = speed_dup(listing);
	row->cell[SOURCE] = listing->reference_mbps != 0
				    ? g_strdup(lr_speed_source_name(listing->reference_source))
				    : g_strdup("-");
	row->cell[TEST] = g_strdup(listing->reason == NULL ? "yes" : "no");
	row->is_reason = listing->reason != NULL;
	row->cell[ABOUT] = listing->reason != NULL ? g_strdup(listing->reason)
						   : device_dup(nic->vendor, nic->product);
	return row;
}

static void measure(const GPtrArray *rows, guint widths[N_COLUMNS])
{
	for (guint i = 0; i < N_COLUMNS; i++) {
		widths[i] = lr_text_columns(heads[i]);
		for (guint j = 0; j < rows->len; j++) {
			const Row *row = g_ptr_array_index(rows, j);

			widths[i] = MAX(widths[i], lr_text_columns(row->cell[i]));
		}
	}
}

static guint sum(const guint widths[N_COLUMNS])
{
	guint total = 0;

	for (guint i = 0; i < ABOUT; i++)
		total += widths[i] > 0 ? widths[i] + (guint)strlen(GAP) : 0;
	return total;
}

/* A width of 0 hides the column. What people miss least goes first. */
static void fit(guint widths[N_COLUMNS], guint columns)
{
	static const guint hide[] = { MAC, MTU, DRIVER, KIND, SOURCE, LINK };

	if (columns == 0)
		return;
	for (guint i = 0; i < G_N_ELEMENTS(hide); i++) {
		if (sum(widths) + MIN(widths[ABOUT], GOOD_LAST_COLUMNS) <= columns)
			break;
		widths[hide[i]] = 0;
	}
	widths[ABOUT] = MAX(columns - MIN(columns, sum(widths)), MIN_LAST_COLUMNS);
}

/* The text in lines of the given width, each but the first behind an indent. */
static void append_wrapped(GString *table, const char *text, guint indent, guint columns)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	guint used = 0;

	for (char **word = words; *word != NULL; word++) {
		guint width = lr_text_columns(*word);

		if (used > 0 && used + 1 + width > columns) {
			g_string_append_printf(table, "\n%*s", (int)indent, "");
			used = 0;
		} else if (used > 0) {
			g_string_append_c(table, ' ');
			used++;
		}
		g_string_append(table, *word);
		used += width;
	}
}

/* A reason is told to its end, the name of a device is cut. */
static void append_row(GString *table, const char *const *cell, const guint widths[N_COLUMNS],
		       bool wrap)
{
	for (guint i = 0; i < ABOUT; i++) {
		if (widths[i] == 0)
			continue;
		lr_text_column_append(table, cell[i], widths[i]);
		g_string_append(table, GAP);
	}
	if (wrap)
		append_wrapped(table, cell[ABOUT], sum(widths), widths[ABOUT]);
	else
		lr_text_column_append(table, cell[ABOUT],
				      MIN(widths[ABOUT], lr_text_columns(cell[ABOUT])));
	g_string_append_c(table, '\n');
}

static void append_functions(GString *table, const GPtrArray *functions)
{
	if (functions->len == 0)
		return;
	g_string_append(table, "\nPCI network functions without an interface:\n");
	for (guint i = 0; i < functions->len; i++) {
		const LrPciFunction *function = g_ptr_array_index(functions, i);
		g_autofree char *device = device_dup(function->vendor, function->product);

		g_string_append_printf(table, "%s" GAP "%s (%s)\n", function->address,
				       function->reason, device);
	}
}

void lr_devices_table_append(GString *table, const GPtrArray *listings, const GPtrArray *functions,
			     guint columns)
{
	g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)row_free);
	guint widths[N_COLUMNS], n_testable = 0;

	for (guint i = 0; i < listings->len; i++) {
		const LrListing *listing = g_ptr_array_index(listings, i);

		g_ptr_array_add(rows, row_new(listing));
		n_testable += listing->reason == NULL;
	}
	measure(rows, widths);
	fit(widths, columns);
	append_row(table, heads, widths, false);
	for (guint i = 0; i < rows->len; i++) {
		const Row *row = g_ptr_array_index(rows, i);

		append_row(table, (const char *const *)row->cell, widths, row->is_reason);
	}
	append_functions(table, functions);
	g_string_append_printf(table, "\n%u of %u can be tested.\n", n_testable, listings->len);
}
