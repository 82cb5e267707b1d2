// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Faces that several shapes have: segments and discs.
#include "shape/face.h"

void mk_face_of_segment(const FaceQuery *query, const Vec3 ends[2], uint32_t id, ShapeFace *face) {
	Vec3 edge = vec3_sub(ends[1], ends[0]);
	Vec3 across = face_across(query->direction, edge);
	Vec3 axis = vec3_normalize(edge);
	bool is_first = vec3_dot(query->direction, edge) < 0;
	// an end faces the direction as the flat end of a thin rod would
	Real end_facing = face_facing(query, is_first ? vec3_negate(axis) : axis);
	bool is_point = vec3_equals(axis, vec3_zero()) || vec3_equals(across, vec3_zero());
	if (is_point || face_facing(query, across) < end_facing) {
		uint32_t end = is_first ? 0 : 1;
		face_set_point(face, ends[end], support_unit(query->direction), end);
		return;
	}
	face_begin(face, FACE_EDGE, across, id);
	face_add(face, ends[0], 0);
	face_add(face, ends[1], 1);
}

void mk_face_of_disc(Vec3 center, Real radius, Real normal_y, ShapeFace *face) {
	const Real diagonal = (Real)0.70710678118654752440;
	static const int steps[8][2] = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 },
		{ 0, -1 }, { 1, -1 } };
	uint32_t id = normal_y < 0 ? 0 : 1;
	face_begin(face, FACE_DISC, vec3(0, normal_y, 0), id);
	face->center = center;
	// counter-clockwise seen along -normal: from z to x for a normal along y
	face->axis_u = vec3(0, 0, radius);
	face->axis_v = vec3(support_sign(normal_y, radius), 0, 0);
	for (uint32_t i = 0; i < 8; i++) {
		Real scale = i % 2 == 0 ? 1 : diagonal;
		Vec3 u = vec3_scale(face->axis_u, scale * (Real)steps[i][0]);
		Vec3 v = vec3_scale(face->axis_v, scale * (Real)steps[i][1]);
		face_add(face, vec3_add(center, vec3_add(u, v)), i);
	}
}
