// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separating axes with pruned edges against the plain search through all axes and
// corners (geometry/sat.h, and collide/separating_plane.h under affine maps), and
// against a sweep of directions.
#include "collide/sat_hull.h"

#include "collide/separating_plane.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/polytope_make.h"
#include "support/property.h"
#include "support/random.h"
#include "support/sat_hulls.h"
#include "support/shape_make.h"

enum { CASES = pick_count(4000, 300) };

// Returns a polytope: a box, a triangle or a hull of 4 to 12 points, some of them needles or slabs.
static Shape *random_polytope(Rng *rng, double low, double high) {
	Vec3 sizes = random_sizes(rng, low, high);
	uint32_t kind = rng_below(rng, 3);
	if (kind == 0) return mk_box_create(sizes, NULL);
	Vec3 points[12];
	uint32_t count = kind == 1 ? 3 : 4 + rng_below(rng, 9);
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_multiply(random_unit(rng), sizes);
	if (kind == 2) return hull_from_points(points, count);
	return mk_triangle_create((Triangle){ points[0], points[1], points[2] }, 0, NULL);
}

static SatHullResult run(const Difference *d, bool is_bool) {
	SatHullInput input = { .difference = d, .is_bool = is_bool };
	return mk_sat_hull(&input);
}

// What one separation may be off: the axis is rounded, and turns the reach of the shapes.
static double error_of(const Difference *d) { return 4 * (double)d->error; }

static void check_against_planes(const Difference *d) {
	SatHullResult sat = run(d, false);
	SeparatingPlane all = mk_separating_plane(d, SEPARATING_PLANE_COMPLETE, NULL);
	assert_true(sat.is_supported && all.is_supported);
	double error = error_of(d);
	bool is_near = fabs((double)sat.separation) <= 2 * (double)d->error;
	assert_true(sat.is_overlapping == all.is_overlapping || is_near);
	assert_true(run(d, true).is_overlapping == sat.is_overlapping || is_near);
	// an overlap makes the plain search see all its axes: the same depth
	if (all.is_overlapping) check_near(sat.separation, all.separation, error);
	// the normal says what was reported
	DifferencePoint p = difference_support(d, sat.normal, difference_no_hint());
	check_near(-vec3_dot(sat.normal, p.point), sat.separation, error);
}

static void rigid_pairs_have_the_depth_of_the_plain_search(Rng *rng) {
	Shape *a = random_polytope(rng, -1, 1);
	Shape *b = random_polytope(rng, -1, 1);
	Transform pose_a = random_transform(rng, 1);
	Transform pose_b = random_transform(rng, 1);
	ShapeInstance in_a = instance_rigid(a, pose_a);
	ShapeInstance in_b = instance_rigid(b, pose_b);
	Difference d = mk_difference(&in_a, &in_b);
	check_against_planes(&d);
	mk_shape_release(a);
	mk_shape_release(b);
}

static void mapped_pairs_have_the_depth_of_the_plain_search(Rng *rng) {
	Shape *a = random_polytope(rng, -0.5, 0.5);
	Shape *b = random_polytope(rng, -0.5, 0.5);
	ShapeInstance in_a = mk_instance(a, random_affine(rng, 1));
	ShapeInstance in_b = mk_instance(b, random_affine(rng, 1));
	Difference d = mk_difference(&in_a, &in_b);
	check_against_planes(&d);
	mk_shape_release(a);
	mk_shape_release(b);
}

// The other way round everything is the same but for the sign of the normal.
static void answers_are_symmetric(Rng *rng) {
	Shape *a = random_polytope(rng, -1, 1);
	Shape *b = random_polytope(rng, -1, 1);
	ShapeInstance in_a = instance_rigid(a, random_transform(rng, 1));
	ShapeInstance in_b = instance_rigid(b, random_transform(rng, 1));
	Difference there = mk_difference(&in_a, &in_b);
	Difference back = mk_difference(&in_b, &in_a);
	check_near(run(&there, false).separation, run(&back, false).separation, error_of(&there));
	mk_shape_release(a);
	mk_shape_release(b);
}

// geometry/sat.h knows nothing of shapes: vertices, normals and edges in world space.
static void the_reference_of_the_geometry_layer_agrees(Rng *rng) {
	TestHull reference[2];
	Shape *shapes[2];
	ShapeInstance in[2];
	for (int i = 0; i < 2; i++) {
		if (rng_below(rng, 2) == 0) {
			Obb box = { .half = random_sizes(rng, -0.5, 0.5) };
			Transform pose = random_transform(rng, 1);
			box.axes = quat_to_mat3(pose.rotation);
			box.center = pose.position;
			test_hull_box(&reference[i], box);
			shapes[i] = mk_box_create(box.half, NULL);
			in[i] = instance_rigid(shapes[i], pose);
		} else {
			Vec3 points[4];
			Vec3 middle = random_vec3(rng, 1);
			for (int k = 0; k < 4; k++)
				points[k] = vec3_add(middle, random_vec3(rng, 1));
			test_hull_tetrahedron(&reference[i], points);
			shapes[i] = hull_from_points(points, 4);
			in[i] = instance_local(shapes[i]);
		}
	}
	Difference d = mk_difference(&in[0], &in[1]);
	SatHullResult sat = run(&d, false);
	SatResult plain = mk_sat_contact(&reference[0].hull, &reference[1].hull);
	double error = error_of(&d) + 64 * (double)MK_EPSILON;
	bool is_near = fabs((double)sat.separation) <= error;
	assert_true(sat.is_overlapping == plain.hit || is_near);
	// apart, edges that are not on the surface of the difference may show more, but only if some on
	// the surface show a gap, too
	if (plain.hit && !is_near) check_near(sat.separation, -(double)plain.depth, error);
	mk_shape_release(shapes[0]);
	mk_shape_release(shapes[1]);
}

// No direction shows a smaller depth.
static void no_direction_beats_the_depth(Rng *rng) {
	Shape *a = random_polytope(rng, -0.5, 0.5);
	Shape *b = random_polytope(rng, -0.5, 0.5);
	ShapeInstance in_a = instance_rigid(a, random_transform(rng, 0.2));
	ShapeInstance in_b = instance_rigid(b, random_transform(rng, 0.2));
	Difference d = mk_difference(&in_a, &in_b);
	SatHullResult sat = run(&d, false);
	for (int i = 0; i < 100 && sat.is_overlapping; i++) {
		// half of them near the normal
		Vec3 n = random_unit(rng);
		if (i % 2) n = vec3_normalize(vec3_add_scaled(sat.normal, n, (Real)0.05));
		DifferencePoint p = difference_support(&d, n, difference_no_hint());
		assert_true(-(double)vec3_dot(n, p.point) <= (double)sat.separation + error_of(&d));
	}
	mk_shape_release(a);
	mk_shape_release(b);
}

static void test_rigid(void **state) {
	(void)state;
	for_all(rigid_pairs_have_the_depth_of_the_plain_search, CASES, 1);
}

static void test_mapped(void **state) {
	(void)state;
	for_all(mapped_pairs_have_the_depth_of_the_plain_search, CASES, 2);
}

static void test_symmetric(void **state) {
	(void)state;
	for_all(answers_are_symmetric, CASES, 3);
}

static void test_reference(void **state) {
	(void)state;
	for_all(the_reference_of_the_geometry_layer_agrees, 4 * CASES, 4);
}

static void test_directions(void **state) {
	(void)state;
	for_all(no_direction_beats_the_depth, CASES / 4, 5);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rigid),
		cmocka_unit_test(test_mapped),
		cmocka_unit_test(test_symmetric),
		cmocka_unit_test(test_reference),
		cmocka_unit_test(test_directions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
