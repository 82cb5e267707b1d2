// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Minkowski sums. If both cores have corners so has the sum: id = corner of a * corners of b +
// corner of b (not all of them are extreme).
#include "shape/minkowski_sum.h"

#include "base/alloc.h"
#include "geometry/hull_build.h"
#include "math/trig.h"
#include "shape/ops.h"
#include "shape/rounded_mass.h"
#include "shape/shape_create.h"

// Up to this many sums of corners the mass is taken from all of them, above from samples.
enum { MAX_CORNERS = 1 << 16, SAMPLES = 4096, FIRST_SAMPLES = 512 };

static const MinkowskiSumShape *sum_of(const Shape *shape) {
	return (const MinkowskiSumShape *)shape;
}

static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	const MinkowskiSumShape *sum = sum_of(shape);
	uint32_t count_b = sum->parts[1].shape->vertex_count;
	bool is_hint = *id < shape->vertex_count;
	uint32_t hint_a = is_hint ? *id / count_b : MK_SHAPE_NO_ID;
	uint32_t hint_b = is_hint ? *id % count_b : MK_SHAPE_NO_ID;
	SupportPoint a = instance_support_core(&sum->parts[0], direction, hint_a);
	SupportPoint b = instance_support_core(&sum->parts[1], direction, hint_b);
	*id = shape->vertex_count > 0 ? a.id * count_b + b.id : MK_SHAPE_NO_ID;
	return vec3_add(a.point, b.point);
}

static Vec3 vertex(const Shape *shape, uint32_t id) {
	const MinkowskiSumShape *sum = sum_of(shape);
	uint32_t count_b = sum->parts[1].shape->vertex_count;
	return vec3_add(instance_vertex(&sum->parts[0], id / count_b),
			instance_vertex(&sum->parts[1], id % count_b));
}

// The box around a sum is the sum of the boxes.
static Aabb bounds(const Shape *shape, const Affine *map) {
	const MinkowskiSumShape *sum = sum_of(shape);
	Affine turn = { map->linear, vec3_zero() };
	Aabb a = mk_shape_bounds(sum->parts[0].shape, affine_multiply(*map, sum->parts[0].pose));
	Aabb b = mk_shape_bounds(sum->parts[1].shape, affine_multiply(turn, sum->parts[1].pose));
	return (Aabb){ vec3_add(a.min, b.min), vec3_add(a.max, b.max) };
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	return mk_mass_map(sum_of(shape)->mass, *map);
}

static void destroy(Shape *shape) {
	MinkowskiSumShape *sum = (MinkowskiSumShape *)shape;
	mk_shape_release(sum->owned[0]);
	mk_shape_release(sum->owned[1]);
}

const ShapeOps mk_minkowski_sum_ops = {
	.name = "Minkowski sum",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.vertex = vertex,
	.bounds = bounds,
	.mass = mass,
	.destroy = destroy,
};

static uint32_t depth_of(const Shape *shape) {
	return shape->kind == SHAPE_MINKOWSKI_SUM ? sum_of(shape)->depth : 0;
}

static ShapeStatus check(const Shape *part, const Affine *pose) {
	if (part == NULL) return SHAPE_NO_CHILD;
	if (!shape_is_convex(part)) return SHAPE_NOT_CONVEX;
	if (depth_of(part) >= MK_SUM_MAX_DEPTH) return SHAPE_NESTED_TOO_DEEP;
	if (!affine_is_finite(*pose)) return SHAPE_NOT_FINITE;
	Aabb box = mk_shape_bounds(part, *pose);
	return shape_first(shape_check_point(box.min), shape_check_point(box.max));
}

// Directions spread evenly over the sphere: turns by the golden angle, steps of equal height.
static Vec3 sample_direction(uint32_t i, uint32_t count) {
	Real y = 1 - (2 * (Real)i + 1) / (Real)count;
	Real r = real_sqrt(1 - y * y);
	Real angle = (Real)i * (Real)2.39996322972865332;
	return vec3(r * real_cos(angle), y, r * real_sin(angle));
}

// The mass of the hull of some of the core's points and the rounding: of its corners, or of as many
// along the directions of a sphere that a matrix has mapped.
static MassProperties mass_of_points(
		const Shape *shape, uint32_t count, bool is_corners, Mat3 spread) {
	size_t bytes = count * sizeof(Vec3);
	Vec3 *points = mk_alloc(bytes);
	for (uint32_t i = 0; i < count; i++) {
		Vec3 direction = mat3_apply(spread, sample_direction(i, count));
		points[i] = is_corners ? vertex(shape, i)
							   : shape_support(shape, direction, MK_SHAPE_NO_ID).point;
	}
	Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = count });
	MassProperties found = mk_mass_of_rounded_hull(&hull, shape->rounding);
	mk_hull_free(&hull);
	mk_free(points, bytes);
	return found;
}

// Directions that are spread over a flat or long core as they are over a round one: most of a plate
// looks up and down, and few of all directions do. They are those of a sphere, mapped by what makes
// an ellipsoid with these moments round. Axes are not shorter than a thousandth of the longest.
static Mat3 spread_over(MassProperties mass) {
	Eigen3 e = mk_mat3_eigen(mass.moments);
	Real largest = vec3_max_element(e.values);
	if (!(largest > 0)) return mat3_identity();
	Vec3 parts = vec3_max(vec3_scale(e.values, 1 / largest), vec3_splat((Real)1e-6));
	Mat3 columns = e.vectors;
	columns.x = vec3_scale(columns.x, 1 / real_sqrt(parts.x));
	columns.y = vec3_scale(columns.y, 1 / real_sqrt(parts.y));
	columns.z = vec3_scale(columns.z, 1 / real_sqrt(parts.z));
	return columns;
}

static MassProperties find_mass(const Shape *shape) {
	uint32_t corners = shape->vertex_count;
	if (corners > 0 && corners <= MAX_CORNERS)
		return mass_of_points(shape, corners, true, mat3_identity());
	MassProperties first = mass_of_points(shape, FIRST_SAMPLES, false, mat3_identity());
	return mass_of_points(shape, SAMPLES, false, spread_over(first));
}

// Corners of the sum, if both cores have some and they can be counted; 0 otherwise.
static uint32_t count_corners(const ShapeInstance parts[2]) {
	uint64_t count = 1;
	for (int i = 0; i < 2; i++) {
		bool is_curved = !parts[i].is_similar && parts[i].shape->rounding > 0;
		count *= is_curved ? 0 : parts[i].shape->vertex_count;
	}
	return count < MK_SHAPE_NO_ID ? (uint32_t)count : 0;
}

Shape *mk_minkowski_sum_create(const MinkowskiSumInput *input, ShapeStatus *status) {
	ShapeStatus found = check(input->a, &input->pose_a);
	found = shape_first(found, check(input->b, &input->pose_b));
	if (!shape_report(found, status)) return NULL;
	MinkowskiSumShape *sum = mk_shape_new(SHAPE_MINKOWSKI_SUM, sizeof(*sum));
	sum->owned[0] = mk_shape_retain(input->a);
	sum->owned[1] = mk_shape_retain(input->b);
	sum->parts[0] = mk_instance(input->a, input->pose_a);
	sum->parts[1] = mk_instance(input->b, input->pose_b);
	uint32_t depth_a = depth_of(input->a);
	uint32_t depth_b = depth_of(input->b);
	sum->depth = 1 + (depth_a > depth_b ? depth_a : depth_b);
	Shape *shape = &sum->shape;
	shape->rounding = sum->parts[0].rounding + sum->parts[1].rounding;
	shape->vertex_count = count_corners(sum->parts);
	mk_shape_finish(shape);
	shape->bound = vec3_length(vec3_max(vec3_abs(shape->box.min), vec3_abs(shape->box.max)));
	sum->mass = find_mass(shape);
	return shape;
}
