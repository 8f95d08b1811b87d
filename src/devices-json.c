/* SPDX-License-Identifier: GPL-3.0-only */
#include "devices-json.h"

#include "json-nic.h"
#include "json-text.h"
#include "listing.h"

/* The interface as in the result of a test, with what a listing adds to it. */
static JsonObject *make_listing(const LrListing *listing)
{
	JsonObject *object = lr_json_nic_make(listing->nic);

	lr_json_set_text(object, "slug", listing->slug);
	lr_json_set_known_count(object, "reference_mbps", listing->reference_mbps);
	lr_json_set_text(object, "reference_source",
			 lr_speed_source_name(listing->reference_source));
	json_object_set_boolean_member(object, "testable", listing->reason == NULL);
	lr_json_set_text(object, "reason", listing->reason);
	return object;
}

static JsonObject *make_function(const LrPciFunction *function)
{
	JsonObject *object = json_object_new();

	lr_json_set_text(object, "address", function->address);
	lr_json_set_text(object, "driver", function->driver);
	lr_json_set_text(object, "product", function->product);
	lr_json_set_text(object, "vendor", function->vendor);
	lr_json_set_text(object, "reason", function->reason);
	return object;
}

char *lr_devices_json_dup(const GPtrArray *listings, const GPtrArray *functions)
{
	g_autoptr(JsonObject) document = json_object_new();
	JsonArray *interfaces = json_array_new(), *bare = json_array_new();

	lr_json_set_text(document, "schema", "linerate-devices/1");
	for (guint i = 0; i < listings->len; i++)
		json_array_add_object_element(interfaces,
					      make_listing(g_ptr_array_index(listings, i)));
	json_object_set_array_member(document, "interfaces", interfaces);
	for (guint i = 0; i < functions->len; i++)
		json_array_add_object_element(bare, make_function(g_ptr_array_index(functions, i)));
	json_object_set_array_member(document, "functions_without_interface", bare);
	return lr_json_text_dup(document, NULL);
}
