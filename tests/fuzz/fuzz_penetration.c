// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two convex shapes from raw numbers at raw poses, also with NaN and infinities, into the signed
// separation, cold and with a cache that starts anywhere: it ends, what comes back is finite or marked
// as invalid, and the normal is worth what is said about it.
#include "collide/penetration.h"
#include "fuzz/input.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"

enum { MAX_POINTS = 12 };

// Any bits, or a number of the size of things, as the first byte says.
static Real any_real(Input *input) {
	Real value;
	if (input_byte(input) % 8 != 0) return input_ordinary(input);
	input_read(input, &value, sizeof value);
	return value;
}

static Vec3 any_vec3(Input *input) {
	Real x = any_real(input);
	Real y = any_real(input);
	return vec3(x, y, any_real(input));
}

static Shape *any_hull(Input *input) {
	Vec3 points[MAX_POINTS];
	uint32_t count = 1 + input_byte(input) % MAX_POINTS;
	for (uint32_t i = 0; i < count; i++) {
		points[i] = any_vec3(input);
	}
	return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = count }, NULL);
}

// One of the convex shapes, NULL if its numbers are none.
static Shape *any_shape(Input *input) {
	uint32_t kind = input_byte(input) % 8;
	if (kind == 7) return any_hull(input);
	Vec3 s = vec3_abs(any_vec3(input));
	if (kind == 0) return mk_sphere_create(s.x, NULL);
	if (kind == 1) return mk_box_create(s, NULL);
	if (kind == 2) return mk_capsule_create(s.x, s.y, NULL);
	if (kind == 3) return mk_cylinder_create(s.x, s.y, NULL);
	if (kind == 4) return mk_ellipsoid_create(s, NULL);
	if (kind == 5) return mk_tapered_cylinder_create(s.x, s.y, s.z, NULL);
	Vec3 b = any_vec3(input);
	return mk_triangle_create((Triangle){ s, b, any_vec3(input) }, 0, NULL);
}

static Affine any_pose(Input *input) {
	Affine pose;
	pose.linear.x = any_vec3(input);
	pose.linear.y = any_vec3(input);
	pose.linear.z = any_vec3(input);
	pose.origin = any_vec3(input);
	return pose;
}

// Shapes mostly turned, now and then under any matrix.
static ShapeInstance any_instance(Input *input, const Shape *shape) {
	Affine pose = any_pose(input);
	if (input_byte(input) % 4 == 0 && affine_is_finite(pose)) return mk_instance(shape, pose);
	Quat turn = quat_normalize(quat_from_parts(pose.linear.x, pose.linear.y.x));
	if (!quat_is_unit(turn)) turn = quat_identity();
	return instance_rigid(shape, (Transform){ turn, pose.origin });
}

static void check_answer(const Difference *d, const Penetration *p) {
	const Separation *s = &p->separation;
	require(s->status < SEPARATION_STATUS_COUNT);
	require(vec3_is_finite(s->normal) && vec3_is_finite(s->point_a));
	require(vec3_is_finite(s->point_b) && real_is_finite(s->distance));
	if (s->status == SEPARATION_INVALID) return;
	require(vec3_is_unit(s->normal));
	require(s->lower <= s->distance && s->distance <= s->upper);
	if (p->state != PENETRATION_DEEP) return;
	Vec3 w = difference_support(d, s->normal, difference_no_hint()).point;
	double h = (double)vec3_dot(w, s->normal) + (double)d->rounding;
	require(fabs(h + (double)s->distance) <= 8 * (double)d->error);
}

static void check_pair(const ShapeInstance *a, const ShapeInstance *b, Input *input) {
	Difference d = mk_difference(a, b);
	PenetrationCache cache = { 0 };
	// cold, with an axis from anywhere, and with what that left
	cache.gjk.axis = any_vec3(input);
	for (uint32_t i = 0; i < 4; i++) {
		PenetrationInput query = {
			.difference = &d,
			.cache = i == 0 ? NULL : &cache,
			.limit = MK_INFINITY,
			.is_query = i < 2,
		};
		Penetration p = mk_penetration(&query);
		check_answer(&d, &p);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Shape *shape_a = any_shape(&input);
	Shape *shape_b = any_shape(&input);
	if (shape_a != NULL && shape_b != NULL) {
		ShapeInstance a = any_instance(&input, shape_a);
		ShapeInstance b = any_instance(&input, shape_b);
		check_pair(&a, &b, &input);
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
	return 0;
}
