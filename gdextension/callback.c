// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "callback.h"

#include "report.h"

// The name of the method that calls a Callable.
static GdStringName call_name;

void mk_callback_prepare(void) { gd.string_name_new_with_latin1_chars(&call_name, "call", true); }

void mk_callback_drop(Callback *callback) {
	if (callback->is_set && !callback->is_lent) gd.variant_destroy(&callback->callable);
	*callback = (Callback){ 0 };
}

void mk_callback_keep(Callback *callback, const GdCallable *callable) {
	mk_callback_drop(callback);
	if (gd_callable_is_null(callable)) return;
	gd_variant_from_callable(&callback->callable, callable);
	callback->is_set = true;
}

// The callable is lent, not copied: a copy would cost as much as some of the callbacks.
void mk_callback_call(Callback *callback, const CallbackCall *call) {
	GdVariant callable = callback->callable;
	GdVariant result;
	GDExtensionCallError error = { 0 };
	callback->is_lent = true;
	gd.variant_call(&callable, &call_name, call->arguments, call->count, &result, &error);
	gd.variant_destroy(&result);
	bool is_replaced = !callback->is_lent;
	callback->is_lent = false;
	if (is_replaced) gd.variant_destroy(&callable);
	if (error.error == GDEXTENSION_CALL_OK) return;
	mk_report_error("callback",
			"a callback of the %s with RID %llu could not be called; it was dropped.", call->owner,
			(unsigned long long)call->rid.id);
	if (!is_replaced) mk_callback_drop(callback);
}
