// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Random Minkowski sums for shape_make.h: a part with an inside and any other one, each as it is,
// at a pose or under a map, now and then a sum itself. Points of one are sums of points of its
// parts; how far a point is from one follows from the support function of its definition
// (brute_depth.h).
#pragma once

#include "shape/shape.h"
#include "support/rng.h"

// Returns a sum of parts with sizes from 10^low to 10^high m, before their maps.
Shape *make_sum(Rng *rng, double low, double high);

// Returns a random point of a sum.
Vec3 sum_sample(const Shape *shape, Rng *rng);

// As shape_excess, or less, but never less than zero.
double sum_excess(const Shape *sum, Vec3 p);
