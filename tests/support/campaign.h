// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How long a test that compares algorithms on many pairs goes on: as long as a usual run of the
// tests allows, or as tests/campaign says in the environment. CAMPAIGN_PAIRS is the number of pairs
// per combination of shapes, and asks for a line about each; CAMPAIGN_SEED makes other pairs,
// CAMPAIGN_KIND leaves only combinations with that kind of shape.
#pragma once

#include "shape/shape.h"

#include <stdlib.h>
#include <string.h>

static inline uint64_t campaign_number(const char *name, uint64_t usual) {
	const char *text = getenv(name);
	return text != NULL ? strtoull(text, NULL, 10) : usual;
}

static inline bool campaign_is_on(void) { return getenv("CAMPAIGN_PAIRS") != NULL; }

static inline uint64_t campaign_pairs(uint64_t usual) {
	return campaign_number("CAMPAIGN_PAIRS", usual);
}

// Returns where the generator of a combination starts.
static inline uint64_t campaign_seed(ShapeKind a, ShapeKind b) {
	return (uint64_t)a * 100 + (uint64_t)b + campaign_number("CAMPAIGN_SEED", 0) * 10000;
}

static inline bool campaign_has(ShapeKind a, ShapeKind b) {
	const char *only = getenv("CAMPAIGN_KIND");
	return only == NULL || strcmp(only, mk_shape_ops(a)->name) == 0 ||
			strcmp(only, mk_shape_ops(b)->name) == 0;
}
