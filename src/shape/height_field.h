// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Height fields: a grid of heights, one metre apart in x and z, centred on the origin; other
// sizes come by scale. Sample (x, z) is at (x - (width - 1) / 2, height, z - (depth - 1) /
// 2). A height that is NaN is a hole: triangles that would use it do not exist. The surface
// has two sides, the front up.
//
// Cell (x, z) lies between the samples x, x + 1 and z, z + 1. It is cut from (x + 1, z) to
// (x, z + 1) into two triangles, counter-clockwise from above, with the numbers 2 (z
// (width - 1) + x) and + 1:
//
//   (x, z) a0--c0 b1 (x + 1, z)      triangle 0: (x, z), (x, z + 1), (x + 1, z)
//          | 0 / |                   triangle 1: (x + 1, z + 1), (x + 1, z), (x, z + 1)
//          |  /  |
//          | / 1 |
//   c1 b0  (x, z + 1)--a1 (x + 1, z + 1)
//
// Ranges of heights over squares of 4 x 4 cells, and over 2 x 2 of those and so on, tell what a
// query cannot meet. Nothing is kept per triangle but the classes of its edges.
#pragma once

#include "shape/convex.h"
#include "spatial/mesh_bvh.h"

#define MK_HEIGHT_TILE       4  // cells along a tile of level 0
#define MK_HEIGHT_MAX_LEVELS 20 // enough for the largest width

// The heights of a tile; the wrong way round if it has no triangles.
typedef struct HeightRange {
	Real min;
	Real max;
} HeightRange;

// One level of the pyramid of ranges.
typedef struct HeightLevel {
	uint32_t first; // in ranges
	uint32_t width; // tiles
	uint32_t depth;
} HeightLevel;

typedef struct HeightFieldShape {
	Shape shape;
	Real flat_sine; // largest sine between the normals at a flat edge: 0 but for rounding
	uint32_t width; // samples
	uint32_t depth;
	Real *heights;     // row by row along x; NaN where no triangle uses the sample
	uint16_t *classes; // per cell: EdgeClass in two bits for each edge, triangle 0 first
	HeightRange *ranges;
	uint32_t range_count;
	uint32_t level_count;
	HeightLevel levels[MK_HEIGHT_MAX_LEVELS]; // finest first
} HeightFieldShape;

typedef struct HeightFieldInput {
	const Real *heights; // width * depth of them, row by row along x
	uint32_t width;      // samples along x, at least 2
	uint32_t depth;      // samples along z, at least 2
} HeightFieldInput;

// Returns the height field with one reference, or NULL and the reason; the heights are copied.
Shape *mk_height_field_create(const HeightFieldInput *input, ShapeStatus *status);

// Gives out the triangles in a box; see ShapeOps.
bool mk_height_field_pieces(const Shape *shape, const PieceQuery *query);

// Visits the cells that a ray or a moving box may meet, nearest first as far as their boxes tell,
// as mk_mesh_bvh_cast does: first and count are numbers of triangles, also of those in holes.
void mk_height_field_cast(
		const HeightFieldShape *field, const BoxCast *cast, MeshBvhCastVisit *visit, void *context);

// Returns the first hit of a ray; see ShapeOps.
ShapeRayHit mk_height_field_ray(const Shape *shape, const ShapeRay *ray);

static inline Vec3 height_field_point(const HeightFieldShape *field, uint32_t x, uint32_t z) {
	return vec3((Real)x - (Real)(field->width - 1) / 2, field->heights[z * field->width + x],
			(Real)z - (Real)(field->depth - 1) / 2);
}

// Returns triangle 0 or 1 of a cell; corners in holes are NaN.
static inline Triangle height_field_triangle(
		const HeightFieldShape *field, uint32_t x, uint32_t z, uint32_t which) {
	Vec3 b = height_field_point(field, x, z + 1);
	Vec3 c = height_field_point(field, x + 1, z);
	if (which == 0) return (Triangle){ height_field_point(field, x, z), b, c };
	return (Triangle){ height_field_point(field, x + 1, z + 1), c, b };
}

// Returns whether a triangle of height_field_triangle is not in a hole.
static inline bool height_field_exists(Triangle t) {
	return t.a.y == t.a.y && t.b.y == t.b.y && t.c.y == t.c.y;
}
