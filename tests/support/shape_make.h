// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Random shapes of every convex kind, and two descriptions of each that do not use the engine's own
// functions: points of it, and how far a point is from it. Both follow from the definition alone
// (the hull of two balls is the union of the balls between them, and so on), in double.
#pragma once

#include "shape/instance.h"
#include "support/rng.h"

// The convex kinds are the first ones, up to and including this.
#define LAST_CONVEX_KIND SHAPE_SEPARATION_RAY

// Returns a random shape with sizes from 10^low to 10^high m, of a Minkowski sum those of its parts
// before their maps (sum_make.h). Not for concave kinds and half-spaces.
Shape *make_shape(Rng *rng, ShapeKind kind, double low, double high);

// Returns one of the convex kinds.
ShapeKind convex_kind(Rng *rng);

// Returns a random point of the shape, mostly on its surface.
Vec3 shape_sample(const Shape *shape, Rng *rng);

// Returns a number that is the distance of a point outside (m), zero on the surface and negative
// inside; flat shapes have no inside, and in sums it is zero.
double shape_excess(const Shape *shape, Vec3 p);

// Returns an invertible map that stretches lengths by factors from 1/4 to 4, with shear and
// mirrors, and moves up to `distance` m.
Affine random_affine(Rng *rng, double distance);
