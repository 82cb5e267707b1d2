// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separating axes of polytopes: how many there are, how many are looked at, known separations,
// cached axes, flat shapes, maps.
#include "collide/sat_hull.h"

#include "support/check.h"
#include "support/polytope_make.h"

static Shape *cube(Real half) { return mk_box_create(vec3_splat(half), NULL); }

static Shape *cube_hull(void) {
	Vec3 corners[8];
	for (int i = 0; i < 8; i++)
		corners[i] = vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
	return hull_from_points(corners, 8);
}

static Shape *octahedron(void) {
	const Vec3 corners[6] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 },
		{ 0, 0, -1 } };
	return hull_from_points(corners, 6);
}

static Shape *tetrahedron(Real turn) {
	const Vec3 corners[4] = { { 1, turn, 1 }, { 1, -1, -1 }, { -1, 1, turn - 1 }, { -1, -1, 1 } };
	return hull_from_points(corners, 4);
}

static Shape *flat(Vec3 a, Vec3 b, Vec3 c) {
	return mk_triangle_create((Triangle){ a, b, c }, 0, NULL);
}

static SatHullResult full(const HullPair *pair) {
	SatHullInput input = { .difference = &pair->difference };
	return mk_sat_hull(&input);
}

static SatHullResult quick(const HullPair *pair, SatAxis *cache) {
	SatHullInput input = { .difference = &pair->difference, .cache = cache, .is_bool = true };
	return mk_sat_hull(&input);
}

static uint32_t axes_of(Shape *a, Shape *b) {
	HullPair pair = pair_of_shapes(a, b, vec3(5, 0, 0));
	uint32_t count = mk_sat_hull_axis_count(&pair.difference);
	hull_pair_free(&pair);
	return count;
}

static void test_numbers_of_axes(void **state) {
	(void)state;
	assert_true(axes_of(cube(1), cube(2)) == 15);
	assert_true(axes_of(cube_hull(), cube(1)) == 15);
	// 4 + 4 normals and 6 x 6 edges
	assert_true(axes_of(tetrahedron(1), tetrahedron((Real)0.9)) == 44);
	assert_true(axes_of(octahedron(), octahedron()) == 44);
	assert_true(axes_of(cube(1), mk_sphere_create(1, NULL)) == 0);
}

static void test_boxes_look_at_fifteen_axes_at_most(void **state) {
	(void)state;
	HullPair cubes = pair_of_shapes(cube(1), cube(1), vec3((Real)1.5, (Real)0.2, 0));
	SatHullResult result = full(&cubes);
	assert_true(result.is_overlapping && result.axes == 15);
	check_near(result.separation, -0.5, 2 * MK_EPSILON);
	check_vec3(result.normal, vec3(1, 0, 0), 0);
	assert_true(result.axis.kind == SAT_AXIS_FACE_A && result.axis.index_a == 0);
	hull_pair_free(&cubes);
	// the first axis separates, and ends the search
	HullPair apart = pair_of_shapes(cube(1), cube(1), vec3(3, (Real)0.2, 0));
	result = quick(&apart, NULL);
	assert_true(!result.is_overlapping && result.axes == 1);
	check_near(full(&apart).separation, 1, 0);
	hull_pair_free(&apart);
}

static void test_edges_part_crossing_rods(void **state) {
	(void)state;
	HullPair rods = crossing_rods(0);
	SatHullResult result = full(&rods);
	assert_false(result.is_overlapping);
	assert_true(result.axis.kind == SAT_AXIS_EDGES);
	check_near(result.separation, 0.1, 2 * rods.difference.error);
	check_vec3(result.normal, vec3(0, 0, 1), 4 * MK_EPSILON);
	hull_pair_free(&rods);
	HullPair low = crossing_rods((Real)-0.2);
	check_near(full(&low).separation, -0.1, 2 * low.difference.error);
	hull_pair_free(&low);
}

static void test_turned_cubes_are_apart_by_their_edges(void **state) {
	(void)state;
	HullPair hulls = turned_cubes();
	check_near(full(&hulls).separation, 0.1715728752538099, 4 * hulls.difference.error);
	hull_pair_free(&hulls);
	// the same as boxes
	HullPair boxes = pair_of_shapes(cube(1), cube(1), vec3_zero());
	Transform turned_z = { quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 4), vec3_zero() };
	Transform turned_y = { quat_from_axis_angle(vec3(0, 1, 0), MK_PI / 4), vec3(3, 0, 0) };
	boxes.a = instance_rigid(boxes.shape_a, turned_z);
	boxes.b = instance_rigid(boxes.shape_b, turned_y);
	boxes.difference = mk_difference(&boxes.a, &boxes.b);
	SatHullResult result = full(&boxes);
	check_near(result.separation, 0.1715728752538099, 4 * boxes.difference.error);
	assert_true(result.axis.kind == SAT_AXIS_EDGES);
	Vec3 outside = mat3_apply(boxes.difference.pose.linear, result.normal);
	check_vec3(outside, vec3(1, 0, 0), 8 * MK_EPSILON);
	hull_pair_free(&boxes);
}

static void test_parallel_edges_give_no_axis(void **state) {
	(void)state;
	// turned by less than the precision about an axis: nine edge pairs are parallel or nearly so
	static const double angles[] = { 0, 1e-12, 1e-8, 1e-6, 1e-4 };
	for (int i = 0; i < 5; i++) {
		HullPair cubes = pair_of_shapes(cube(1), cube(1), vec3_zero());
		Vec3 axis = vec3_normalize(vec3(1, 2, 3));
		Transform pose = { quat_from_axis_angle(axis, (Real)angles[i]), vec3((Real)1.9, 0, 0) };
		cubes.b = instance_rigid(cubes.shape_b, pose);
		cubes.difference = mk_difference(&cubes.a, &cubes.b);
		assert_true(full(&cubes).is_overlapping && quick(&cubes, NULL).is_overlapping);
		check_near(
				full(&cubes).separation, -0.1, 4 * angles[i] + 4 * (double)cubes.difference.error);
		hull_pair_free(&cubes);
	}
}

static void check_cache(HullPair pair) {
	SatAxis cache = { 0 };
	SatHullResult cold = quick(&pair, &cache);
	assert_false(cold.is_overlapping);
	assert_true(cache.kind == cold.axis.kind);
	// moved a little, turned a little: the same features
	Transform pose = { quat_from_axis_angle(vec3(0, 0, 1), (Real)0.001),
		vec3_add(pair.b.pose.origin, vec3((Real)0.001, 0, (Real)0.001)) };
	pair.b = instance_rigid(pair.shape_b, pose);
	pair.difference = mk_difference(&pair.a, &pair.b);
	SatHullResult warm = quick(&pair, &cache);
	assert_true(!warm.is_overlapping && warm.axes == 1);
	// an axis of other shapes is no harm
	SatAxis wrong = { SAT_AXIS_EDGES, 4000, 5000 };
	assert_false(quick(&pair, &wrong).is_overlapping);
	wrong = (SatAxis){ SAT_AXIS_FACE_B, 4000, 5000 };
	assert_false(quick(&pair, &wrong).is_overlapping);
	hull_pair_free(&pair);
}

static void test_the_last_axis_settles_a_pair_that_stays_apart(void **state) {
	(void)state;
	check_cache(crossing_rods(0));
	check_cache(turned_cubes());
	check_cache(pair_of_shapes(octahedron(), tetrahedron(1), vec3(-3, 0, 0)));
	check_cache(pair_of_shapes(cube(1), cube(1), vec3(0, 0, -3)));
}

static void test_triangles_in_one_plane_are_told_apart(void **state) {
	(void)state;
	Vec3 o = vec3_zero();
	HullPair apart = pair_of_shapes(flat(o, vec3(4, 0, 0), vec3(0, 4, 0)),
			flat(vec3(5, 5, 0), vec3(6, 5, 0), vec3(5, 6, 0)), o);
	assert_false(quick(&apart, NULL).is_overlapping);
	// from the long side x + y = 4 to the corner (5, 5)
	check_near(full(&apart).separation, 6 / sqrt(2), 4 * apart.difference.error);
	hull_pair_free(&apart);
	HullPair crossing = pair_of_shapes(flat(o, vec3(4, 0, 0), vec3(0, 4, 0)),
			flat(vec3(1, 1, 0), vec3(6, 5, 0), vec3(5, 6, 0)), o);
	assert_true(quick(&crossing, NULL).is_overlapping);
	hull_pair_free(&crossing);
	HullPair touching = pair_of_shapes(flat(o, vec3(4, 0, 0), vec3(0, 4, 0)),
			flat(vec3(2, 2, 0), vec3(6, 5, 0), vec3(5, 6, 0)), o);
	assert_true(quick(&touching, NULL).is_overlapping);
	hull_pair_free(&touching);
}

static void test_flat_hulls_are_polygons(void **state) {
	(void)state;
	const Vec3 square[4] = { { 1, 0, 1 }, { -1, 0, 1 }, { -1, 0, -1 }, { 1, 0, -1 } };
	HullPair above = pair_of_shapes(hull_from_points(square, 4), cube(1), vec3(0, (Real)1.5, 0));
	check_near(full(&above).separation, 0.5, 2 * above.difference.error);
	hull_pair_free(&above);
	HullPair beside = pair_of_shapes(
			hull_from_points(square, 4), hull_from_points(square, 4), vec3(3, 0, 0));
	check_near(full(&beside).separation, 1, 2 * beside.difference.error);
	assert_false(quick(&beside, NULL).is_overlapping);
	hull_pair_free(&beside);
}

static void test_touching_counts(void **state) {
	(void)state;
	const Vec3 offsets[3] = { { 2, (Real)0.25, 0 }, { 2, 2, (Real)0.25 }, { 2, -2, 2 } };
	for (int i = 0; i < 3; i++) {
		HullPair boxes = pair_of_shapes(cube(1), cube(1), offsets[i]);
		HullPair hulls = pair_of_shapes(cube_hull(), cube_hull(), offsets[i]);
		assert_true(quick(&boxes, NULL).is_overlapping && full(&boxes).is_overlapping);
		assert_true(quick(&hulls, NULL).is_overlapping && full(&hulls).is_overlapping);
		check_near(full(&hulls).separation, 0, hulls.difference.error);
		hull_pair_free(&boxes);
		hull_pair_free(&hulls);
	}
}

static void test_flattening_maps_and_less_than_polygons_are_not_supported(void **state) {
	(void)state;
	HullPair pair = pair_of_shapes(cube(1), cube(1), vec3(3, 0, 0));
	pair.b = mk_instance(pair.shape_b, (Affine){ mat3_diagonal(vec3(1, 0, 1)), vec3_zero() });
	pair.difference = mk_difference(&pair.a, &pair.b);
	assert_false(full(&pair).is_supported);
	hull_pair_free(&pair);
	const Vec3 ends[2] = { { 0, 0, 0 }, { 1, 0, 0 } };
	HullPair thin = pair_of_shapes(cube(1), hull_from_points(ends, 2), vec3_zero());
	assert_false(full(&thin).is_supported);
	hull_pair_free(&thin);
	HullPair no_area = pair_of_shapes(cube(1), flat(ends[0], ends[1], ends[1]), vec3_zero());
	assert_false(full(&no_area).is_supported);
	hull_pair_free(&no_area);
	HullPair nan = pair_of_shapes(cube(1), cube(1), vec3((Real)NAN, 0, 0));
	assert_false(full(&nan).is_supported || full(&nan).is_overlapping);
	hull_pair_free(&nan);
}

static void test_axes_are_traced(void **state) {
	(void)state;
	TraceStep steps[64];
	HullPair pairs[2] = { crossing_rods(0),
		pair_of_shapes(cube(1), cube(1), vec3(1, (Real)0.5, 0)) };
	for (int i = 0; i < 2; i++) {
		Trace trace = { .steps = steps, .capacity = 64 };
		SatHullInput input = { .difference = &pairs[i].difference, .trace = &trace };
		SatHullResult result = mk_sat_hull(&input);
		// parallel edges of boxes are counted but have no axis
		assert_true(trace.count > 5 && trace.count <= result.axes && trace.missed == 0);
		Real best = -MK_INFINITY;
		for (uint32_t k = 0; k < trace.count; k++) {
			assert_true(steps[k].kind == TRACE_AXIS && vec3_is_unit(steps[k].direction));
			best = real_max(best, steps[k].lower);
		}
		check_near(best, result.separation, 2 * pairs[i].difference.error);
		hull_pair_free(&pairs[i]);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_of_axes),
		cmocka_unit_test(test_boxes_look_at_fifteen_axes_at_most),
		cmocka_unit_test(test_edges_part_crossing_rods),
		cmocka_unit_test(test_turned_cubes_are_apart_by_their_edges),
		cmocka_unit_test(test_parallel_edges_give_no_axis),
		cmocka_unit_test(test_the_last_axis_settles_a_pair_that_stays_apart),
		cmocka_unit_test(test_triangles_in_one_plane_are_told_apart),
		cmocka_unit_test(test_flat_hulls_are_polygons),
		cmocka_unit_test(test_touching_counts),
		cmocka_unit_test(test_flattening_maps_and_less_than_polygons_are_not_supported),
		cmocka_unit_test(test_axes_are_traced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
