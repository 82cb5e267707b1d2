// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The depth of two overlapping boxes without iterating: the least of the depths along fifteen axes
// is that of the difference, whose faces have just these normals (Gottschalk, Lin, Manocha 1996).
#pragma once

#include "collide/difference.h"
#include "geometry/double3.h"

typedef struct BoxDepth {
	double depth; // m; of the cores
	Vec3 normal;  // unit, from A to B, in the frame
	Vec3 point_a; // on the cores, in the frame; point_a - point_b = depth * normal
	Vec3 point_b;
	uint32_t id_a; // a corner of A's that is deepest
	uint32_t id_b;
} BoxDepth;

// Returns whether the cores are boxes that are surely in each other, and then how deep. Box A must
// be in its own axes, B may have any shear and scale. False as well where a whole edge or side is
// deepest, so that the points of contact are not those of one corner or two edges, and where B is
// so flat that rounding hides its depth: EPA finds them.
bool mk_penetration_boxes(const Difference *difference, BoxDepth *found);
