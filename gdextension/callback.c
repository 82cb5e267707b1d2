// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "callback.h"

#include "report.h"

// The name of the method that calls a Callable.
static GdStringName call_name;

void mk_callback_prepare(void) { gd.string_name_new_with_latin1_chars(&call_name, "call", true); }

// Waits for whoever is copying the callable, which takes a moment, and keeps others from it.
// Returns what the callback was.
static CallbackState occupy(Callback *callback) {
	for (;;) {
		uint8_t state = atomic_load_explicit(&callback->state, memory_order_relaxed);
		if (state == CALLBACK_BUSY) continue;
		if (atomic_compare_exchange_weak(&callback->state, &state, CALLBACK_BUSY)) return state;
	}
}

static void leave(Callback *callback, CallbackState state) {
	atomic_store_explicit(&callback->state, (uint8_t)state, memory_order_release);
}

static void replace(Callback *callback, const GdVariant *callable, CallbackState next) {
	CallbackState state = occupy(callback);
	GdVariant replaced = callback->callable;
	callback->callable = *callable;
	leave(callback, next);
	// who has it lent destroys it
	if (state == CALLBACK_KEPT) gd.variant_destroy(&replaced);
}

void mk_callback_drop(Callback *callback) {
	static const GdVariant none;
	replace(callback, &none, CALLBACK_NONE);
}

void mk_callback_keep(Callback *callback, const GdCallable *callable) {
	if (gd_callable_is_null(callable)) {
		mk_callback_drop(callback);
	} else {
		GdVariant kept;
		gd_variant_from_callable(&kept, callable);
		replace(callback, &kept, CALLBACK_KEPT);
	}
}

bool mk_callback_lend(Callback *callback, GdVariant *lent) {
	CallbackState state = occupy(callback);
	*lent = callback->callable;
	leave(callback, state == CALLBACK_KEPT ? CALLBACK_LENT : state);
	return state == CALLBACK_KEPT;
}

// Gives a lent callable back, or destroys it if it is not wanted any more, by the caller or because
// the callback has another one or none by now.
static void give_back(Callback *callback, GdVariant *lent, bool is_wanted) {
	uint8_t state = CALLBACK_LENT;
	uint8_t next = is_wanted ? CALLBACK_KEPT : CALLBACK_NONE;
	bool is_back = atomic_compare_exchange_strong(&callback->state, &state, next);
	if (!is_back || !is_wanted) gd.variant_destroy(lent);
}

void mk_callback_call(Callback *callback, GdVariant *lent, const CallbackCall *call) {
	GdVariant result;
	GDExtensionCallError error = { 0 };
	gd.variant_call(lent, &call_name, call->arguments, call->count, &result, &error);
	gd.variant_destroy(&result);
	bool is_called = error.error == GDEXTENSION_CALL_OK;
	give_back(callback, lent, is_called);
	if (is_called) return;
	mk_report_error("callback",
			"a callback of the %s with RID %llu could not be called; it was dropped.", call->owner,
			(unsigned long long)call->rid.id);
}
