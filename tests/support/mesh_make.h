// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Meshes for tests: closed, outward-wound, and of a shape whose volume is known. A mesh owns
// its memory until mesh_free.
#pragma once

#include "base/array.h"
#include "geometry/triangle_mesh.h"

MK_ARRAY_DECLARE(MeshPointArray, mesh_points, Vec3);
MK_ARRAY_DECLARE(MeshIndexArray, mesh_indices, uint32_t);

typedef struct TestMesh {
	MeshPointArray points;
	MeshIndexArray indices; // three per triangle
} TestMesh;

// Returns the mesh as the engine sees it; valid until the mesh changes.
TriangleMesh mesh_view(const TestMesh *mesh);
void mesh_free(TestMesh *mesh);

void mesh_add_triangle(TestMesh *mesh, uint32_t a, uint32_t b, uint32_t c);

// Applies a map to all points; a map that mirrors turns the mesh inside out.
void mesh_map(TestMesh *mesh, Affine map);

// Swaps two corners of every triangle: inside becomes outside.
void mesh_flip(TestMesh *mesh);

// 8 points, 12 triangles.
TestMesh mesh_make_box(Vec3 min, Vec3 max);

// The octahedron with corners at distance 1, its 8 faces refined to 8k triangles without a change
// of shape, k = 1 to 10: for even k the four edges between the x and the y axis are halved first,
// then the centroid of the largest triangle of each face is inserted until there are k of them per
// face. It has 4k + 2 points.
TestMesh mesh_make_octahedron(uint32_t k);

// The boundary of a set of unit cubes. The text is a picture seen along -z, rows from the top
// (largest y) down, separated by '\n', '#' for a cube; all layers between z = 0 and depth are
// alike. The lower left corner of the picture is the origin.
TestMesh mesh_make_picture(const char *picture, uint32_t depth);

// A ring around z with a circle of `around` points, each a circle of `across`
// points of radius `small`.
TestMesh mesh_make_torus(Real large, Real small, uint32_t around, uint32_t across);

// A ball of radius 1 from `rings` circles of `around` points and two poles.
TestMesh mesh_make_ball(uint32_t rings, uint32_t around);
