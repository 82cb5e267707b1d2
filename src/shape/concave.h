// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What concave shapes have in common, on the basis of their pieces.
#pragma once

#include "shape/shape.h"
#include "spatial/box_cast.h"

// How thick the surface of a mesh without an inside is taken to be when it needs a mass, m. Masses
// of bodies are given as totals, so it matters only between the shapes of one body.
#define MK_SHELL_THICKNESS ((Real)0.01)

// Returns the nearest point by comparing the pieces in boxes around p, from `step` (m) beyond the
// shape's box outward, twice as far each time until one is found.
ShapePoint mk_concave_closest(const Shape *shape, Vec3 p, Real step);

// Returns the mass properties of a shape's triangles under a map as a shell of MK_SHELL_THICKNESS.
MassProperties mk_concave_shell_mass(const Shape *shape, const Affine *map);

// A ray prepared for trees: the part of the range that can meet a box.
typedef struct ConcaveCast {
	bool is_possible; // false: the box is missed
	BoxCast cast;
	Real start; // t where the cast begins
} ConcaveCast;

// Returns the cast for a ray against things in a box.
ConcaveCast mk_concave_cast(const ShapeRay *ray, Aabb box);
