// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "collide/penetration_face.h"

// The least part of a direction (no unit; a cosine) along a normal for that face to be tried: what
// leans more is over an edge of the box as a rule, and a support would be lost.
static const Real facing_cosine = (Real)0.9;

// A face of the box, and a point seen from it.
typedef struct Face {
	int axis;
	Real sign;
	Real height; // m; of the point above the plane of the face
	Real room;   // m; to the nearest other face, negative beside the box
} Face;

static bool is_box(const DifferenceSide *side) {
	ShapeKind kind = side->shape->kind;
	return side->is_local && !side->is_round_core &&
			(kind == SHAPE_BOX || kind == SHAPE_ROUNDED_BOX);
}

static int largest_of(Vec3 v) {
	int largest = v.y > v.x ? 1 : 0;
	return v.z > vec3_get(v, largest) ? 2 : largest;
}

// Chooses the face that a direction points out of, or one that B's origin is
// above. False if there is none.
static bool choose_face(const FaceInput *input, Vec3 half, Face *face) {
	bool is_known = !vec3_equals(input->axis, vec3_zero());
	Vec3 way = is_known ? input->axis : input->difference->offset;
	Vec3 size = vec3_abs(way);
	if (!is_known) size = vec3_sub(size, half);
	face->axis = largest_of(size);
	face->sign = vec3_get(way, face->axis) < 0 ? -1 : 1;
	return !is_known || vec3_get(size, face->axis) >= facing_cosine;
}

static void look_from(Face *face, Vec3 half, Vec3 point) {
	Vec3 room = vec3_sub(half, vec3_abs(point));
	Real side = vec3_get(room, (face->axis + 1) % 3);
	face->room = real_min(side, vec3_get(room, (face->axis + 2) % 3));
	face->height = face->sign * vec3_get(point, face->axis) - vec3_get(half, face->axis);
}

// Whether the point is above the face, or in the box and not nearer to another face.
static bool is_nearest(const Face *face, Vec3 half) {
	Real deepest = real_min(face->room, vec3_get(half, face->axis));
	return face->room >= 0 && -face->height <= deepest;
}

FaceState mk_penetration_face(const FaceInput *input, EpaResult *result, uint32_t *id_b) {
	const Difference *d = input->difference;
	Face face;
	if (!is_box(&d->a)) return FACE_UNKNOWN;
	Vec3 half = ((const BoxShape *)d->a.shape)->half;
	if (!choose_face(input, half, &face)) return FACE_UNKNOWN;
	Vec3 normal = vec3_scale(vec3_axis(face.axis), face.sign);
	uint32_t id = input->id_b;
	Vec3 lowest = difference_side_support(&d->b, vec3_negate(normal), &id);
	lowest = vec3_add(lowest, d->offset);
	look_from(&face, half, lowest);
	bool is_beyond = (double)face.height > input->limit;
	if (!is_beyond && !is_nearest(&face, half)) return FACE_UNKNOWN;
	result->status = SEPARATION_CONVERGED;
	result->iterations = 1;
	result->is_apart = face.height > 0;
	result->upper = -(double)face.height;
	result->lower = result->upper;
	result->rival = result->upper;
	result->normal = normal;
	result->point_a = vec3_add_scaled(lowest, normal, -face.height);
	result->point_b = lowest;
	*id_b = id;
	return is_beyond ? FACE_BEYOND : FACE_FOUND;
}
