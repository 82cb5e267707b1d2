// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vertices of one surface that are inside the other, deeper than the margin. From those of crossing
// triangles all others inside are reached over edges. Inside and outside are told by the sign of
// the angle-weighted pseudo-normal at the nearest point (Baerentzen and Aanaes, "Signed distance
// computation using the angle weighted pseudonormal", 2005), which is right for closed surfaces and
// a good guess near others.
#pragma once

#include "collide/mesh_features.h"

typedef struct SurfacePoint {
	bool is_found;
	Vec3 point;        // nearest point of the surface
	Real distance;     // m; negative inside
	uint32_t triangle; // number
} SurfacePoint;

// Returns the nearest point of a surface within `radius` (m) and on which side of it p is.
SurfacePoint mk_surface_nearest(const Surface *surface, Vec3 p, Real radius);

// Adds the contacts of one side's vertices that are deep in the other, starting from its list.
void mk_deep_vertices(FeaturePair *pair, uint32_t side, Real largest);
