// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes from raw numbers at raw poses, cast by raw motions, also with NaN and infinities: every cast ends,
// what comes back is finite or marked as invalid, and a pair that is free at the start is not in each other
// at the time of the touch.
#include "collide/cast.h"
#include "collide/gjk.h"
#include "fuzz/input.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/hull_shape.h"
#include "shape/mesh.h"

enum { MAX_POINTS = 9 };

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

static Shape *any_of_points(Input *input, bool is_mesh) {
	Vec3 points[MAX_POINTS];
	uint32_t indices[MAX_POINTS * 3];
	uint32_t count = 3 + input_byte(input) % (MAX_POINTS - 2);
	for (uint32_t i = 0; i < count; i++) {
		points[i] = any_vec3(input);
		for (uint32_t k = 0; k < 3; k++)
			indices[3 * i + k] = input_byte(input) % count;
	}
	if (!is_mesh)
		return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = count }, NULL);
	MeshInput mesh = { .mesh = { points, count, indices, count },
		.is_two_sided = input_byte(input) % 2 == 0 };
	return mk_mesh_create(&mesh, NULL);
}

static Shape *any_field(Input *input) {
	Real heights[9];
	for (uint32_t i = 0; i < 9; i++)
		heights[i] = any_real(input);
	return mk_height_field_create(&(HeightFieldInput){ heights, 3, 3 }, NULL);
}

static Affine any_pose(Input *input) {
	Affine pose;
	pose.linear.x = any_vec3(input);
	pose.linear.y = any_vec3(input);
	pose.linear.z = any_vec3(input);
	pose.origin = any_vec3(input);
	return pose;
}

static Shape *any_simple(Input *input, uint32_t kind) {
	Vec3 s = vec3_abs(any_vec3(input));
	if (kind == 0) return mk_sphere_create(s.x, NULL);
	if (kind == 1) return mk_box_create(s, NULL);
	if (kind == 2) return mk_capsule_create(s.x, s.y, NULL);
	if (kind == 3) return mk_cylinder_create(s.x, s.y, NULL);
	if (kind == 4) return mk_ellipsoid_create(s, NULL);
	if (kind == 5) return mk_tapered_cylinder_create(s.x, s.y, s.z, NULL);
	if (kind == 6) return mk_half_space_create((Plane){ any_vec3(input), s.x }, NULL);
	Vec3 b = any_vec3(input);
	return mk_triangle_create((Triangle){ s, b, any_vec3(input) }, 0, NULL);
}

static Shape *any_compound(Input *input) {
	CompoundChild children[2];
	for (uint32_t i = 0; i < 2; i++) {
		children[i].shape = any_simple(input, input_byte(input) % 8);
		children[i].pose = any_pose(input);
	}
	Shape *shape = mk_compound_create(children, 2, NULL);
	mk_shape_release(children[0].shape);
	mk_shape_release(children[1].shape);
	return shape;
}

// One of all shapes, NULL if its numbers are none.
static Shape *any_shape(Input *input) {
	uint32_t kind = input_byte(input) % 12;
	if (kind == 8) return any_of_points(input, false);
	if (kind == 9) return any_of_points(input, true);
	if (kind == 10) return any_field(input);
	return kind == 11 ? any_compound(input) : any_simple(input, kind);
}

// Shapes mostly turned, now and then under any matrix.
static ShapeInstance any_instance(Input *input, const Shape *shape) {
	Affine pose = any_pose(input);
	if (input_byte(input) % 4 == 0 && affine_is_finite(pose)) return mk_instance(shape, pose);
	Quat turn = quat_normalize(quat_from_parts(pose.linear.x, pose.linear.y.x));
	if (!quat_is_unit(turn)) turn = quat_identity();
	return instance_rigid(shape, (Transform){ turn, pose.origin });
}

static void check_result(const CastInput *input, const CastResult *r) {
	require(r->status < CAST_STATUS_COUNT);
	require(real_is_finite(r->time) && real_is_finite(r->gap) && real_is_finite(r->distance));
	require(vec3_is_finite(r->point_a) && vec3_is_finite(r->point_b));
	if (!cast_is_hit(r)) return;
	require(vec3_is_unit(r->normal));
	require(r->time >= 0 && r->time <= input->max_time && r->gap >= 0);
	require(r->status != CAST_OVERLAP || r->time == 0);
}

// The static test at half the time, which is before the touch.
static void check_before(const CastInput *input, const CastResult *r) {
	bool is_convex = shape_is_convex(input->a->shape) && shape_is_convex(input->b->shape);
	if (!is_convex || r->status != CAST_HIT) return;
	ShapeInstance there = *input->a;
	there.pose.origin = vec3_add_scaled(there.pose.origin, input->motion, r->time / 2);
	Difference d = mk_difference(&there, input->b);
	if (!mk_difference_is_finite(&d)) return;
	GjkInput query = mk_gjk_query_input(&d);
	GjkResult found = mk_gjk(&query);
	// a rounded pose is off by an epsilon of itself
	double off = 4 * (double)MK_EPSILON *
			(double)(vec3_length(there.pose.origin) + vec3_length(input->b->pose.origin));
	double unsure = 1e-8 * (double)d.error / (double)MK_EPSILON;
	require(found.upper >= (double)d.rounding - off - unsure - 8 * (double)d.error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Shape *shape_a = any_shape(&input);
	Shape *shape_b = any_shape(&input);
	if (shape_a != NULL && shape_b != NULL) {
		ShapeInstance a = any_instance(&input, shape_a);
		ShapeInstance b = any_instance(&input, shape_b);
		CastInput query = cast_input(&a, &b, any_vec3(&input));
		uint32_t flags = input_byte(&input);
		query.wants_depth = flags & 1u;
		query.skips_parting = flags & 2u;
		query.hits_backs = flags & 4u;
		if (flags & 8u) query.target = any_real(&input);
		if (flags & 16u) query.max_time = any_real(&input);
		if (flags & 32u) query.tolerance = any_real(&input);
		CastResult result = mk_cast(&query);
		check_result(&query, &result);
		check_before(&query, &result);
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
	return 0;
}
