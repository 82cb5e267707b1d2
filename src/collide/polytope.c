// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Each kind of shape says where its faces and edges are in its own space; the map to the frame is
// the same for all. Normals go with the matrix of cofactors.
#include "collide/polytope.h"

#include "geometry/tolerance.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"

// An edge in the shape's space.
typedef struct LocalEdge {
	uint32_t start; // corners
	uint32_t end;
	Vec3 left; // outward normals of the faces on both sides
	Vec3 right;
} LocalEdge;

struct PolytopeOps {
	// writes counts and is_flat; returns false if the shape is less than a polygon
	bool (*init)(Polytope *polytope);
	// real faces only
	PolytopeFace (*face)(const Shape *shape, uint32_t face);
	bool (*edge)(const Shape *shape, uint32_t slot, LocalEdge *edge);
};

static bool box_init(Polytope *p) {
	p->face_count = 6;
	p->edge_slots = 12;
	return true;
}

static Vec3 signed_axis(uint32_t axis, bool is_negative) {
	return vec3_scale(vec3_axis((int)axis), is_negative ? -1 : 1);
}

// Numbers of faces and corners as in shape/box.c.
static PolytopeFace box_face(const Shape *shape, uint32_t face) {
	(void)shape;
	uint32_t axis = face / 2;
	bool is_negative = face % 2 == 1;
	return (PolytopeFace){ signed_axis(axis, is_negative), is_negative ? 1u << axis : 0 };
}

// Edge 4 k + s is along axis k; the bits of s say on which side of the next two axes it is.
static bool box_edge(const Shape *shape, uint32_t slot, LocalEdge *edge) {
	(void)shape;
	uint32_t axis = slot / 4;
	uint32_t next = (axis + 1) % 3;
	uint32_t last = (axis + 2) % 3;
	bool next_is_negative = (slot & 1) != 0;
	bool last_is_negative = (slot & 2) != 0;
	uint32_t end = (uint32_t)next_is_negative << next | (uint32_t)last_is_negative << last;
	Vec3 next_normal = signed_axis(next, next_is_negative);
	Vec3 last_normal = signed_axis(last, last_is_negative);
	// seen from outside, the next axis is on the left where both sides have the same sign
	bool is_next_left = next_is_negative == last_is_negative;
	*edge = (LocalEdge){ end | 1u << axis, end, is_next_left ? next_normal : last_normal,
		is_next_left ? last_normal : next_normal };
	return true;
}

static bool triangle_init(Polytope *p) {
	p->face_count = 2 + 3;
	p->edge_slots = 3;
	p->is_flat = true;
	return !vec3_equals(((const TriangleShape *)p->side->shape)->normal, vec3_zero());
}

static PolytopeFace triangle_face(const Shape *shape, uint32_t face) {
	Vec3 normal = ((const TriangleShape *)shape)->normal;
	return (PolytopeFace){ face == 0 ? normal : vec3_negate(normal), 0 };
}

static bool triangle_edge(const Shape *shape, uint32_t slot, LocalEdge *edge) {
	Vec3 normal = ((const TriangleShape *)shape)->normal;
	*edge = (LocalEdge){ slot, (slot + 1) % 3, normal, vec3_negate(normal) };
	return true;
}

static const Hull *hull_of(const Shape *shape) { return &((const HullShape *)shape)->hull; }

static bool hull_init(Polytope *p) {
	const Hull *hull = hull_of(p->side->shape);
	p->is_flat = hull->dimension == HULL_POLYGON;
	p->face_count = p->is_flat ? 2 + hull->half_edge_count / 2 : hull->face_count;
	p->edge_slots = hull->half_edge_count;
	// the edges of a polygon are those of its first face
	if (p->is_flat) p->edge_slots = hull->half_edge_count / 2;
	return hull->dimension >= HULL_POLYGON;
}

static PolytopeFace hull_face(const Shape *shape, uint32_t face) {
	const Hull *hull = hull_of(shape);
	return (PolytopeFace){ hull->planes[face].normal, hull_face_vertex(hull, face, 0) };
}

// Every edge is two half-edges: the one with the lower number stands for both.
static bool hull_edge(const Shape *shape, uint32_t slot, LocalEdge *edge) {
	const Hull *hull = hull_of(shape);
	bool is_flat = hull->dimension == HULL_POLYGON;
	uint32_t index = is_flat ? hull->faces[0].first_edge + slot : slot;
	const HullHalfEdge *half = hull->half_edges + index;
	if (!is_flat && half->twin < index) return false;
	const HullHalfEdge *twin = hull->half_edges + half->twin;
	*edge = (LocalEdge){ half->origin, twin->origin, hull->planes[half->face].normal,
		hull->planes[twin->face].normal };
	return true;
}

static const PolytopeOps box_ops = { box_init, box_face, box_edge };
static const PolytopeOps triangle_ops = { triangle_init, triangle_face, triangle_edge };
static const PolytopeOps hull_ops = { hull_init, hull_face, hull_edge };

static const PolytopeOps *const ops_by_kind[SHAPE_KIND_COUNT] = {
	[SHAPE_BOX] = &box_ops,
	[SHAPE_TRIANGLE] = &triangle_ops,
	[SHAPE_HULL] = &hull_ops,
};

static bool init(Polytope *p, const DifferenceSide *side, Vec3 origin) {
	Mat3 m = side->linear;
	Real volume = mat3_determinant(m);
	Real size = vec3_length(m.x) * vec3_length(m.y) * vec3_length(m.z);
	*p = (Polytope){
		.ops = ops_by_kind[side->shape->kind],
		.side = side,
		.origin = origin,
		.normals = volume < 0 ? mat3_scale(mat3_cofactor(m), -1) : mat3_cofactor(m),
		.is_mirrored = volume < 0,
		.vertex_count = side->shape->vertex_count,
	};
	return p->ops != NULL && !real_is_negligible(volume, size) && p->ops->init(p);
}

bool mk_polytope_pair(const Difference *difference, PolytopePair *pair) {
	bool is_round = difference->rounding > 0 || difference->a.is_round_core ||
			difference->b.is_round_core;
	return !is_round && mk_difference_is_finite(difference) &&
			init(&pair->a, &difference->a, vec3_zero()) &&
			init(&pair->b, &difference->b, difference->offset);
}

static Vec3 map_normal(const Polytope *p, Vec3 normal) {
	return p->side->is_local ? normal : vec3_normalize(mat3_apply(p->normals, normal));
}

PolytopeFace mk_polytope_face(const Polytope *p, uint32_t face) {
	if (!p->is_flat || face < 2) {
		PolytopeFace found = p->ops->face(p->side->shape, face);
		found.normal = map_normal(p, found.normal);
		return found;
	}
	LocalEdge local;
	p->ops->edge(p->side->shape, face - 2, &local);
	PolytopeEdge edge;
	mk_polytope_edge(p, face - 2, &edge);
	Vec3 normal = vec3_normalize(vec3_cross(vec3_normalize(edge.direction), edge.left));
	return (PolytopeFace){ normal, local.start };
}

bool mk_polytope_edge(const Polytope *p, uint32_t slot, PolytopeEdge *edge) {
	LocalEdge local;
	if (!p->ops->edge(p->side->shape, slot, &local)) return false;
	edge->start = polytope_vertex(p, local.start);
	edge->direction = vec3_sub(polytope_vertex(p, local.end), edge->start);
	Vec3 left = map_normal(p, local.left);
	Vec3 right = map_normal(p, local.right);
	edge->left = p->is_mirrored ? right : left;
	edge->right = p->is_mirrored ? left : right;
	return true;
}
