// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separating planes: what the faces of one shape, of both, and edges can tell.
#include "collide/separating_plane.h"

#include "support/check.h"
#include "support/polytope_make.h"

static bool overlaps(const HullPair *pair, SeparatingPlaneLevel level) {
	SeparatingPlane plane = mk_separating_plane(&pair->difference, level, NULL);
	assert_true(plane.is_supported);
	return plane.is_overlapping;
}

static void test_only_edges_part_crossing_rods(void **state) {
	(void)state;
	HullPair rods = crossing_rods(0);
	assert_true(overlaps(&rods, SEPARATING_PLANE_FACES_A));
	assert_true(overlaps(&rods, SEPARATING_PLANE_FACES));
	SeparatingPlane plane = mk_separating_plane(&rods.difference, SEPARATING_PLANE_COMPLETE, NULL);
	assert_false(plane.is_overlapping);
	check_near(plane.separation, 0.1, 2 * rods.difference.error);
	check_vec3(plane.normal, vec3(0, 0, 1), 4 * MK_EPSILON);
	hull_pair_free(&rods);
	HullPair low = crossing_rods((Real)-0.2);
	for (int i = 0; i < 3; i++)
		assert_true(overlaps(&low, (SeparatingPlaneLevel)i));
	hull_pair_free(&low);
}

static void test_faces_of_b_part_what_faces_of_a_do_not(void **state) {
	(void)state;
	// a corner of the turned cube points at a face of the second
	HullPair pair = turned_cubes();
	HullPair cubes = pair_of_shapes(mk_shape_retain(pair.shape_a),
			mk_box_create(vec3(1, 1, 1), NULL), vec3((Real)2.5, 0, 0));
	assert_true(overlaps(&cubes, SEPARATING_PLANE_FACES_A));
	assert_false(overlaps(&cubes, SEPARATING_PLANE_FACES));
	hull_pair_free(&cubes);
	hull_pair_free(&pair);
}

static void test_turned_cubes_have_the_known_separations(void **state) {
	(void)state;
	HullPair cubes = turned_cubes();
	Real error = 4 * cubes.difference.error;
	SeparatingPlane faces = mk_separating_plane(&cubes.difference, SEPARATING_PLANE_FACES, NULL);
	assert_true(faces.is_overlapping);
	check_near(faces.separation, -0.5857864376269049, error);
	SeparatingPlane all = mk_separating_plane(&cubes.difference, SEPARATING_PLANE_COMPLETE, NULL);
	assert_false(all.is_overlapping);
	check_near(all.separation, 0.1715728752538099, error);
	hull_pair_free(&cubes);
}

static void test_the_baseline_looks_at_every_face_and_corner(void **state) {
	(void)state;
	HullPair cubes = pair_of_shapes(mk_box_create(vec3(1, 1, 1), NULL),
			mk_box_create(vec3(1, 1, 1), NULL), vec3((Real)0.5, 0, 0));
	SeparatingPlane plane = mk_separating_plane(&cubes.difference, SEPARATING_PLANE_FACES_A, NULL);
	assert_true(plane.is_overlapping && plane.planes == 6 && plane.corners == 6 * 8);
	check_near(plane.separation, -1.5, 0);
	hull_pair_free(&cubes);
	// the first face separates: that is the cheap case, with a look at its
	// own corners for the proof
	HullPair apart = pair_of_shapes(
			mk_box_create(vec3(1, 1, 1), NULL), mk_box_create(vec3(1, 1, 1), NULL), vec3(5, 0, 0));
	plane = mk_separating_plane(&apart.difference, SEPARATING_PLANE_FACES_A, NULL);
	assert_true(!plane.is_overlapping && plane.planes == 1 && plane.corners == 2 * 8);
	hull_pair_free(&apart);
}

// The two long sides of a needle of 35 km with a width of 0.7 mm have a cross product of rounding
// alone: the plane that it gives has the far end of the needle in front of it. Found by fuzzing.
static void test_the_normal_of_a_needle_proves_nothing(void **state) {
	(void)state;
	const Real end = (Real)-215.84314;
	const Real far = (Real)24351.1211;
	const Real low = -65536;
	const Real high = (Real)247.46666;
	Triangle needle = { { far, far, (Real)107.92157 }, { end, (Real)-215.842407, end },
		{ end, end, end } };
	const Vec3 points[6] = { { (Real)-182.21228, (Real)-182.34314, high }, { high, high, high },
		{ end, (Real)127.999435, low }, { low, low, low }, { low, low, -32768 }, { 0, low, low } };
	HullPair pair = pair_of_shapes(mk_triangle_create(needle, 0, NULL),
			mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 6 }, NULL),
			vec3((Real)-98.376465, (Real)-81.96666, (Real)-96.376465));
	for (int level = 0; level < 3; level++)
		assert_true(overlaps(&pair, (SeparatingPlaneLevel)level));
	hull_pair_free(&pair);
}

static void test_touching_counts(void **state) {
	(void)state;
	const Vec3 offsets[3] = { { 2, (Real)0.25, 0 }, { 2, 2, (Real)0.25 }, { 2, -2, 2 } };
	for (int i = 0; i < 3; i++) {
		HullPair cubes = pair_of_shapes(
				mk_box_create(vec3(1, 1, 1), NULL), mk_box_create(vec3(1, 1, 1), NULL), offsets[i]);
		for (int level = 0; level < 3; level++)
			assert_true(overlaps(&cubes, (SeparatingPlaneLevel)level));
		hull_pair_free(&cubes);
	}
}

static void test_curved_and_rounded_shapes_are_not_supported(void **state) {
	(void)state;
	HullPair pairs[3] = {
		pair_of_shapes(mk_box_create(vec3(1, 1, 1), NULL), mk_sphere_create(1, NULL), vec3_zero()),
		pair_of_shapes(mk_rounded_box_create(vec3(1, 1, 1), 1, NULL),
				mk_box_create(vec3(1, 1, 1), NULL), vec3_zero()),
		pair_of_shapes(mk_segment_create(vec3_zero(), vec3(1, 0, 0), 0, NULL),
				mk_box_create(vec3(1, 1, 1), NULL), vec3_zero()),
	};
	for (int i = 0; i < 3; i++) {
		SeparatingPlane plane = mk_separating_plane(
				&pairs[i].difference, SEPARATING_PLANE_COMPLETE, NULL);
		assert_true(!plane.is_supported && !plane.is_overlapping);
		hull_pair_free(&pairs[i]);
	}
}

static void test_planes_are_traced(void **state) {
	(void)state;
	HullPair rods = crossing_rods(0);
	static TraceStep steps[2000];
	Trace trace = { .steps = steps, .capacity = 2000 };
	SeparatingPlane plane = mk_separating_plane(
			&rods.difference, SEPARATING_PLANE_COMPLETE, &trace);
	assert_true(trace.count == plane.planes);
	check_near(steps[trace.count - 1].lower, plane.separation, 0);
	hull_pair_free(&rods);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_edges_part_crossing_rods),
		cmocka_unit_test(test_faces_of_b_part_what_faces_of_a_do_not),
		cmocka_unit_test(test_turned_cubes_have_the_known_separations),
		cmocka_unit_test(test_the_baseline_looks_at_every_face_and_corner),
		cmocka_unit_test(test_the_normal_of_a_needle_proves_nothing),
		cmocka_unit_test(test_touching_counts),
		cmocka_unit_test(test_curved_and_rounded_shapes_are_not_supported),
		cmocka_unit_test(test_planes_are_traced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
