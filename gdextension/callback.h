// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Callables that scripts and nodes have handed to the server, kept as Variants, since making one
// costs as much as the call.
//
// Calls are made without the server's lock while other threads, which have it, may put another
// callable in the place of the one that is being called. So a call borrows the callable: it is
// lent, not copied, since a copy would cost as much as some of the callbacks. Whoever replaces one
// that is lent leaves it to the borrower, who destroys it in the end.
#pragma once

#include <godot_api.h>
#include <stdatomic.h>

// Prepares what all calls need; once, before the first.
void mk_callback_prepare(void);

typedef enum CallbackState {
	CALLBACK_NONE,
	CALLBACK_KEPT,
	CALLBACK_LENT, // to a call that is being made
	CALLBACK_BUSY, // somebody copies or replaces the callable
} CallbackState;

// A callable that the host has given, or none: zeroed.
typedef struct Callback {
	GdVariant callable;
	_Atomic uint8_t state; // CallbackState
} Callback;

// Whether there is a callable.
static inline bool callback_is_set(const Callback *callback) {
	return atomic_load_explicit(&callback->state, memory_order_relaxed) != CALLBACK_NONE;
}

// Keeps a callable in place of what was there; an empty one is none.
void mk_callback_keep(Callback *callback, const GdCallable *callable);

// Lets go of the callable.
void mk_callback_drop(Callback *callback);

// Arguments of a call, and whose it is: "body", for the sentence that says what went wrong.
typedef struct CallbackCall {
	const GDExtensionConstVariantPtr *arguments;
	int32_t count;
	const char *owner;
	GdRID rid;
} CallbackCall;

// Borrows the callable for a call; false: there is none, or it is being called.
bool mk_callback_lend(Callback *callback, GdVariant *lent);

// Calls what was lent and gives it back. It may replace itself meanwhile. One that cannot be called
// is dropped: the caller would only fail again in every tick.
void mk_callback_call(Callback *callback, GdVariant *lent, const CallbackCall *call);
