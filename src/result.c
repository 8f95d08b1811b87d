/* SPDX-License-Identifier: GPL-3.0-only */
#include "result.h"

LrResult *lr_result_new(void)
{
	LrResult *result = g_new0(LrResult, 1);

	result->attempts = g_ptr_array_new_with_free_func((GDestroyNotify)lr_attempt_free);
	result->runs = g_ptr_array_new_with_free_func((GDestroyNotify)lr_run_free);
	result->missing_ports = g_array_new(FALSE, FALSE, sizeof(uint16_t));
	return result;
}

void lr_result_free(LrResult *result)
{
	if (result == NULL)
		return;
	g_free(result->version);
	g_free(result->machine);
	g_free(result->kernel);
	g_free(result->started);
	lr_request_free(result->request);
	lr_nic_free(result->nic);
	lr_plan_free(result->plan);
	g_ptr_array_unref(result->attempts);
	g_ptr_array_unref(result->runs);
	g_array_unref(result->missing_ports);
	lr_verdict_free(result->verdict);
	g_free(result);
}
