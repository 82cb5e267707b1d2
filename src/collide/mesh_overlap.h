// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Do two meshes overlap? Four ways with the same question, to be compared with each other:
// - all pairs of triangles: O(m n), concave meshes as they are;
// - pairs of triangles in parts that touch, eight parts each (mesh_parts.h); concave, too;
// - pairs of triangles in leaves of the meshes' trees that touch: the fast one; concave, too;
// - separating axes of the hulls, with the shortest way out. Certain for convex meshes; for concave
//   ones "apart" is certain, but an overlap may be one of the hulls only: a finger in a notch that
//   does not touch it. Nothing along an axis can tell those apart.
// A mesh that is closed counts as a solid: one that is wholly inside another overlaps it, although
// the surfaces do not meet. Open meshes are surfaces. Boxes, triangles and hulls without rounding
// can take the place of meshes in the first and the last way.
//
// Before all of this comes a look at bounding volumes, first spheres and then boxes, both
// turning with the bodies. Touching counts as overlap, exactly on the coordinates that the
// triangles have in the frame of the pair; those are rounded, so gaps up to the rounding
// floor may be told either way.
#pragma once

#include "collide/mesh_parts.h"
#include "shape/instance.h"

typedef enum MeshMethod {
	MESH_METHOD_PAIRS,
	MESH_METHOD_PARTS,
	MESH_METHOD_TREES,
	MESH_METHOD_HULLS,
	MESH_METHOD_COUNT
} MeshMethod;

typedef enum MeshCulling {
	MESH_CULLING_BOXES, // spheres, then boxes
	MESH_CULLING_SPHERES,
	MESH_CULLING_NONE,
} MeshCulling;

typedef enum MeshOverlapStatus {
	MESH_OVERLAP_OK,
	MESH_OVERLAP_UNSUPPORTED, // the way does not know this kind of shape, rounding, or a flattening map
	MESH_OVERLAP_STALE,       // the parts are of other meshes or orientations, or missing
	MESH_OVERLAP_INVALID,     // a number is not finite
} MeshOverlapStatus;

typedef struct MeshOverlapInput {
	const ShapeInstance *a;
	const ShapeInstance *b;
	MeshMethod method;
	MeshCulling culling;
	const MeshParts *parts_a; // for MESH_METHOD_PARTS
	const MeshParts *parts_b;
} MeshOverlapInput;

typedef struct MeshOverlap {
	MeshOverlapStatus status;
	bool is_overlapping; // false unless the status is OK
	bool is_certain;     // false: only the hulls are known to overlap
	bool is_culled;      // bounding volumes were enough
	bool is_nested;      // the surfaces do not meet, but one is inside the other
	uint64_t tests;      // of pairs of triangles; axes for MESH_METHOD_HULLS
	uint32_t triangle_a; // slots (facets.h) of the first pair found, if the surfaces meet
	uint32_t triangle_b;
	Real separation; // m; for MESH_METHOD_HULLS: minus the depth, or a lower bound of the distance
	Vec3 normal;     // unit, from A to B, outside; -separation * normal moves B out of A
} MeshOverlap;

// Returns whether two meshes overlap; allocates nothing.
MeshOverlap mk_mesh_overlap(const MeshOverlapInput *input);
