// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A mesh in eight parts: the simplest space partition, an octree of one level. The box around the
// mesh is cut in the middle of every axis, and each part knows the triangles that reach into it. It
// is known from textbooks in a form that looks at the corners of triangles only, and then misses
// those that cross a part without a corner in it; here a triangle is in every part that it meets.
//
// Parts are boxes along the axes outside, so they are good for one orientation: after a
// rotation they are filled anew (mk_mesh_parts_update), which costs as much as a look at all
// triangles. Moving is free.
#pragma once

#include "base/array.h"
#include "shape/instance.h"
#include "shape/mesh.h"

#define MK_MESH_PARTS 8

MK_ARRAY_DECLARE(PartMemberArray, part_members, uint32_t);

typedef struct MeshParts {
	const MeshShape *mesh;
	Mat3 linear;               // orientation and scale that the parts are for
	Triangle *triangles;       // by place, mapped, without the origin
	uint8_t *masks;            // by place: bit k if it is in part k
	Aabb boxes[MK_MESH_PARTS]; // what the members reach in the part; empty if there are none
	uint32_t starts[MK_MESH_PARTS + 1]; // part k: members starts[k] to starts[k + 1] - 1
	PartMemberArray members;            // places
} MeshParts;

// Fills the parts of a mesh; `parts` must be zeroed or freed. The mesh must outlive it.
void mk_mesh_parts_build(MeshParts *parts, const MeshShape *mesh, Mat3 linear);

// Fills the parts for another orientation and returns true; false if it is still the same.
bool mk_mesh_parts_update(MeshParts *parts, Mat3 linear);

// Returns whether the parts are those of an instance as it is oriented now; NULL: false.
bool mk_mesh_parts_are_of(const MeshParts *parts, const ShapeInstance *instance);

// Gives the memory back and leaves zeroed parts.
void mk_mesh_parts_free(MeshParts *parts);
