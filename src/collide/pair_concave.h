// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The functions of the pair matrix for concave shapes. Each takes its shapes in the order of its
// name and adds as many manifolds as there are directions of contact. What they need during the
// call is in the arena of the input.
#pragma once

#include "collide/collide.h"

// A convex shape and a mesh or a height field. Bodies whose centre is behind a one-sided triangle
// are not held by it; two-sided triangles push to the side of the centre. With a cache, a body
// whose centre was pressed through the surface still belongs to the side that it came from.
PairFunction mk_pair_convex_surface;

// A half-space and a mesh or a height field: the vertices below the plane that carry the load.
PairFunction mk_pair_half_space_surface;

// Two meshes, two height fields, or one of each, both of which may move. Normals are ones that both
// surfaces allow (mesh_normals.h).
PairFunction mk_pair_surface_surface;

// Anything and a compound, also two compounds: each pair of leaves on its own, with the numbers of
// the leaves in the manifolds, and with what is known of it by itself (part_cache.h).
PairFunction mk_pair_any_compound;
