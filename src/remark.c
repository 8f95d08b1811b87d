/* SPDX-License-Identifier: GPL-3.0-only */
#include "remark.h"

#include "column.h"

LrRemark *lr_remark_new(const char *subject, LrRemarkLevel level, char *text, const char *fix)
{
	LrRemark *remark = g_new0(LrRemark, 1);

	remark->subject = subject;
	remark->level = level;
	remark->text = text;
	remark->fix = g_strdup(fix);
	return remark;
}

void lr_remark_free(LrRemark *remark)
{
	if (remark == NULL)
		return;
	g_free(remark->text);
	g_free(remark->fix);
	g_free(remark);
}

GPtrArray *lr_remarks_new(void)
{
	return g_ptr_array_new_with_free_func((GDestroyNotify)lr_remark_free);
}

bool lr_remarks_are_usable(const GPtrArray *remarks)
{
	for (guint i = 0; i < remarks->len; i++) {
		if (((const LrRemark *)remarks->pdata[i])->level == LR_REMARK_FAULT)
			return false;
	}
	return true;
}

void lr_remarks_append(GString *out, const GPtrArray *remarks)
{
	static const char *const words[] = {
		[LR_REMARK_OK] = "ok", [LR_REMARK_WARNING] = "note", [LR_REMARK_FAULT] = "FAULT"
	};

	for (guint i = 0; i < remarks->len; i++) {
		const LrRemark *remark = remarks->pdata[i];
		g_autofree char *label =
			g_strdup_printf("  %-7s %s", remark->subject, words[remark->level]);

		lr_column_append(out, 17, label, "%s", remark->text);
		if (remark->fix != NULL)
			lr_column_append(out, 17, "", "%s", remark->fix);
	}
}
