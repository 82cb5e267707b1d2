// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Lanes of a bundle: constraints lie side by side, eight in a bundle, and no body that
// they move appears twice in one (graph.h). So lanes can be solved at once and in any
// width with the same result.
#pragma once

#include "base/alloc.h"

#define MK_BUNDLE_LANES 8

// A vector per lane.
typedef struct Lane3 {
	float x[MK_BUNDLE_LANES];
	float y[MK_BUNDLE_LANES];
	float z[MK_BUNDLE_LANES];
} Lane3;
