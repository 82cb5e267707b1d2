// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Callables that scripts and nodes have handed to the server, kept as Variants, since making one
// costs as much as the call.
#pragma once

#include <godot_api.h>

// Prepares what all calls need; once, before the first.
void mk_callback_prepare(void);

// A callable that the host has given, or none: zeroed.
typedef struct Callback {
	GdVariant callable; // valid if set
	bool is_set;
	bool is_lent; // to a call that is being made, which gives it back or destroys it
} Callback;

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

// Calls it. It may replace itself meanwhile. One that cannot be called is dropped: the caller would
// only fail again in every tick.
void mk_callback_call(Callback *callback, const CallbackCall *call);
