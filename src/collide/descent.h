// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The last digits of a direction in which h(n) is smallest nearby. On smooth shapes values of h are
// a poor guide: an error of the normal shows in h only as its square, so that rounding hides a
// thousandth of a radian. But supports tell the gradient of h: it is the part of the support point
// across n, and zero at the minimum. Three directions with their supports give it by interpolation,
// and one more support checks it.
#pragma once

#include "collide/gjk.h"

// A direction that was tried and the point that was farthest there.
typedef struct DescentSample {
	Vec3 normal; // unit; zero if the direction is not known
	DifferencePoint point;
} DescentSample;

// The best direction known and three samples around it.
typedef struct Descent {
	const Difference *difference;
	DescentSample samples[3];
	Vec3 normal;         // unit, from A to B; in and out
	double height;       // m; h(normal); in and out
	uint32_t iterations; // pairs of supports; added to
	GjkSimplex feature;  // out: where the shapes touch, up to 4 points with weights ...
	double miss;         // m; ... and how far that is from height * normal; 0 at an exact minimum
} Descent;

// Moves the normal to where the gradient vanishes, as long as h does not grow by more than
// rounding; at kinks of h (edges and faces of shapes) it stays.
void mk_descent_refine(Descent *descent);

// Looks for where the shapes touch if the feature that is given with its weights is not there. The
// difference, the normal and the height have to be set.
void mk_descent_touch(Descent *descent);

// Asks for h at descent->normal and for three samples around it, and starts from the best of the
// normal and the plane through the samples. The difference and the normal have to be set.
void mk_descent_sample(Descent *descent);

// Goes downhill from the normal and its height by trying directions around, ever nearer.
void mk_descent_walk(Descent *descent);
