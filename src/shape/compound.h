// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Several shapes as one, each under an affine map of its own: convex shapes, meshes, height fields
// and other compounds. Leaves (what is not a compound) are numbered through all levels.
#pragma once

#include "shape/instance.h"
#include "spatial/mesh_bvh.h"

// Compounds in compounds in compounds...: queries recurse this deep.
#define MK_COMPOUND_MAX_DEPTH 8

typedef struct CompoundChild {
	Shape *shape;
	Affine pose; // to the compound's space; must be invertible
} CompoundChild;

// A child as the compound keeps it.
typedef struct CompoundPart {
	Shape *owned;
	ShapeInstance instance;
	Affine inverse;
	Aabb box;            // in the compound's space
	uint32_t first_leaf; // number of its first leaf
} CompoundPart;

typedef struct CompoundShape {
	Shape shape;
	CompoundPart *parts;
	uint32_t part_count;
	uint32_t depth; // 1 if no child is a compound
	MeshBvh tree;   // over the parts
} CompoundShape;

// Returns the union of the children with one reference, or NULL and the reason; it takes references
// of its own. Overlapping children count twice in the mass.
Shape *mk_compound_create(const CompoundChild *children, uint32_t count, ShapeStatus *status);
