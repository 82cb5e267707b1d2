// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Everything in src/collide that says something about the distance or depth of two convex shapes,
// in one form: an interval that holds the signed separation (separation.h), a value, a yes or no.
#pragma once

#include "collide/detector.h"
#include "collide/penetration.h"

typedef enum Method {
	METHOD_PENETRATION, // what everybody uses; others are compared with it
	METHOD_GJK,
	METHOD_GJK_JOHNSON,
	METHOD_EPA,
	METHOD_NEWTON,
	METHOD_SAT,
	METHOD_PLANES,
	METHOD_BOXES,
	METHOD_STEP,
	METHOD_REUSE, // with what a nearby pose left in the cache: the last corners, or a descent
	METHOD_COUNT
} Method;

// What one of them says, without rounding slack.
typedef struct MethodAnswer {
	bool is_known;  // the method knows such shapes and gave an answer
	bool has_value; // false: bounds only
	SeparationStatus status;
	uint32_t steps;
	double value; // m; signed separation
	double lower; // m
	double upper; // m
} MethodAnswer;

extern const char *const method_names[METHOD_COUNT];

// Returns the answer of a method about a difference that is finite. `near` is the same pair a
// little moved, for METHOD_REUSE.
MethodAnswer method_answer(Method method, const Difference *difference, const Difference *near);
