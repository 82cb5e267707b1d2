// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation of two convex shapes by brute force, in double and without a function of
// the engine: the support function of every kind is written down from its definition, and h(n) =
// h_A(n) + h_B(-n) is asked for in many directions all over the sphere and then around the lowest
// of them, nearer and nearer. Whatever it ends with is a value of h: never less than the depth,
// never more than minus the distance.
#pragma once

#include "geometry/double3.h"
#include "shape/instance.h"

typedef struct BruteInput {
	const ShapeInstance *a;
	const ShapeInstance *b;
	uint32_t directions; // all over the sphere
	uint32_t starts;     // the lowest of these are followed, at most BRUTE_STARTS
	Double3 hint;        // a direction that is followed as well; zero: none
} BruteInput;

enum { BRUTE_STARTS = 16 };

typedef struct BruteDepth {
	double height;  // m; the smallest h found: depth, or minus the distance
	Double3 normal; // unit, from A to B
} BruteDepth;

// Returns h of a pair along a direction, times the length of the direction.
double brute_height(const ShapeInstance *a, const ShapeInstance *b, Double3 n);

// Returns the smallest h that was found.
BruteDepth brute_depth(const BruteInput *input);
