// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex shapes against half-spaces. The normal is the plane's, the depth is one support: nothing
// to search for, and exact for every shape under every map. The points are those of the face along
// the plane; all of a flat face is above the plane, so nothing is clipped.
#include "collide/clip.h"
#include "collide/feature.h"
#include "collide/pair.h"
#include "shape/convex.h"

// A square of the plane below the shape, larger than it, as the face to clip with; its corners are
// never reached.
static void plane_face(Vec3 center, Vec3 normal, Real size, ShapeFace *face) {
	Vec3 u = vec3_scale(vec3_perpendicular(normal), size);
	Vec3 v = vec3_cross(normal, u);
	*face = (ShapeFace){
		.kind = FACE_POLYGON, .normal = normal, .count = 4, .ids = { 0, 1, 2, 3 }
	};
	face->points[0] = vec3_sub(vec3_sub(center, u), v);
	face->points[1] = vec3_sub(vec3_add(center, u), v);
	face->points[2] = vec3_add(vec3_add(center, u), v);
	face->points[3] = vec3_add(vec3_sub(center, u), v);
}

static Real reach_of(const ShapeInstance *in) {
	Mat3 m = in->pose.linear;
	Real squares = vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z);
	return in->shape->bound * real_sqrt(squares);
}

void mk_pair_convex_half_space(const CollideInput *input) {
	const ShapeInstance *a = input->a;
	ShapeInstance side = *a;
	side.pose.origin = vec3_zero();
	// the plane relative to A's origin, so that digits are those of the pair
	Affine map = input->b->pose;
	map.origin = vec3_sub(map.origin, a->pose.origin);
	Plane plane = plane_affine(((const HalfSpaceShape *)input->b->shape)->plane, map);
	plane.offset += input->b->margin;
	Vec3 normal = vec3_negate(plane.normal);
	Vec3 deepest = instance_support_core(&side, normal, MK_SHAPE_NO_ID).point;
	Real core = plane_distance(plane, deepest);
	// a map that is not finite or flattens the plane leaves no contact
	Real reach = reach_of(a);
	bool is_usable = real_is_finite(core) && real_is_finite(reach) && vec3_is_unit(normal) &&
			affine_is_finite(a->pose);
	if (!is_usable || core - a->rounding > input->margin) return;
	ShapeFace face_a;
	ShapeFace face_b;
	mk_feature_face(&side, normal, MK_SHAPE_NO_ID, &face_a);
	Vec3 below = plane_project(plane, deepest);
	plane_face(below, plane.normal, 4 * reach, &face_b);
	ClipInput clip = {
		.a = &face_a,
		.b = &face_b,
		.normal = normal,
		.point_a = deepest,
		.point_b = below,
		.radius_a = a->rounding,
		.margin = input->margin,
	};
	ContactCandidates candidates;
	mk_clip_faces(&clip, &candidates);
	Manifold manifold;
	const Manifold *last = input->cache != NULL ? &input->cache->last : NULL;
	mk_manifold_reduce(&candidates, last, &manifold);
	if (input->cache != NULL) input->cache->last = manifold;
	Mat3 axes = mat3_identity();
	if (manifold.count > 0) mk_pair_emit(input, &axes, &manifold);
}

void mk_pair_none(const CollideInput *input) { (void)input; }
