// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Do two shapes have a common point? For every kind of shape, without contacts: what areas and
// questions about overlaps need. Sets are closed, touching counts, as in detector.h. Meshes and
// height fields are surfaces: what is wholly inside a closed mesh does not overlap it, and both
// sides of every triangle count. Half-spaces are solid, separation rays are segments.
#pragma once

#include "shape/instance.h"

// Returns whether two instances overlap; poses that are not finite overlap nothing. `axis` is kept
// for the pair from step to step, zero at first: two convex shapes that stay apart then cost one
// pair of supports. NULL: cold.
bool mk_overlap(const ShapeInstance *a, const ShapeInstance *b, Vec3 *axis);

// Returns whether a convex instance overlaps another one anywhere on its way to where it is now,
// from `way` (m) before; it does not turn. For a concave one the answer is that of its end.
bool mk_overlap_swept(const ShapeInstance *a, Vec3 way, const ShapeInstance *b);
