// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Faces of boxes, cylinders and hulls at rigid poses without the square
// roots that general maps need.
#include "collide/feature.h"

#include "shape/convex.h"
#include "shape/face.h"
#include "shape/hull_shape.h"

ShapeInstance mk_feature_side(const Difference *d, const ShapeInstance *from, bool is_b) {
	ShapeInstance side = *from;
	side.pose.linear = is_b ? d->b.linear : d->a.linear;
	side.pose.origin = is_b ? d->offset : vec3_zero();
	return side;
}

static void box_face(const ShapeInstance *side, Vec3 local, ShapeFace *face) {
	// the corners of the faces +x -x +y -y +z -z, counter-clockwise from outside (shape/box.c)
	static const uint8_t corners[6][4] = { { 0, 2, 6, 4 }, { 1, 5, 7, 3 }, { 0, 4, 5, 1 },
		{ 2, 3, 7, 6 }, { 0, 1, 3, 2 }, { 4, 6, 7, 5 } };
	int axis = vec3_max_axis(vec3_abs(local));
	bool is_negative = vec3_get(local, axis) < 0;
	uint32_t id = (uint32_t)axis * 2 + is_negative;
	Vec3 half = ((const BoxShape *)side->shape)->half;
	Mat3 m = side->pose.linear;
	Vec3 column = axis == 0 ? m.x : axis == 1 ? m.y : m.z;
	face_begin(face, FACE_POLYGON, is_negative ? vec3_negate(column) : column, id);
	Vec3 x = vec3_scale(m.x, half.x);
	Vec3 y = vec3_scale(m.y, half.y);
	Vec3 z = vec3_scale(m.z, half.z);
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t corner = corners[id][i];
		Vec3 p = corner & 1 ? vec3_sub(side->pose.origin, x) : vec3_add(side->pose.origin, x);
		p = corner & 2 ? vec3_sub(p, y) : vec3_add(p, y);
		p = corner & 4 ? vec3_sub(p, z) : vec3_add(p, z);
		face_add(face, p, corner);
	}
}

// A cap where the direction is nearer to the axis than to a side, else the line of the
// side, as in shape/cylinder.c. A cap is written in the shape's space, where its places
// are, and carried outside.
static void cylinder_face(const ShapeInstance *side, Vec3 local, ShapeFace *face) {
	const CylinderShape *c = (const CylinderShape *)side->shape;
	Mat3 m = side->pose.linear;
	Real across = local.x * local.x + local.z * local.z;
	if (local.y * local.y >= across) {
		Real up = local.y < 0 ? -1 : 1;
		mk_face_of_disc(vec3(0, up * c->half_height, 0), c->radius, up, face);
		face->normal = vec3_scale(m.y, up);
		face->center = affine_point(side->pose, face->center);
		face->axis_u = mat3_apply(m, face->axis_u);
		face->axis_v = mat3_apply(m, face->axis_v);
		for (uint32_t i = 0; i < face->count; i++)
			face->points[i] = affine_point(side->pose, face->points[i]);
		return;
	}
	Vec3 radial = vec3_scale(vec3(local.x, 0, local.z), 1 / real_sqrt(across));
	Vec3 normal = mat3_apply(m, radial);
	Vec3 middle = vec3_add_scaled(side->pose.origin, normal, c->radius);
	face_begin(face, FACE_EDGE, normal, 2);
	face_add(face, vec3_add_scaled(middle, m.y, -c->half_height), 0);
	face_add(face, vec3_add_scaled(middle, m.y, c->half_height), 1);
	face_bend(face, c->radius, c->radius);
}

// The best face around a corner, then over edges while it gets better.
static uint32_t climb_faces(const HullShape *shape, Vec3 local, uint32_t vertex) {
	const Hull *hull = &shape->hull;
	uint32_t first = shape->vertex_edges[vertex];
	uint32_t edge = first;
	uint32_t best = hull->half_edges[first].face;
	Real best_facing = vec3_dot(hull->planes[best].normal, local);
	do {
		uint32_t f = hull->half_edges[edge].face;
		Real facing = vec3_dot(hull->planes[f].normal, local);
		best = facing > best_facing ? f : best;
		best_facing = real_max(facing, best_facing);
		edge = hull->half_edges[hull->half_edges[edge].twin].next;
	} while (edge != first);
	for (;;) {
		uint32_t before = best;
		HullFace around = hull->faces[before];
		for (uint32_t i = 0; i < around.edge_count; i++) {
			uint32_t twin = hull->half_edges[around.first_edge + i].twin;
			uint32_t f = hull->half_edges[twin].face;
			Real facing = vec3_dot(hull->planes[f].normal, local);
			best = facing > best_facing ? f : best;
			best_facing = real_max(facing, best_facing);
		}
		if (best == before) return best;
	}
}

static void hull_face(const ShapeInstance *side, uint32_t id, ShapeFace *face) {
	const Hull *hull = &((const HullShape *)side->shape)->hull;
	Vec3 normal = affine_direction(side->pose, hull->planes[id].normal);
	face_begin(face, FACE_POLYGON, normal, id);
	for (uint32_t i = 0; i < hull->faces[id].edge_count; i++) {
		uint32_t vertex = hull_face_vertex(hull, id, i);
		face_add(face, affine_point(side->pose, hull->vertices[vertex]), vertex);
	}
}

static bool has_plain_faces(const ShapeInstance *side, uint32_t vertex) {
	const HullShape *hull = (const HullShape *)side->shape;
	return hull->hull.dimension == HULL_SOLID && hull->vertex_edges[vertex] != MK_HULL_NONE;
}

// Writes the face of a rigid hull that faces a direction of its space most, from the corner that is
// farthest along it. Returns false if there is none, or if it has too many corners.
static bool find_hull_face(
		const ShapeInstance *side, Vec3 local, uint32_t vertex, ShapeFace *face) {
	const HullShape *hull = (const HullShape *)side->shape;
	if (!has_plain_faces(side, vertex)) return false;
	uint32_t best = climb_faces(hull, local, vertex);
	if (hull->hull.faces[best].edge_count > MK_FACE_POINTS) return false;
	hull_face(side, best, face);
	return true;
}

void mk_feature_face(const ShapeInstance *side, Vec3 direction, uint32_t hint, ShapeFace *face) {
	ShapeKind kind = side->shape->kind;
	if (side->is_rigid && (kind == SHAPE_BOX || kind == SHAPE_ROUNDED_BOX)) {
		box_face(side, mat3_apply_transposed(side->pose.linear, direction), face);
		return;
	}
	if (side->is_rigid && (kind == SHAPE_CYLINDER || kind == SHAPE_ROUNDED_CYLINDER)) {
		cylinder_face(side, mat3_apply_transposed(side->pose.linear, direction), face);
		return;
	}
	if (side->is_rigid && kind == SHAPE_HULL) {
		Vec3 local = mat3_apply_transposed(side->pose.linear, direction);
		uint32_t vertex = shape_support(side->shape, local, hint).id;
		if (find_hull_face(side, local, vertex, face)) return;
	}
	mk_instance_face_core(side, direction, face);
}

void mk_feature_face_at(
		const ShapeInstance *side, Vec3 direction, uint32_t corner, ShapeFace *face) {
	if (side->is_rigid && side->shape->kind == SHAPE_HULL) {
		Vec3 local = mat3_apply_transposed(side->pose.linear, direction);
		if (find_hull_face(side, local, corner, face)) return;
	}
	mk_feature_face(side, direction, corner, face);
}
