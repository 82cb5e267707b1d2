// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two shapes of any kind from raw numbers, on sweeps from raw numbers, also with NaN and infinities, into
// the time of impact: it ends, what comes back is finite or marked as invalid, and the parts of the answer
// agree with each other.
#include "collide/toi.h"
#include "fuzz/input.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/hull_shape.h"
#include "shape/mesh.h"

enum { MAX_POINTS = 12, SIDE = 4 };

// Any bits, or a number of the size of things, as the first byte says.
static Real any_real(Input *input) {
	Real value;
	if (input_byte(input) % 16 != 0) return input_ordinary(input);
	input_read(input, &value, sizeof value);
	return value;
}

static Vec3 any_vec3(Input *input) {
	Real x = any_real(input);
	Real y = any_real(input);
	return vec3(x, y, any_real(input));
}

static Shape *any_points(Input *input, bool is_mesh) {
	Vec3 points[MAX_POINTS];
	for (uint32_t i = 0; i < MAX_POINTS; i++)
		points[i] = any_vec3(input);
	if (!is_mesh) {
		HullShapeInput hull = { .points = points, .count = MAX_POINTS };
		return mk_hull_shape_create(&hull, NULL);
	}
	MeshInput mesh = {
		.mesh = { .points = points, .point_count = MAX_POINTS, .triangle_count = MAX_POINTS / 3 },
		.is_two_sided = input_byte(input) % 2 == 0
	};
	return mk_mesh_create(&mesh, NULL);
}

static Shape *any_field(Input *input) {
	Real heights[SIDE * SIDE];
	for (uint32_t i = 0; i < SIDE * SIDE; i++)
		heights[i] = any_real(input);
	return mk_height_field_create(&(HeightFieldInput){ heights, SIDE, SIDE }, NULL);
}

static Shape *any_simple(Input *input, uint32_t kind) {
	Vec3 s = vec3_abs(any_vec3(input));
	if (kind == 0) return mk_sphere_create(s.x, NULL);
	if (kind == 1) return mk_box_create(s, NULL);
	if (kind == 2) return mk_capsule_create(s.x, s.y, NULL);
	if (kind == 3) return mk_cylinder_create(s.x, s.y, NULL);
	if (kind == 4) return mk_ellipsoid_create(s, NULL);
	if (kind == 5) return mk_half_space_create((Plane){ any_vec3(input), s.x }, NULL);
	return mk_tapered_cylinder_create(s.x, s.y, s.z, NULL);
}

static Affine any_pose(Input *input) {
	Affine pose = { .linear = mat3_identity(), .origin = any_vec3(input) };
	if (input_byte(input) % 4 != 0) {
		Vec3 part = any_vec3(input);
		Quat turn = quat_normalize(quat_from_parts(part, any_real(input)));
		if (quat_is_unit(turn)) pose.linear = quat_to_mat3(turn);
		return pose;
	}
	pose.linear.x = any_vec3(input);
	pose.linear.y = any_vec3(input);
	pose.linear.z = any_vec3(input);
	return pose;
}

static Shape *any_leaf(Input *input) {
	uint32_t kind = input_byte(input) % 10;
	if (kind == 9) return any_points(input, true);
	if (kind == 8) return any_points(input, false);
	if (kind == 7) return any_field(input);
	return any_simple(input, kind);
}

// NULL if the numbers are those of no shape.
static Shape *any_shape(Input *input) {
	if (input_byte(input) % 4 != 0) return any_leaf(input);
	Shape *a = any_leaf(input);
	Shape *b = any_leaf(input);
	Affine pose_a = any_pose(input);
	CompoundChild children[2] = { { a, pose_a }, { b, any_pose(input) } };
	Shape *compound = NULL;
	if (a != NULL && b != NULL) compound = mk_compound_create(children, 2, NULL);
	mk_shape_release(a);
	mk_shape_release(b);
	return compound;
}

static Sweep any_sweep(Input *input, const Shape *shape) {
	Affine pose = any_pose(input);
	// what a caller checks before it makes an instance
	if (!affine_is_finite(pose)) pose = affine_identity();
	Sweep sweep = { .shape = mk_instance(shape, pose) };
	sweep.center = any_vec3(input);
	sweep.motion = any_vec3(input);
	sweep.turn = any_vec3(input);
	return sweep;
}

static void check_result(const ToiInput *input, const ToiResult *r) {
	require(r->status < TOI_STATUS_COUNT);
	require(vec3_is_finite(r->normal) && vec3_is_finite(r->point_a));
	require(vec3_is_finite(r->point_b) && real_is_finite(r->distance));
	if (r->status == TOI_INVALID) return;
	require(r->time >= 0 && r->time <= input->time_max);
	require(r->time <= r->time_late && r->time_late <= input->time_max);
	if (r->status == TOI_FREE) return;
	require(vec3_is_unit(r->normal));
	require(r->status != TOI_OVERLAPPING || r->time == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Shape *shape_a = any_shape(&input);
	Shape *shape_b = any_shape(&input);
	if (shape_a != NULL && shape_b != NULL) {
		Sweep a = any_sweep(&input, shape_a);
		Sweep b = any_sweep(&input, shape_b);
		ToiInput query = { .a = &a, .b = &b, .time_max = 1 };
		query.max_queries = input_byte(&input) % 64;
		if (input_byte(&input) % 4 == 0) query.target = any_real(&input);
		if (input_byte(&input) % 4 == 0) query.tolerance = any_real(&input);
		if (input_byte(&input) % 4 == 0) query.time_tolerance = any_real(&input);
		if (input_byte(&input) % 4 == 0) query.time_max = any_real(&input);
		ToiResult result = mk_toi(&query);
		check_result(&query, &result);
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
	return 0;
}
