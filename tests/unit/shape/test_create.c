// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Creating shapes: what is refused, with which reason, and that references and memory add up.
#include "base/alloc.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/mesh.h"
#include "shape/minkowski_sum.h"

#include "support/check.h"

#define NOT_A_NUMBER ((Real)NAN)

// A bad size and the reason why.
typedef struct BadSize {
	Real size;
	ShapeStatus status;
} BadSize;

static const BadSize bad_sizes[] = {
	{ 0, SHAPE_NOT_POSITIVE },
	{ -(Real)0.0, SHAPE_NOT_POSITIVE },
	{ -1, SHAPE_NOT_POSITIVE },
	{ NOT_A_NUMBER, SHAPE_NOT_FINITE },
	{ MK_INFINITY, SHAPE_NOT_FINITE },
	{ -MK_INFINITY, SHAPE_NOT_FINITE },
	{ (Real)1e-7, SHAPE_TOO_SMALL },
	{ MK_REAL_MAX, SHAPE_TOO_LARGE },
	{ (Real)1.1e5, SHAPE_TOO_LARGE },
};

static void expect(Shape *shape, const ShapeStatus *status, ShapeStatus expected) {
	assert_null(shape);
	assert_int_equal(*status, expected);
}

static void every_bad_size_is_refused(void **state) {
	(void)state;
	AllocStats before = mk_alloc_stats();
	for (size_t i = 0; i < sizeof(bad_sizes) / sizeof(bad_sizes[0]); i++) {
		Real x = bad_sizes[i].size;
		ShapeStatus why = bad_sizes[i].status;
		ShapeStatus s = SHAPE_OK;
		expect(mk_sphere_create(x, &s), &s, why);
		expect(mk_box_create(vec3(x, 1, 1), &s), &s, why);
		expect(mk_box_create(vec3(1, x, 1), &s), &s, why);
		expect(mk_box_create(vec3(1, 1, x), &s), &s, why);
		expect(mk_rounded_box_create(vec3(1, x, 1), 1, &s), &s, why);
		expect(mk_capsule_create(x, 1, &s), &s, why);
		expect(mk_capsule_create(1, x, &s), &s, why);
		expect(mk_cylinder_create(x, 1, &s), &s, why);
		expect(mk_cylinder_create(1, x, &s), &s, why);
		expect(mk_rounded_cylinder_create(x, 1, 1, &s), &s, why);
		expect(mk_cone_create(x, 1, &s), &s, why);
		expect(mk_cone_create(1, x, &s), &s, why);
		expect(mk_tapered_cylinder_create(1, 1, x, &s), &s, why);
		expect(mk_tapered_capsule_create(x, 1, 1, &s), &s, why);
		expect(mk_tapered_capsule_create(1, x, 1, &s), &s, why);
		expect(mk_tapered_capsule_create(1, 1, x, &s), &s, why);
		expect(mk_ellipsoid_create(vec3(1, 1, x), &s), &s, why);
		expect(mk_separation_ray_create(x, true, &s), &s, why);
	}
	assert_true(mk_alloc_stats().total == before.total);
}

static void roundings_may_be_zero_but_not_bad(void **state) {
	(void)state;
	for (size_t i = 2; i < sizeof(bad_sizes) / sizeof(bad_sizes[0]); i++) {
		Real x = bad_sizes[i].size;
		ShapeStatus why = bad_sizes[i].status;
		ShapeStatus s = SHAPE_OK;
		const Vec3 point = { 1, 2, 3 };
		expect(mk_rounded_box_create(vec3(1, 1, 1), x, &s), &s, why);
		expect(mk_rounded_cylinder_create(1, 1, x, &s), &s, why);
		expect(mk_segment_create(vec3_zero(), vec3(1, 0, 0), x, &s), &s, why);
		expect(mk_tapered_cylinder_create(x, 1, 1, &s), &s, why);
		expect(mk_hull_shape_create(&(HullShapeInput){ &point, 1, x, 0 }, &s), &s, why);
		Triangle t = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
		expect(mk_triangle_create(t, x, &s), &s, why);
	}
	ShapeStatus s = SHAPE_TOO_MANY;
	Shape *box = mk_rounded_box_create(vec3(1, 1, 1), 0, &s);
	assert_int_equal(s, SHAPE_OK);
	assert_int_equal(box->kind, SHAPE_BOX);
	mk_shape_release(box);
	expect(mk_tapered_cylinder_create(0, 0, 1, &s), &s, SHAPE_NOT_POSITIVE);
	Shape *cone = mk_tapered_cylinder_create(0, 1, 1, &s);
	assert_int_equal(s, SHAPE_OK);
	mk_shape_release(cone);
}

static void bad_points_are_refused(void **state) {
	(void)state;
	const BadSize bad[] = { { NOT_A_NUMBER, SHAPE_NOT_FINITE }, { MK_INFINITY, SHAPE_NOT_FINITE },
		{ MK_REAL_MAX, SHAPE_TOO_LARGE } };
	for (int i = 0; i < 3; i++) {
		Vec3 p = vec3(0, bad[i].size, 0);
		Vec3 points[] = { { 0, 0, 0 }, { 1, 0, 0 }, p };
		ShapeStatus s = SHAPE_OK;
		ShapeStatus why = bad[i].status;
		expect(mk_segment_create(vec3_zero(), p, 1, &s), &s, why);
		expect(mk_triangle_create((Triangle){ p, vec3(1, 0, 0), vec3(0, 0, 1) }, 0, &s), &s, why);
		expect(mk_hull_shape_create(&(HullShapeInput){ points, 3, 0, 0 }, &s), &s, why);
		MeshInput mesh = { .mesh = { points, 3, NULL, 1 } };
		expect(mk_mesh_create(&mesh, &s), &s, why);
	}
	ShapeStatus s = SHAPE_OK;
	expect(mk_hull_shape_create(&(HullShapeInput){ NULL, 3, 0, 0 }, &s), &s, SHAPE_NO_POINTS);
	Vec3 point = vec3_zero();
	expect(mk_hull_shape_create(&(HullShapeInput){ &point, 0, 0, 0 }, &s), &s, SHAPE_NO_POINTS);
}

static void bad_half_spaces_are_refused(void **state) {
	(void)state;
	ShapeStatus s = SHAPE_OK;
	expect(mk_half_space_create((Plane){ vec3_zero(), 1 }, &s), &s, SHAPE_ZERO_NORMAL);
	expect(mk_half_space_create((Plane){ vec3(0, NOT_A_NUMBER, 0), 1 }, &s), &s, SHAPE_NOT_FINITE);
	expect(mk_half_space_create((Plane){ vec3(0, 1, 0), MK_INFINITY }, &s), &s, SHAPE_NOT_FINITE);
	expect(mk_half_space_create((Plane){ vec3(0, MK_REAL_MIN, 0), 1 }, &s), &s, SHAPE_TOO_LARGE);
	// any length of the normal will do
	Shape *shape = mk_half_space_create((Plane){ vec3(0, 2, 0), 3 }, &s);
	check_near(((HalfSpaceShape *)shape)->plane.offset, 1.5, 0);
	mk_shape_release(shape);
}

static void bad_meshes_are_refused(void **state) {
	(void)state;
	Vec3 points[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 2, 0, 0 } };
	uint32_t beyond[] = { 0, 1, 4 };
	uint32_t line[] = { 0, 1, 3, 0, 0, 2 };
	ShapeStatus s = SHAPE_OK;
	MeshInput input = { .mesh = { points, 4, beyond, 1 } };
	expect(mk_mesh_create(&input, &s), &s, SHAPE_BAD_INDEX);
	input.mesh = (TriangleMesh){ points, 4, line, 2 };
	expect(mk_mesh_create(&input, &s), &s, SHAPE_NO_TRIANGLES);
	input.mesh = (TriangleMesh){ points, 4, line, 0 };
	expect(mk_mesh_create(&input, &s), &s, SHAPE_NO_TRIANGLES);
	input.mesh = (TriangleMesh){ NULL, 0, line, 1 };
	expect(mk_mesh_create(&input, &s), &s, SHAPE_NO_POINTS);
	// points nobody uses may be anything
	points[3].x = NOT_A_NUMBER;
	uint32_t good[] = { 0, 1, 2 };
	input.mesh = (TriangleMesh){ points, 4, good, 1 };
	Shape *mesh = mk_mesh_create(&input, &s);
	assert_int_equal(s, SHAPE_OK);
	mk_shape_release(mesh);
}

static void bad_height_fields_are_refused(void **state) {
	(void)state;
	Real nan = NOT_A_NUMBER;
	Real heights[] = { 0, nan, nan, 0 };
	ShapeStatus s = SHAPE_OK;
	expect(mk_height_field_create(&(HeightFieldInput){ heights, 1, 4 }, &s), &s, SHAPE_BAD_GRID);
	expect(mk_height_field_create(&(HeightFieldInput){ heights, 2, 0 }, &s), &s, SHAPE_BAD_GRID);
	expect(mk_height_field_create(&(HeightFieldInput){ NULL, 2, 2 }, &s), &s, SHAPE_BAD_GRID);
	expect(mk_height_field_create(&(HeightFieldInput){ heights, 2, 2 }, &s), &s, SHAPE_ALL_HOLES);
	heights[1] = MK_INFINITY;
	expect(mk_height_field_create(&(HeightFieldInput){ heights, 2, 2 }, &s), &s, SHAPE_NOT_FINITE);
	heights[1] = MK_REAL_MAX;
	expect(mk_height_field_create(&(HeightFieldInput){ heights, 2, 2 }, &s), &s, SHAPE_TOO_LARGE);
	HeightFieldInput huge = { heights, UINT32_MAX, UINT32_MAX };
	expect(mk_height_field_create(&huge, &s), &s, SHAPE_TOO_LARGE);
}

static void bad_families_are_refused(void **state) {
	(void)state;
	size_t blocks = mk_alloc_stats().live_blocks;
	ShapeStatus s = SHAPE_OK;
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *floor = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	CompoundChild child = { ball, affine_identity() };
	expect(mk_compound_create(&child, 0, &s), &s, SHAPE_NO_CHILDREN);
	expect(mk_compound_create(NULL, 1, &s), &s, SHAPE_NO_CHILDREN);
	child.shape = NULL;
	expect(mk_compound_create(&child, 1, &s), &s, SHAPE_NO_CHILD);
	child.shape = floor;
	expect(mk_compound_create(&child, 1, &s), &s, SHAPE_UNBOUNDED);
	child = (CompoundChild){ ball, { mat3_diagonal(vec3(1, 0, 1)), vec3_zero() } };
	expect(mk_compound_create(&child, 1, &s), &s, SHAPE_NO_CHILD);
	child.pose = (Affine){ mat3_identity(), vec3(0, NOT_A_NUMBER, 0) };
	expect(mk_compound_create(&child, 1, &s), &s, SHAPE_NOT_FINITE);
	child.pose = (Affine){ mat3_identity(), vec3(0, (Real)2e5, 0) };
	expect(mk_compound_create(&child, 1, &s), &s, SHAPE_TOO_LARGE);
	child.pose = affine_identity();
	Shape *compound = mk_compound_create(&child, 1, &s);
	assert_int_equal(s, SHAPE_OK);
	MinkowskiSumInput sum = { ball, compound, affine_identity(), affine_identity() };
	expect(mk_minkowski_sum_create(&sum, &s), &s, SHAPE_NOT_CONVEX);
	sum.b = floor;
	expect(mk_minkowski_sum_create(&sum, &s), &s, SHAPE_NOT_CONVEX);
	sum.b = NULL;
	expect(mk_minkowski_sum_create(&sum, &s), &s, SHAPE_NO_CHILD);
	sum = (MinkowskiSumInput){ ball, ball, affine_identity(), affine_identity() };
	sum.pose_b.linear.x.x = NOT_A_NUMBER;
	expect(mk_minkowski_sum_create(&sum, &s), &s, SHAPE_NOT_FINITE);
	mk_shape_release(compound);
	mk_shape_release(ball);
	mk_shape_release(floor);
	assert_true(mk_alloc_stats().live_blocks == blocks);
}

static void compounds_nest_eight_deep(void **state) {
	(void)state;
	size_t blocks = mk_alloc_stats().live_blocks;
	Shape *shape = mk_sphere_create(1, NULL);
	ShapeStatus s = SHAPE_OK;
	for (int depth = 0; depth <= MK_COMPOUND_MAX_DEPTH; depth++) {
		CompoundChild child = { shape, affine_identity() };
		Shape *outer = mk_compound_create(&child, 1, &s);
		if (depth == MK_COMPOUND_MAX_DEPTH) {
			expect(outer, &s, SHAPE_NESTED_TOO_DEEP);
			break;
		}
		assert_int_equal(s, SHAPE_OK);
		mk_shape_release(shape);
		shape = outer;
	}
	mk_shape_release(shape);
	assert_true(mk_alloc_stats().live_blocks == blocks);
}

// Each sum asks two shapes, so a chain of sums of a sum with itself costs twice as much per link.
static void sums_nest_eight_deep(void **state) {
	(void)state;
	size_t blocks = mk_alloc_stats().live_blocks;
	Shape *shape = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeStatus s = SHAPE_OK;
	for (int depth = 0; depth <= MK_SUM_MAX_DEPTH; depth++) {
		Affine half = { mat3_diagonal(vec3_splat((Real)0.5)), vec3_zero() };
		MinkowskiSumInput input = { shape, shape, half, half };
		Shape *outer = mk_minkowski_sum_create(&input, &s);
		if (depth == MK_SUM_MAX_DEPTH) {
			expect(outer, &s, SHAPE_NESTED_TOO_DEEP);
			break;
		}
		assert_int_equal(s, SHAPE_OK);
		mk_shape_release(shape);
		shape = outer;
	}
	// half of it and half of it make it whole again, every time
	check_vec3(instance_support(&(ShapeInstance){ shape, affine_identity(), 0, 0, true, true },
					   vec3(1, -1, 1), MK_SHAPE_NO_ID),
			vec3(1, -1, 1), 0);
	mk_shape_release(shape);
	assert_true(mk_alloc_stats().live_blocks == blocks);
}

static void references_keep_a_shape_alive(void **state) {
	(void)state;
	AllocStats before = mk_alloc_stats();
	Shape *ball = mk_sphere_create(1, NULL);
	assert_ptr_equal(mk_shape_retain(ball), ball);
	mk_shape_release(ball);
	assert_true(mk_alloc_stats().live_blocks == before.live_blocks + 1);
	CompoundChild children[] = { { ball, affine_identity() }, { ball, affine_identity() } };
	Shape *compound = mk_compound_create(children, 2, NULL);
	assert_int_equal(ball->references, 3);
	mk_shape_release(ball);
	// the compound still holds it
	check_near(mk_shape_closest(compound, vec3(0, 5, 0)).point.y, 1, 4 * MK_EPSILON);
	mk_shape_release(compound);
	mk_shape_release(NULL);
	assert_null(mk_shape_retain(NULL));
	assert_true(mk_alloc_stats().live_blocks == before.live_blocks);
	assert_true(mk_alloc_stats().live_bytes == before.live_bytes);
}

static void every_kind_and_status_has_words(void **state) {
	(void)state;
	for (int kind = 0; kind < SHAPE_KIND_COUNT; kind++) {
		const ShapeOps *ops = mk_shape_ops((ShapeKind)kind);
		assert_non_null(ops);
		assert_non_null(ops->name);
		assert_non_null(ops->mass);
		assert_true((ops->support != NULL) == (ops->family == SHAPE_FAMILY_CONVEX));
		assert_true((ops->pieces != NULL) == (ops->family == SHAPE_FAMILY_CONCAVE));
	}
	for (int status = 0; status < SHAPE_STATUS_COUNT; status++)
		assert_true(strlen(mk_shape_status_text((ShapeStatus)status)) > 10);
	assert_string_equal(mk_shape_status_text(SHAPE_STATUS_COUNT), "unknown status");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_bad_size_is_refused),
		cmocka_unit_test(roundings_may_be_zero_but_not_bad),
		cmocka_unit_test(bad_points_are_refused),
		cmocka_unit_test(bad_half_spaces_are_refused),
		cmocka_unit_test(bad_meshes_are_refused),
		cmocka_unit_test(bad_height_fields_are_refused),
		cmocka_unit_test(bad_families_are_refused),
		cmocka_unit_test(compounds_nest_eight_deep),
		cmocka_unit_test(sums_nest_eight_deep),
		cmocka_unit_test(references_keep_a_shape_alive),
		cmocka_unit_test(every_kind_and_status_has_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
