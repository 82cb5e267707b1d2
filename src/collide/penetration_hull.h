// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The depth of two solid hulls or boxes that overlap little, by the separating axes that can
// matter. The depth is reached along the normal of a face of either, or across an edge of each
// whose arcs of normals cross (sat_hull.h). Of these only few can be better than one that is known:
// along n the depth is at least what any point of the other hull is below the plane there. For
// hulls beside each other that leaves a handful of faces and edges, and no search is needed.
#pragma once

#include "collide/epa.h"

typedef enum HullDepthState {
	HULL_DEPTH_UNKNOWN, // other shapes, too many axes, or no clear place where they touch
	HULL_DEPTH_APART,   // result->normal separates them by -result->upper; points are any of them
	HULL_DEPTH_FOUND,   // as from EPA
} HullDepthState;

// Looks for the depth of the cores, both rigid; not for two boxes, which have a closed form.
// `result` is only written as the state says; its rival is only looked for if that is
// wanted, else it is the depth.
HullDepthState mk_penetration_hulls(
		const Difference *difference, bool is_rival_wanted, EpaResult *result);
