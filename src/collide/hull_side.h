// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A solid hull or box of a rigid pair as planes, arcs and corners in its own space, with
// what it sees of the other one: what penetration_hull.c looks for separating axes with.
// A view; nothing is owned.
#pragma once

#include "collide/difference.h"
#include "shape/hull_arcs.h"

enum { HULL_SIDE_BOX_FACES = 6, HULL_SIDE_BOX_VERTICES = 8, HULL_SIDE_BOX_ROW = 8 };

typedef struct HullSide {
	const Shape *shape;
	PlaneRows planes;
	const HullArc *arcs;
	const uint16_t *corner_arcs; // of all faces: the arc from each corner to the next
	const uint32_t *corners;     // counter-clockwise
	const uint32_t *starts;      // first corner of each face, and the end
	const Vec3 *vertices;
	uint32_t last; // vertex of the last support, a hint
	Vec3 center;
	Real flatness;                   // m; no vertex is farther above a face
	Mat3 to_other;                   // turns directions into the other's space
	Vec3 other_origin;               // of the other's space, in this one
	Real heights[MK_HULL_ARC_FACES]; // m; how high points of the other are above each face, at most
	Real box_rows[4][HULL_SIDE_BOX_ROW];
	Vec3 box_vertices[HULL_SIDE_BOX_VERTICES];
} HullSide;

// Writes the views of both sides, A's first, but no heights; false if one is something else or not
// rigid, or if both are boxes, which have a closed form.
bool mk_hull_sides(const Difference *difference, HullSide sides[2]);

// Writes the heights of a point of the side's space.
void mk_hull_side_look(HullSide *side, Vec3 point);

// Lowers the heights to those of a point where they are higher.
void mk_hull_side_lower(HullSide *side, Vec3 point);

// Returns the face of the largest height, the first one among equals.
uint32_t mk_hull_side_top(const HullSide *side);

// Returns how many faces have at least a height.
uint32_t mk_hull_side_count(const HullSide *side, Real least);

static inline Plane hull_side_plane(const HullSide *side, uint32_t face) {
	const PlaneRows *p = &side->planes;
	return (Plane){ vec3(p->x[face], p->y[face], p->z[face]), p->offset[face] };
}

// Returns the vertex that is farthest along a direction of the side's space.
static inline uint32_t hull_side_support(HullSide *side, Vec3 direction) {
	if (side->shape->kind == SHAPE_BOX)
		difference_box_support((const BoxShape *)side->shape, direction, &side->last);
	else
		difference_hull_support(side->shape, direction, &side->last);
	return side->last;
}
