// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mistakes that printed descriptions of GJK, EPA, Chung and Wang's algorithm and their uses have,
// and that nothing here may repeat. Most have a test beside the function they are about; here are
// those that need several functions at once, and what all algorithms have in common: they see a
// shape through its support mapping alone.
#include "collide/chung_wang.h"
#include "collide/epa.h"
#include "collide/gjk.h"
#include "collide/hemisphere.h"
#include "geometry/hull_build.h"
#include "geometry/moving_box.h"
#include "math/trig.h"
#include "shape/convex.h"
#include "shape/convex_query.h"
#include "shape/hull_shape.h"
#include "shape/minkowski_sum.h"

#include "support/check.h"
#include "support/random.h"

// Misprints that no code can have, and why:
// - a theorem cited under the number of another, a set and a point under one letter, a polytope
//   under the name of what it approaches, pictures, chapters and books under wrong numbers: there
//   is nothing to compute. The theorems themselves are checked along random runs
//   (property/collide/test_gjk_run.c);
// - three equal triangles for the split of a face, a face under the name of the visible one, an
//   edge of the list where its neighbour is meant, a pointer used as a value, a face declared as a
//   vertex: the compiler or the checks of closed surfaces find them
//   (polytope_stays_closed_and_convex in test_epa.c, the walk of the cube in
//   unit/geometry/test_hull_trace.c);
// - a support compared before it is found, a condition of a loop turned round, a
//   product of the wrong two vectors in the text beside a right formula: each would
//   fail every test of its function.

static ShapeInstance placed(const Shape *shape, Vec3 at) {
	return instance_rigid(shape, (Transform){ quat_identity(), at });
}

static void check_depth(const EpaResult *r, double depth, Vec3 normal) {
	double tolerance = pick_tolerance(4e-6, 1e-14);
	assert_int_equal(r->status, SEPARATION_CONVERGED);
	check_near(r->upper, depth, tolerance);
	check_near(r->lower, depth, tolerance);
	check_vec3(r->normal, normal, tolerance);
}

// Cubes of side 2, centres (1.5, 0.5, -0.25) apart: depths 0.5, 1.5 and 1.75 along the axes.
static void cubes_part_along_their_shallowest_axis(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3_splat(1), NULL);
	ShapeInstance a = placed(box, vec3_zero());
	ShapeInstance b = placed(box, vec3((Real)1.5, (Real)0.5, (Real)-0.25));
	Difference d = mk_difference(&a, &b);
	GjkInput gjk = mk_gjk_query_input(&d);
	GjkResult found = mk_gjk(&gjk);
	assert_true(found.is_overlapping);
	EpaInput input = mk_epa_query_input(&d, &found.simplex);
	EpaResult r = mk_epa(&input);
	check_depth(&r, 0.5, vec3(1, 0, 0));
	check_vec3(vec3_sub(r.point_a, r.point_b), vec3((Real)0.5, 0, 0), pick_tolerance(4e-6, 1e-14));
	mk_shape_release(box);
}

// The simplices with which GJK leaves two cubes that overlap by 0.5 m, from two first
// directions: two points on no corner and three on one side of the origin. Both have to
// become a polytope around it.
static void plain_cubes_leave_simplices_that_are_no_tetrahedra(void **state) {
	(void)state;
	const Vec3 two[2] = { { (Real)-1.5, 0, 0 }, { (Real)0.5, 0, 0 } };
	const Vec3 three[3] = { { (Real)-3.5, -2, -2 }, { (Real)0.5, 2, 2 }, { (Real)0.5, -2, -2 } };
	// the difference of the cubes is one of side 4 around (-1.5, 0, 0)
	Shape *box = mk_box_create(vec3_splat(2), NULL);
	Shape *ball = mk_sphere_create(1, NULL);
	ShapeInstance a = placed(box, vec3_zero());
	ShapeInstance b = placed(ball, vec3((Real)1.5, 0, 0));
	Difference d = mk_difference(&a, &b);
	for (uint32_t count = 2; count <= 3; count++) {
		GjkSimplex start = { .count = count };
		for (uint32_t i = 0; i < count; i++) {
			start.points[i] = difference_no_hint();
			start.points[i].point = count == 2 ? two[i] : three[i];
			start.points[i].b = d.offset;
			start.points[i].a = vec3_add(start.points[i].point, d.offset);
		}
		EpaInput input = mk_epa_query_input(&d, &start);
		EpaResult r = mk_epa(&input);
		check_depth(&r, 0.5, vec3(1, 0, 0));
	}
	mk_shape_release(box);
	mk_shape_release(ball);
}

static Obb random_box(Rng *rng) {
	Vec3 center = random_vec3(rng, 4);
	Vec3 half = vec3_add(vec3_abs(random_vec3(rng, 1)), vec3_splat((Real)0.2));
	return (Obb){ center, quat_to_mat3(random_quat(rng)), half };
}

static Shape *box_swept_along(Obb box, Vec3 way) {
	Shape *core = mk_box_create(box.half, NULL);
	Shape *path = mk_segment_create(vec3_zero(), way, 0, NULL);
	MinkowskiSumInput input = { core, path, { box.axes, box.center }, affine_identity() };
	Shape *swept = mk_minkowski_sum_create(&input, NULL);
	assert_non_null(swept);
	mk_shape_release(core);
	mk_shape_release(path);
	return swept;
}

static Real swept_distance(Obb a, Vec3 way, Obb b) {
	Shape *swept = box_swept_along(a, way);
	Shape *rest = mk_box_create(b.half, NULL);
	ShapeInstance in_a = instance_local(swept);
	ShapeInstance in_b = mk_instance(rest, (Affine){ b.axes, b.center });
	Difference d = mk_difference(&in_a, &in_b);
	GjkInput input = mk_gjk_query_input(&d);
	Real distance = (Real)mk_gjk(&input).upper;
	mk_shape_release(swept);
	mk_shape_release(rest);
	return distance;
}

// Seen from B, A goes by the motion of A minus that of B, not the other way round: swept along it,
// it meets B exactly when the moving boxes do.
static void swept_box_goes_with_the_motion_of_a_minus_that_of_b(void **state) {
	(void)state;
	Rng rng = { 19 };
	int wrong = 0;
	for (int i = 0; i < 400; i++) {
		Obb a = random_box(&rng);
		Obb b = random_box(&rng);
		Vec3 motion_a = random_vec3(&rng, 4);
		Vec3 motion_b = random_vec3(&rng, 4);
		Vec3 way = moving_relative(motion_a, motion_b);
		check_vec3(way, vec3_sub(motion_a, motion_b), 0);
		bool is_hit = mk_moving_obb_hit_obb(&a, way, &b).hit;
		Real distance = swept_distance(a, way, b);
		// what is decided by rounding proves nothing
		if (distance > 0 && distance < (Real)1e-3) continue;
		if (is_hit != (distance == 0)) print_message("case %d: %g\n", i, (double)distance);
		assert_int_equal(is_hit, distance == 0);
		wrong += is_hit != (swept_distance(a, vec3_negate(way), b) == 0);
	}
	assert_true(wrong > 20);
}

// Two moving boxes are a ray against their sum: from zero, against the motion. A ray that clears
// its simplex at each step and looks at faces in order can go round for ever on such pairs; one
// that ends when it is near relative to the simplex is early by much. Ours goes on to the rounding.
static void ray_against_a_sum_ends_where_moving_boxes_touch(void **state) {
	(void)state;
	Rng rng = { 35 };
	int hits = 0;
	for (int i = 0; i < 2000; i++) {
		Obb a = random_box(&rng);
		Obb b = random_box(&rng);
		Vec3 motion = random_vec3(&rng, 8);
		Shape *box_a = mk_box_create(a.half, NULL);
		Shape *box_b = mk_box_create(b.half, NULL);
		MinkowskiSumInput input = { box_a, box_b, { a.axes, vec3_sub(a.center, b.center) },
			{ b.axes, vec3_zero() } };
		Shape *sum = mk_minkowski_sum_create(&input, NULL);
		assert_non_null(sum);
		ShapeInstance in = instance_local(sum);
		Ray ray = { vec3_zero(), vec3_negate(motion) };
		RayHit by_ray = mk_convex_ray(&in, ray, ray_range_segment());
		MovingHit by_axes = mk_moving_obb_hit_obb(&a, motion, &b);
		bool is_clear = by_ray.hit == by_axes.hit;
		if (is_clear && by_ray.hit && !by_axes.started_overlapping) {
			hits++;
			// 1e-4 m along the normal, for motions that are not along the surface
			Real closing = real_abs(vec3_dot(by_axes.normal, motion));
			Real off = real_abs(by_ray.t - by_axes.time) * closing;
			check_near(off, 0, pick_tolerance(1e-4, 1e-6));
		}
		// a graze may be told either way: it takes a thousandth of the size to decide it
		if (!is_clear) {
			Obb thick = b;
			thick.half = vec3_scale(b.half, by_axes.hit ? (Real)0.999 : (Real)1.001);
			assert_int_equal(mk_moving_obb_hit_obb(&a, motion, &thick).hit, by_ray.hit);
		}
		mk_shape_release(sum);
		mk_shape_release(box_a);
		mk_shape_release(box_b);
	}
	assert_true(hits > 100);
}

// Of four vectors, the third decides: without it the others fit. w . z' > 0 needs w.z < 0, and w.x,
// w.y > 0 make w . r2 negative.
static void last_but_one_vector_of_a_hemisphere_counts(void **state) {
	(void)state;
	const Double3 r[4] = { { 1, 0, 0 }, { 0, 1, 0 }, { -2.0 / 3, -2.0 / 3, 1.0 / 3 },
		{ 0, 0, -1 } };
	Hemisphere h;
	hemisphere_init(&h);
	assert_true(mk_hemisphere_add(&h, r[0]) && mk_hemisphere_add(&h, r[1]));
	assert_true(mk_hemisphere_add(&h, r[2]));
	assert_false(mk_hemisphere_add(&h, r[3]));
	hemisphere_init(&h);
	assert_true(mk_hemisphere_add(&h, r[0]) && mk_hemisphere_add(&h, r[1]));
	assert_true(mk_hemisphere_add(&h, r[3]));
}

// What descriptions leave open (tolerances, numbers of steps, the first direction) has a value
// here, and a search without any help from outside ends.
static void limits_and_first_directions_have_values(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3_splat(1), NULL);
	ShapeInstance a = placed(box, vec3_zero());
	ShapeInstance b = placed(box, vec3((Real)0.5, 0, 0));
	Difference d = mk_difference(&a, &b);
	GjkInput gjk = mk_gjk_query_input(&d);
	assert_true(gjk.max_iterations > 0 && gjk.max_iterations < 1000);
	assert_true(gjk.absolute > 0 || gjk.relative > 0);
	GjkResult found = mk_gjk(&gjk);
	assert_true(found.is_overlapping && found.iterations < gjk.max_iterations);
	EpaInput epa = mk_epa_query_input(&d, &found.simplex);
	assert_true(epa.max_iterations > 0 && epa.max_iterations < 1000);
	assert_true(epa.absolute > 0 || epa.relative > 0);
	ChungWangInput mirror = mk_chung_wang_input(&d);
	assert_null(mirror.axis);
	assert_true(mirror.mirrors > 0 && mirror.iterations > mirror.mirrors);
	ChungWangResult last = mk_chung_wang(&mirror);
	assert_true(last.is_overlapping && last.status == SEPARATION_CONVERGED);
	mk_shape_release(box);
}

static uint32_t supports_asked;

static Vec3 count_support(const Shape *shape, Vec3 direction, uint32_t *id) {
	supports_asked++;
	return mk_shape_ops(SHAPE_HULL)->support(shape, direction, id);
}

// Returns how often the support was asked since the last call.
static uint32_t take_asked(void) {
	uint32_t asked = supports_asked;
	supports_asked = 0;
	return asked;
}

static void every_algorithm_asks_for_supports(void **state) {
	(void)state;
	// small hulls are scanned in place
	Vec3 corners[2 * MK_HULL_SCAN_LIMIT];
	Rng rng = { 1 };
	for (int i = 0; i < 2 * MK_HULL_SCAN_LIMIT; i++)
		corners[i] = random_unit(&rng);
	Shape *hull = mk_hull_shape_create(
			&(HullShapeInput){ corners, 2 * MK_HULL_SCAN_LIMIT, 0, 0 }, NULL);
	Shape *ellipsoid = mk_ellipsoid_create(vec3(1, 2, (Real)0.5), NULL);
	const ShapeOps *plain = hull->ops;
	ShapeOps counting = *plain;
	counting.support = count_support;
	hull->ops = &counting;
	ShapeInstance a = placed(hull, vec3_zero());
	ShapeInstance b = placed(ellipsoid, vec3((Real)0.5, 0, 0));
	Difference d = mk_difference(&a, &b);
	take_asked();
	GjkInput gjk = mk_gjk_query_input(&d);
	GjkResult found = mk_gjk(&gjk);
	assert_true(take_asked() > 0);
	gjk.solver = SIMPLEX_JOHNSON;
	assert_true(mk_gjk(&gjk).is_overlapping && take_asked() > 0);
	assert_true(mk_gjk_overlaps(&d, NULL, NULL) && take_asked() > 0);
	EpaInput epa = mk_epa_query_input(&d, &found.simplex);
	assert_true(mk_epa(&epa).upper > 0 && take_asked() > 0);
	ChungWangInput mirror = mk_chung_wang_input(&d);
	assert_true(mk_chung_wang(&mirror).is_overlapping && take_asked() > 0);
	mk_convex_nearest_core(&a, vec3(3, 0, 0));
	assert_true(take_asked() > 0);
	Ray ray = { vec3(3, 0, 0), vec3(-1, 0, 0) };
	assert_true(mk_convex_ray(&a, ray, ray_range_ray()).hit && take_asked() > 0);
	mk_convex_bounds(hull, &(Affine){ mat3_identity(), vec3_zero() });
	assert_true(take_asked() > 0);
	assert_true(mk_gjk_contains(&a, vec3_zero(), 0) && take_asked() > 0);
	hull->ops = plain;
	mk_shape_release(hull);
	mk_shape_release(ellipsoid);
}

// Two tips over a polygon of n corners: a plain walk down the levels looks at all neighbours
// of a tip, 2 n - 1 scalar products in all (23, 47, 95), so its cost is not logarithmic for
// every hull. Ours finds the neighbour that matters by halving: twice the corners are one
// level more, and some products.
static void a_double_cone_is_not_walked_through(void **state) {
	(void)state;
	static Vec3 points[770];
	uint32_t last = 0;
	for (uint32_t n = 48; n <= 768; n *= 2) {
		for (uint32_t i = 0; i < n; i++) {
			Real angle = 2 * MK_PI * (Real)i / (Real)n;
			points[i] = vec3(real_cos(angle), 0, real_sin(angle));
		}
		points[n] = vec3(0, 1, 0);
		points[n + 1] = vec3(0, -1, 0);
		Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = n + 2 });
		HullHierarchy h = mk_hull_hierarchy_build(&hull);
		HierarchyAnswer up = mk_hull_hierarchy_support(&h, &hull, vec3(0, 1, 0));
		check_vec3(hull.vertices[up.vertex], vec3(0, 1, 0), 0);
		assert_true(up.evaluations < 2 * n - 1);
		assert_true(last == 0 || up.evaluations <= last + 16);
		last = up.evaluations;
		mk_hull_hierarchy_free(&h);
		mk_hull_free(&hull);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cubes_part_along_their_shallowest_axis),
		cmocka_unit_test(plain_cubes_leave_simplices_that_are_no_tetrahedra),
		cmocka_unit_test(swept_box_goes_with_the_motion_of_a_minus_that_of_b),
		cmocka_unit_test(ray_against_a_sum_ends_where_moving_boxes_touch),
		cmocka_unit_test(last_but_one_vector_of_a_hemisphere_counts),
		cmocka_unit_test(limits_and_first_directions_have_values),
		cmocka_unit_test(every_algorithm_asks_for_supports),
		cmocka_unit_test(a_double_cone_is_not_walked_through),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
