// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes of every kind and poses from raw bytes, for the fuzz targets of src/collide: mostly
// numbers of the size of things, now and then any bits, also NaN and infinities.
#pragma once

#include "fuzz/input.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/mesh.h"
#include "shape/minkowski_sum.h"

enum { ANY_POINTS = 12, ANY_SIDE = 3 };

// Pairs of supports for two convex shapes, at most: GJK, Newton's method and EPA with all it
// polishes.
enum { ANY_MOST_STEPS = 4096 };

// Any bits, or a number of the size of things, as the first byte says.
static inline Real any_real(Input *input) {
	Real value;
	if (input_byte(input) % 8 != 0) return input_ordinary(input);
	input_read(input, &value, sizeof value);
	return value;
}

static inline Vec3 any_vec3(Input *input) {
	Real x = any_real(input);
	Real y = any_real(input);
	return vec3(x, y, any_real(input));
}

// A hull or a mesh of up to twelve points; NULL, like all that follow, if the
// numbers are those of no shape.
static inline Shape *any_of_points(Input *input, bool is_mesh) {
	Vec3 points[ANY_POINTS];
	uint32_t indices[ANY_POINTS * 3];
	uint32_t count = 1 + input_byte(input) % ANY_POINTS;
	for (uint32_t i = 0; i < count; i++)
		points[i] = any_vec3(input);
	if (!is_mesh)
		return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = count }, NULL);
	for (uint32_t i = 0; i < 3 * count; i++)
		indices[i] = input_byte(input) % count;
	MeshInput mesh = { .mesh = { points, count, indices, count },
		.is_two_sided = input_byte(input) % 2 == 0 };
	return mk_mesh_create(&mesh, NULL);
}

static inline Shape *any_field(Input *input) {
	Real heights[ANY_SIDE * ANY_SIDE];
	for (uint32_t i = 0; i < ANY_SIDE * ANY_SIDE; i++)
		heights[i] = any_real(input);
	return mk_height_field_create(&(HeightFieldInput){ heights, ANY_SIDE, ANY_SIDE }, NULL);
}

static inline Affine any_pose(Input *input) {
	Affine pose;
	pose.linear.x = any_vec3(input);
	pose.linear.y = any_vec3(input);
	pose.linear.z = any_vec3(input);
	pose.origin = any_vec3(input);
	return pose;
}

// A hull of points of a coarse grid: flat, thin and repeated corners are frequent.
static inline Shape *any_of_grid(Input *input) {
	Vec3 points[ANY_POINTS];
	uint32_t count = 1 + input_byte(input) % ANY_POINTS;
	for (uint32_t i = 0; i < count; i++) {
		Real x = (Real)(int8_t)input_byte(input) / 16;
		Real y = (Real)(int8_t)input_byte(input) / 16;
		points[i] = vec3(x, y, (Real)(int8_t)input_byte(input) / 16);
	}
	Real rounding = input_byte(input) % 2 == 0 ? 0 : real_abs(any_real(input));
	HullShapeInput hull = { .points = points, .count = count, .rounding = rounding };
	return mk_hull_shape_create(&hull, NULL);
}

// The convex kinds that some numbers describe, in the order of ShapeKind.
enum { ANY_NUMBERS = 13 };

static inline Shape *any_of_numbers(Input *input, uint32_t kind) {
	Vec3 p = any_vec3(input);
	Vec3 s = vec3_abs(p);
	Vec3 q = any_vec3(input);
	switch (kind) {
		case 0: return mk_sphere_create(s.x, NULL);
		case 1: return mk_box_create(s, NULL);
		case 2: return mk_rounded_box_create(s, real_abs(q.x), NULL);
		case 3: return mk_capsule_create(s.x, s.y, NULL);
		case 4: return mk_cylinder_create(s.x, s.y, NULL);
		case 5: return mk_rounded_cylinder_create(s.x, s.y, s.z, NULL);
		case 6: return mk_cone_create(s.x, s.y, NULL);
		case 7: return mk_tapered_cylinder_create(s.x, s.y, s.z, NULL);
		case 8: return mk_tapered_capsule_create(s.x, s.y, s.z, NULL);
		case 9: return mk_ellipsoid_create(s, NULL);
		case 10: return mk_segment_create(p, q, real_abs(any_real(input)), NULL);
		case 11: {
			Vec3 c = any_vec3(input);
			return mk_triangle_create((Triangle){ p, q, c }, real_abs(any_real(input)), NULL);
		}
		default: return mk_separation_ray_create(s.x, false, NULL);
	}
}

static inline Shape *any_single(Input *input, uint32_t kind) {
	if (kind < ANY_NUMBERS) return any_of_numbers(input, kind);
	return kind == ANY_NUMBERS ? any_of_points(input, false) : any_of_grid(input);
}

// A sum of two that are none themselves.
static inline Shape *any_sum(Input *input) {
	MinkowskiSumInput sum;
	sum.a = any_single(input, input_byte(input) % (ANY_NUMBERS + 2));
	sum.b = any_single(input, input_byte(input) % (ANY_NUMBERS + 2));
	sum.pose_a = any_pose(input);
	sum.pose_b = any_pose(input);
	Shape *made = mk_minkowski_sum_create(&sum, NULL);
	mk_shape_release(sum.a);
	mk_shape_release(sum.b);
	return made;
}

// Every convex kind. Sums are few: their mass takes longer than all that is asked of a pair.
static inline Shape *any_convex(Input *input) {
	uint32_t kind = input_byte(input);
	return kind % 64 == 63 ? any_sum(input) : any_single(input, kind % (ANY_NUMBERS + 2));
}

static inline Shape *any_leaf(Input *input) {
	uint32_t kind = input_byte(input) % 8;
	if (kind == 0) return any_of_points(input, true);
	if (kind == 1) return any_field(input);
	if (kind > 2) return any_convex(input);
	Vec3 normal = any_vec3(input);
	return mk_half_space_create((Plane){ normal, any_real(input) }, NULL);
}

static inline Shape *any_shape(Input *input) {
	if (input_byte(input) % 4 != 0) return any_leaf(input);
	CompoundChild children[2];
	for (uint32_t i = 0; i < 2; i++) {
		children[i].shape = any_leaf(input);
		children[i].pose = any_pose(input);
	}
	Shape *compound = mk_compound_create(children, 2, NULL);
	mk_shape_release(children[0].shape);
	mk_shape_release(children[1].shape);
	return compound;
}

// Shapes mostly turned, now and then under any matrix.
static inline ShapeInstance any_instance(Input *input, const Shape *shape) {
	Affine pose = any_pose(input);
	if (input_byte(input) % 4 == 0 && affine_is_finite(pose)) return mk_instance(shape, pose);
	Quat turn = quat_normalize(quat_from_parts(pose.linear.x, pose.linear.y.x));
	if (!quat_is_unit(turn)) turn = quat_identity();
	return instance_rigid(shape, (Transform){ turn, pose.origin });
}
