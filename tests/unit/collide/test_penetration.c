// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The three cases of a pair (apart, shallow, deep), what is counted, and what
// the cache may be used for.
#include "collide/penetration.h"

#include "shape/convex.h"
#include "support/check.h"
#include "support/polytope_make.h"
#include "support/random.h"

#define MK_TEST_TOLERANCE pick_tolerance(4e-6, 1e-14)

static ShapeInstance placed(const Shape *shape, Vec3 at) {
	return instance_rigid(shape, (Transform){ quat_identity(), at });
}

static Penetration query(const ShapeInstance *a, const ShapeInstance *b, PenetrationCache *cache,
		PenetrationCounters *counters) {
	Difference d = mk_difference(a, b);
	PenetrationInput input = {
		.difference = &d,
		.cache = cache,
		.counters = counters,
		.limit = MK_INFINITY,
		.is_query = true,
	};
	return mk_penetration(&input);
}

// Unit boxes with margins of 0.05 each, centres 2 + gap apart: their depth is 0.1 - gap,
// and nothing if that is negative. Only cores that overlap need EPA, and boxes not even
// then, but when they touch.
static void check_margins(Shape *box) {
	const double gaps[7] = { 0.2, 0.1001, 0.0999, 0.06, 0.02, 0, -0.5 };
	const double depths[7] = { 0, 0, 0.0001, 0.04, 0.08, 0.1, 0.6 };
	const PenetrationState states[7] = { PENETRATION_APART, PENETRATION_APART, PENETRATION_SHALLOW,
		PENETRATION_SHALLOW, PENETRATION_SHALLOW, PENETRATION_DEEP, PENETRATION_DEEP };
	const Vec3 firsts[2] = { { 0, 0, 0 }, { 1, 2, 3 } };
	for (int i = 0; i < 7; i++) {
		for (int k = 0; k < 2; k++) {
			ShapeInstance a = instance_grow(placed(box, vec3_zero()), (Real)0.05);
			ShapeInstance b = instance_grow(
					placed(box, vec3((Real)(2 + gaps[i]), 0, 0)), (Real)0.05);
			PenetrationCache cache = { .gjk = { .axis = firsts[k] } };
			PenetrationCounters counters = { 0 };
			Penetration p = query(&a, &b, &cache, &counters);
			Real depth = real_max(-p.separation.distance, 0);
			check_near(depth, depths[i], MK_TEST_TOLERANCE);
			check_near(p.separation.distance, gaps[i] - 0.1, MK_TEST_TOLERANCE);
			check_vec3(p.separation.normal, vec3(1, 0, 0), MK_TEST_TOLERANCE);
			assert_int_equal(p.state, states[i]);
			bool is_closed = box->kind == SHAPE_BOX && gaps[i] < 0;
			bool is_epa = states[i] == PENETRATION_DEEP && !is_closed;
			assert_int_equal(counters.box_calls, is_closed);
			assert_int_equal(counters.gjk_calls, !is_closed);
			assert_int_equal(counters.epa_calls, is_epa);
			assert_int_equal(counters.epa_iterations > 0, is_epa);
		}
	}
	mk_shape_release(box);
}

static void margins_give_apart_shallow_and_deep(void **state) {
	(void)state;
	const Vec3 corners[8] = { { 1, 1, 1 }, { -1, 1, 1 }, { 1, -1, 1 }, { -1, -1, 1 }, { 1, 1, -1 },
		{ -1, 1, -1 }, { 1, -1, -1 }, { -1, -1, -1 } };
	check_margins(mk_box_create(vec3(1, 1, 1), NULL));
	check_margins(hull_from_points(corners, 8));
}

// At a gap of exactly both margins the sign is rounding's, but the state goes with it.
static void state_agrees_with_the_sign(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	for (int i = -50; i <= 50; i++) {
		Real gap = (Real)0.1 + (Real)i * MK_EPSILON / 4;
		ShapeInstance a = instance_grow(placed(box, vec3_zero()), (Real)0.05);
		ShapeInstance b = instance_grow(placed(box, vec3(2 + gap, 0, 0)), (Real)0.05);
		Penetration p = query(&a, &b, NULL, NULL);
		check_near(p.separation.distance, gap - (Real)0.1, MK_TEST_TOLERANCE);
		assert_int_equal(p.state == PENETRATION_APART, p.separation.distance > 0);
	}
	mk_shape_release(box);
}

// Through the contact of the cores the separation goes on as it came.
static void depth_is_continuous_through_the_switch(void **state) {
	(void)state;
	Shape *shapes[3] = { mk_box_create(vec3(1, 1, 1), NULL), mk_cylinder_create(1, 2, NULL),
		mk_ellipsoid_create(vec3(1, (Real)0.8, (Real)1.2), NULL) };
	for (int i = 0; i < 3; i++) {
		int deep = 0;
		for (int k = -20; k <= 20; k++) {
			Real gap = (Real)(k * 1e-6);
			ShapeInstance a = instance_grow(placed(shapes[i], vec3_zero()), (Real)0.05);
			ShapeInstance b = instance_grow(placed(shapes[i], vec3(2 + gap, 0, 0)), (Real)0.05);
			Penetration p = query(&a, &b, NULL, NULL);
			deep += p.state == PENETRATION_DEEP;
			// curved cores are asked for a millionth of their depth
			double tolerance = MK_TEST_TOLERANCE + 1e-6 * fabs((double)gap);
			check_near(p.separation.distance, gap - (Real)0.1, tolerance);
			check_vec3(p.separation.normal, vec3(1, 0, 0), 1e-3);
		}
		// both ways were gone
		assert_true(deep > 0 && deep < 41);
		mk_shape_release(shapes[i]);
	}
}

static void overlaps_of_balls_and_capsules_need_no_polytope(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *capsule = mk_capsule_create((Real)0.5, 3, NULL);
	PenetrationCounters counters = { 0 };
	ShapeInstance a = placed(ball, vec3_zero());
	ShapeInstance b = placed(ball, vec3(1, 0, 0));
	Penetration p = query(&a, &b, NULL, &counters);
	check_near(p.separation.distance, -1, MK_TEST_TOLERANCE);
	assert_int_equal(p.state, PENETRATION_SHALLOW);
	check_vec3(p.separation.point_a, vec3(1, 0, 0), MK_TEST_TOLERANCE);
	check_vec3(p.separation.point_b, vec3(0, 0, 0), MK_TEST_TOLERANCE);
	ShapeInstance c = placed(capsule, vec3((Real)0.25, 0, (Real)0.25));
	p = query(&a, &c, NULL, &counters);
	check_near(p.separation.distance, sqrt(0.125) - 1.5, MK_TEST_TOLERANCE);
	assert_int_equal(counters.epa_calls, 0);
	mk_shape_release(ball);
	mk_shape_release(capsule);
}

static void equal_shapes_in_one_place_have_an_answer(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *box = mk_box_create(vec3(1, 2, 3), NULL);
	Shape *capsule = mk_capsule_create((Real)0.5, 3, NULL);
	Shape *cylinder = mk_cylinder_create(1, 4, NULL);
	Shape *shapes[4] = { ball, box, capsule, cylinder };
	const double depths[4] = { 2, 2, 1, 2 };
	for (int i = 0; i < 4; i++) {
		ShapeInstance in = placed(shapes[i], vec3(5, 6, 7));
		Separation s = mk_separation(&in, &in);
		check_near(s.distance, -depths[i], 8 * MK_TEST_TOLERANCE);
		assert_true(vec3_is_unit(s.normal));
		mk_shape_release(shapes[i]);
	}
}

static void known_depths_of_curved_pairs(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create(1, 2, NULL);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance a = placed(cylinder, vec3_zero());
	// nearer to the side than to the cap
	ShapeInstance b = placed(ball, vec3((Real)0.6, (Real)0.2, 0));
	Separation side = mk_separation(&a, &b);
	check_near(side.distance, -0.9, 2 * MK_TEST_TOLERANCE + 1e-7);
	check_vec3(side.normal, vec3(1, 0, 0), 1e-3);
	b = placed(ball, vec3((Real)0.1, (Real)0.8, (Real)0.1));
	Separation cap = mk_separation(&a, &b);
	check_near(cap.distance, -0.7, MK_TEST_TOLERANCE);
	check_vec3(cap.normal, vec3(0, 1, 0), MK_TEST_TOLERANCE);
	check_vec3(cap.point_a, vec3((Real)0.1, 1, (Real)0.1), MK_TEST_TOLERANCE);
	mk_shape_release(cylinder);
	mk_shape_release(ball);
}

// A deep pair that stays costs one pair of supports; one that moves to another side
// is noticed, by some more.
static void resting_pair_is_settled_by_its_last_answer(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = placed(box, vec3_zero());
	PenetrationCache cache = { 0 };
	PenetrationCounters counters = { 0 };
	for (int i = 0; i < 50; i++) {
		Real shake = (Real)(1e-4 * (i % 7));
		ShapeInstance b = placed(box, vec3((Real)1.9 + shake, (Real)0.5 - shake, (Real)0.3));
		Penetration p = query(&a, &b, &cache, &counters);
		check_near(p.separation.distance, -0.1 + (double)shake, MK_TEST_TOLERANCE);
		check_vec3(p.separation.normal, vec3(1, 0, 0), MK_TEST_TOLERANCE);
		if (i > 0) assert_int_equal(p.separation.iterations, 1);
	}
	assert_int_equal(counters.epa_calls, 1);
	assert_int_equal(counters.descents, 49);
	ShapeInstance b = placed(box, vec3((Real)0.5, (Real)1.8, (Real)0.3));
	Penetration p = query(&a, &b, &cache, &counters);
	check_near(p.separation.distance, -0.2, MK_TEST_TOLERANCE);
	check_vec3(p.separation.normal, vec3(0, 1, 0), MK_TEST_TOLERANCE);
	assert_true(p.separation.iterations > 1);
	mk_shape_release(box);
}

static void pair_that_stays_apart_is_found_by_its_axis(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = placed(box, vec3_zero());
	PenetrationCache cache = { 0 };
	PenetrationCounters counters = { 0 };
	for (int i = 0; i < 10; i++) {
		ShapeInstance b = placed(box, vec3(4, (Real)(0.1 * i), (Real)0.3));
		Difference d = mk_difference(&a, &b);
		PenetrationInput input = {
			.difference = &d, .cache = &cache, .counters = &counters, .limit = (Real)0.02
		};
		Penetration p = mk_penetration(&input);
		assert_int_equal(p.separation.status, SEPARATION_BEYOND);
		assert_int_equal(p.state, PENETRATION_APART);
		assert_true(p.separation.distance > (Real)0.02 && p.separation.distance <= 2);
	}
	assert_true(counters.axis_hits >= 9);
	mk_shape_release(box);
}

// Two sheared boxes that are apart go on to where the plane of the face that was nearest goes
// through the origin of their difference, which is beside the face by 0.16 mm.
static void what_is_beside_the_last_face_is_apart(void **state) {
	(void)state;
	Shape *first = mk_box_create(vec3((Real)0.534092426, (Real)1.23075235, (Real)0.6769104), NULL);
	Shape *second = mk_box_create(vec3((Real)2.22136903, (Real)1.29423118, (Real)1.91698956), NULL);
	const Mat3 shear_a = { { (Real)0.0465965271, (Real)-2.15691686, (Real)1.79326868 },
		{ (Real)-2.64530754, (Real)0.916991115, (Real)-1.59194362 },
		{ (Real)2.36908293, (Real)2.25101471, (Real)-0.223577052 } };
	const Mat3 shear_b = { { (Real)2.64530754, (Real)-0.916991174, (Real)1.59194362 },
		{ (Real)-0.0465962142, (Real)2.1569171, (Real)-1.79326868 },
		{ (Real)-2.36908364, (Real)-2.25101519, (Real)0.223576978 } };
	const Vec3 places[2] = { { (Real)-14.54776, (Real)4.10303545, (Real)-9.25984383 },
		{ (Real)-14.5509558, (Real)4.12755871, (Real)-9.27982998 } };
	const double distances[2] = { 9.329e-4, 1.556e-4 };
	Vec3 place_a = { (Real)0.811453223, (Real)2.85731459, (Real)-1.08543086 };
	ShapeInstance a = mk_instance(first, (Affine){ shear_a, place_a });
	PenetrationCache cache = { 0 };
	for (int i = 0; i < 2; i++) {
		ShapeInstance b = mk_instance(second, (Affine){ shear_b, places[i] });
		Difference d = mk_difference(&a, &b);
		PenetrationInput input = { .difference = &d, .cache = &cache, .limit = MK_INFINITY };
		// the rounding floor of 42 m
		check_near(mk_penetration(&input).separation.distance, distances[i], 2.1e-5);
	}
	mk_shape_release(first);
	mk_shape_release(second);
}

// A cylinder rolls and slides over a hull, 1 cm and 20 mrad at a time: only what is not known at
// first is searched, and each answer is that of a cold query but for the tolerance of a step.
static void round_shapes_on_polytopes_go_on_from_the_last_direction(void **state) {
	(void)state;
	const Vec3 half = { 2, (Real)0.5, 2 };
	Vec3 corners[8];
	for (int i = 0; i < 8; i++)
		corners[i] = vec3_multiply(half, vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
	Shape *box = hull_from_points(corners, 8);
	Shape *roll = mk_cylinder_create((Real)0.4, (Real)1.2, NULL);
	ShapeInstance a = placed(box, vec3_zero());
	PenetrationCache cache = { 0 };
	PenetrationCounters counters = { 0 };
	for (int i = 0; i < 40; i++) {
		Quat lying = mk_quat_from_rotation_vector(vec3((Real)1.3, 0, (Real)(0.02 * i)));
		Vec3 at = vec3((Real)(0.01 * i - 0.2), (Real)(1.03 + 0.002 * (i % 20)), (Real)0.3);
		ShapeInstance b = instance_rigid(roll, (Transform){ lying, at });
		Difference d = mk_difference(&a, &b);
		PenetrationInput input = {
			.difference = &d, .cache = &cache, .counters = &counters, .limit = (Real)0.2
		};
		Penetration p = mk_penetration(&input);
		Separation cold = mk_separation(&a, &b);
		// the step's tolerance, 0.05 mm
		check_near(p.separation.distance, cold.distance, 6e-5);
		check_vec3(
				vec3_normalize(affine_direction(d.pose, p.separation.normal)), cold.normal, 2e-3);
	}
	assert_int_equal(counters.gjk_calls, 1);
	assert_int_equal(counters.epa_calls, 0);
	assert_true(counters.newton_iterations < 3 * counters.newton_calls);
	mk_shape_release(box);
	mk_shape_release(roll);
}

static void garbage_in_the_cache_changes_nothing(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = placed(box, vec3_zero());
	ShapeInstance b = placed(box, vec3((Real)1.5, (Real)0.5, (Real)-0.25));
	PenetrationCache caches[4] = {
		{ .gjk = { .axis = { -1, 5, 2 } } },
		{ .gjk = { .count = 3, .ids_a = { 1, 1, 1 }, .ids_b = { 2, 2, 2 } },
				.lower = 1,
				.rival = 9 },
		{ .gjk = { .count = 3, .ids_a = { 99, 5, 3 }, .ids_b = { 0, 1, 2 } },
				.lower = 1,
				.rival = 9 },
		{ .gjk = { .count = 3, .ids_a = { 0, 1, 2 }, .ids_b = { 3, 4, 5 } },
				.lower = 1,
				.rival = 3 },
	};
	for (int i = 0; i < 4; i++) {
		Penetration p = query(&a, &b, &caches[i], NULL);
		check_near(p.separation.distance, -0.5, MK_TEST_TOLERANCE);
		check_vec3(p.separation.normal, vec3(1, 0, 0), MK_TEST_TOLERANCE);
	}
	mk_shape_release(box);
}

// A cached direction whose square is beyond all numbers is a direction all
// the same. Found by fuzzing.
static void a_cached_axis_may_be_longer_than_a_number(void **state) {
	(void)state;
	Shape *egg = mk_ellipsoid_create(vec3(1, 2, 3), NULL);
	ShapeInstance a = instance_local(egg);
	ShapeInstance b = instance_rigid(egg, (Transform){ quat_identity(), vec3(1, 0, 0) });
	Difference d = mk_difference(&a, &b);
	PenetrationCache cache = { .gjk.axis = { MK_REAL_MAX / 8, MK_REAL_MAX / 4, 0 } };
	PenetrationInput input = { .difference = &d, .cache = &cache, .limit = MK_INFINITY };
	input.is_query = true;
	Separation s = mk_penetration(&input).separation;
	assert_true(vec3_is_unit(s.normal));
	check_near(s.distance, -1, 4 * (double)d.error);
	mk_shape_release(egg);
}

static void numbers_that_are_none_are_told(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = placed(box, vec3_zero());
	const Real wrong[3] = { (Real)NAN, MK_INFINITY, -MK_INFINITY };
	for (int i = 0; i < 3; i++) {
		ShapeInstance b = placed(box, vec3(0, wrong[i], 0));
		Separation s = mk_separation(&a, &b);
		assert_int_equal(s.status, SEPARATION_INVALID);
		check_near(s.distance, 0, 0);
		check_vec3(s.normal, vec3_zero(), 0);
		check_vec3(s.point_a, vec3_zero(), 0);
	}
	mk_shape_release(box);
}

// The answer in the space of the instances, for a pair that is turned and far away.
static void answer_outside_is_where_the_shapes_are(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Quat turn = quat_from_axis_angle(vec3_axis(1), MK_PI / 2);
	// A's x axis is -z outside; the boxes are 1.5 apart along it
	ShapeInstance a = instance_rigid(box, (Transform){ turn, vec3(10, 20, 30) });
	ShapeInstance b = instance_rigid(
			box, (Transform){ turn, vec3((Real)10.25, (Real)20.5, (Real)28.5) });
	Separation s = mk_separation(&a, &b);
	double tolerance = pick_tolerance(2e-5, 1e-13);
	check_near(s.distance, -0.5, tolerance);
	check_vec3(s.normal, vec3(0, 0, -1), tolerance);
	check_near(s.point_a.z, 29, tolerance);
	check_near(s.point_b.z, 29.5, tolerance);
	mk_shape_release(box);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(margins_give_apart_shallow_and_deep),
		cmocka_unit_test(state_agrees_with_the_sign),
		cmocka_unit_test(depth_is_continuous_through_the_switch),
		cmocka_unit_test(overlaps_of_balls_and_capsules_need_no_polytope),
		cmocka_unit_test(equal_shapes_in_one_place_have_an_answer),
		cmocka_unit_test(known_depths_of_curved_pairs),
		cmocka_unit_test(resting_pair_is_settled_by_its_last_answer),
		cmocka_unit_test(pair_that_stays_apart_is_found_by_its_axis),
		cmocka_unit_test(what_is_beside_the_last_face_is_apart),
		cmocka_unit_test(round_shapes_on_polytopes_go_on_from_the_last_direction),
		cmocka_unit_test(garbage_in_the_cache_changes_nothing),
		cmocka_unit_test(a_cached_axis_may_be_longer_than_a_number),
		cmocka_unit_test(numbers_that_are_none_are_told),
		cmocka_unit_test(answer_outside_is_where_the_shapes_are),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
