// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "callback.h"

#include "report.h"

// The name of the method that calls a Callable.
static GdStringName call_name;

void mk_callback_prepare(void) { gd.string_name_new_with_latin1_chars(&call_name, "call", true); }

void mk_callback_keep(GdVariant *stored, const GdCallable *callable) {
	gd.variant_destroy(stored);
	if (gd_callable_is_null(callable)) {
		gd.variant_new_nil(stored);
	} else {
		gd_variant_from_callable(stored, callable);
	}
}

bool mk_callback_is_set(const GdVariant *callback) {
	return gd.variant_get_type(callback) != GDEXTENSION_VARIANT_TYPE_NIL;
}

void mk_callback_call(GdVariant *callback, const CallbackCall *call) {
	GdVariant callable;
	GdVariant result;
	GDExtensionCallError error = { 0 };
	gd.variant_new_copy(&callable, callback);
	gd.variant_call(&callable, &call_name, call->arguments, call->count, &result, &error);
	gd.variant_destroy(&callable);
	gd.variant_destroy(&result);
	if (error.error == GDEXTENSION_CALL_OK) return;
	mk_report_error("callback",
			"a callback of the %s with RID %llu could not be called; it was dropped.", call->owner,
			(unsigned long long)call->rid.id);
	gd.variant_destroy(callback);
	gd.variant_new_nil(callback);
}
