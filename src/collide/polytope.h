// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One side of a difference as corners, faces and edges in the frame of the pair: what
// separating axes are made of. Boxes, triangles and hulls that are solid or flat, under any map
// that does not flatten them; no rounding. Nothing is copied: a polytope is a view that lives
// as long as its difference.
//
// A flat polygon has its two sides as faces 0 and 1, and behind them one thin face for each edge,
// across its plane: polygons in one plane can be told apart by those only.
#pragma once

#include "collide/difference.h"

typedef struct PolytopeFace {
	Vec3 normal;     // unit, outward; zero if the face is too thin to have one
	uint32_t vertex; // a corner of it
} PolytopeFace;

// Seen from outside with `direction` upward, `left` and `right` are the normals of the faces on
// these sides: unit, outward.
typedef struct PolytopeEdge {
	Vec3 start;
	Vec3 direction; // from start to end, m
	Vec3 left;
	Vec3 right;
} PolytopeEdge;

typedef struct PolytopeOps PolytopeOps;

typedef struct Polytope {
	const PolytopeOps *ops;
	const DifferenceSide *side;
	Vec3 origin;         // of the shape's space, in the frame
	Mat3 normals;        // carries normals to the frame, but for their length
	bool is_mirrored;    // the map turns left into right
	bool is_flat;        // a polygon
	uint32_t face_count; // with the thin ones of a polygon
	uint32_t edge_slots; // some numbers below this are edges
	uint32_t vertex_count;
} Polytope;

// Views of both sides of a pair.
typedef struct PolytopePair {
	Polytope a;
	Polytope b;
} PolytopePair;

// Writes the views of both sides; returns false if one of them is not a polytope of the above kind,
// is rounded, or if a number is not finite.
bool mk_polytope_pair(const Difference *difference, PolytopePair *pair);

PolytopeFace mk_polytope_face(const Polytope *polytope, uint32_t face);

// Writes an edge and returns true; false if the slot holds none.
bool mk_polytope_edge(const Polytope *polytope, uint32_t slot, PolytopeEdge *edge);

static inline Vec3 polytope_vertex(const Polytope *p, uint32_t id) {
	Vec3 local = p->side->shape->ops->vertex(p->side->shape, id);
	return vec3_add(p->side->is_local ? local : mat3_apply(p->side->linear, local), p->origin);
}
