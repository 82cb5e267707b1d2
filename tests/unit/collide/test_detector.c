// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The choice of a detector: what each supports, exact touches, the grid of cubes, what follows a
// hit, caches, and the flight of two octahedra with three detectors.
#include "collide/detector.h"

#include "shape/convex.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/octahedra.h"
#include "support/polytope_make.h"

static DetectResult detect(const ShapeInstance *a, const ShapeInstance *b, Detector detector) {
	DetectInput input = { .a = a, .b = b, .detector = detector };
	return mk_detect(&input);
}

static bool is_complete(Detector detector) { return detector != DETECTOR_PLANES_BASELINE; }

static Shape *mesh_cube(void) {
	TestMesh mesh = mesh_make_box(vec3_splat((Real)-0.5), vec3_splat((Real)0.5));
	MeshInput input = { .mesh = mesh_view(&mesh), .is_moving = true };
	Shape *shape = mk_mesh_create(&input, NULL);
	mesh_free(&mesh);
	return shape;
}

// Unit cubes at offsets from -1.5 to 1.5 in steps of a quarter: 2197 cases,
// 386 of them exact touches.
static void check_grid(Shape *shape, Detector detector) {
	ShapeInstance a = instance_local(shape);
	ShapeInstance b = instance_local(shape);
	uint32_t touches = 0;
	for (int i = 0; i < 13 * 13 * 13; i++) {
		int layer = i / 169 - 6;
		Vec3 steps = vec3((Real)(i % 13 - 6), (Real)(i / 13 % 13 - 6), (Real)layer);
		b.pose.origin = vec3_scale(steps, (Real)0.25);
		Real largest = vec3_max_element(vec3_abs(b.pose.origin));
		touches += largest == 1;
		DetectResult result = detect(&a, &b, detector);
		assert_true(result.status == DETECT_OK);
		assert_true(result.is_overlapping == (largest <= 1));
	}
	assert_true(touches == 386);
	mk_shape_release(shape);
}

static void test_all_detectors_are_right_on_the_grid_of_cubes(void **state) {
	(void)state;
	Vec3 corners[8];
	for (int i = 0; i < 8; i++)
		corners[i] = vec3((Real)(i & 1) - (Real)0.5, (Real)(i >> 1 & 1) - (Real)0.5,
				(Real)(i >> 2 & 1) - (Real)0.5);
	for (int i = 0; i < DETECTOR_COUNT; i++) {
		// the faces of an axis-aligned cube are all there is, so even the baseline is right
		check_grid(mk_box_create(vec3_splat((Real)0.5), NULL), (Detector)i);
		check_grid(hull_from_points(corners, 8), (Detector)i);
		check_grid(mesh_cube(), (Detector)i);
	}
}

static void check_touch(HullPair pair, int detector_count) {
	for (int i = 0; i < detector_count; i++)
		assert_true(detect(&pair.a, &pair.b, (Detector)i).is_overlapping);
	hull_pair_free(&pair);
}

static void test_exact_touches_overlap_for_every_detector(void **state) {
	(void)state;
	Vec3 unit = vec3(1, 1, 1);
	Triangle low = { vec3(-1, 0, -1), vec3(1, 0, -1), vec3(0, 0, 1) };
	Triangle high = { vec3(-1, 1, 0), vec3(1, 1, 0), vec3(0, 0, 0) };
	// a corner of one triangle in the other; in the middle of a box's side
	check_touch(pair_of_shapes(mk_triangle_create(low, 0, NULL), mk_triangle_create(high, 0, NULL),
						vec3_zero()),
			DETECTOR_COUNT);
	check_touch(pair_of_shapes(mk_box_create(unit, NULL), mk_triangle_create(high, 0, NULL),
						vec3(0, 1, 0)),
			DETECTOR_COUNT);
	// curved shapes have three detectors
	const int convex = 3;
	check_touch(pair_of_shapes(mk_sphere_create(1, NULL), mk_sphere_create(1, NULL), vec3(2, 0, 0)),
			convex);
	check_touch(
			pair_of_shapes(mk_sphere_create(1, NULL), mk_box_create(unit, NULL), vec3(0, -2, 0)),
			convex);
	check_touch(pair_of_shapes(mk_capsule_create((Real)0.5, 2, NULL),
						mk_cylinder_create(1, 1, NULL), vec3(0, (Real)1.5, 0)),
			convex);
	check_touch(
			pair_of_shapes(mk_cone_create(1, 2, NULL), mk_box_create(unit, NULL), vec3(0, 2, 0)),
			convex);
	check_touch(pair_of_shapes(mk_ellipsoid_create(vec3(1, 2, 3), NULL), mk_sphere_create(1, NULL),
						vec3(0, 0, 4)),
			convex);
	check_touch(pair_of_shapes(mk_rounded_box_create(unit, (Real)0.5, NULL),
						mk_box_create(unit, NULL), vec3((Real)2.5, 0, 0)),
			convex);
}

static void test_a_gap_is_seen_by_every_detector(void **state) {
	(void)state;
	// ten floors of the pair
	HullPair cubes = pair_of_shapes(mk_box_create(vec3(1, 1, 1), NULL),
			mk_box_create(vec3(1, 1, 1), NULL), vec3(2, (Real)0.3, 0));
	cubes.b.pose.origin.x += 10 * cubes.difference.error;
	for (int i = 0; i < DETECTOR_COUNT; i++) {
		DetectResult result = detect(&cubes.a, &cubes.b, (Detector)i);
		assert_true(result.status == DETECT_OK && !result.is_overlapping);
		if (vec3_equals(result.axis, vec3_zero())) continue;
		assert_true(vec3_is_unit(result.axis) && result.axis.x > (Real)0.999);
	}
	hull_pair_free(&cubes);
}

static void test_rods_cross_for_every_detector_but_the_baseline(void **state) {
	(void)state;
	HullPair rods = crossing_rods(0);
	HullPair low = crossing_rods((Real)-0.2);
	for (int i = 0; i < DETECTOR_COUNT; i++) {
		assert_true(
				detect(&rods.a, &rods.b, (Detector)i).is_overlapping == !is_complete((Detector)i));
		assert_true(detect(&low.a, &low.b, (Detector)i).is_overlapping);
	}
	hull_pair_free(&rods);
	hull_pair_free(&low);
}

static void test_what_a_detector_does_not_know_is_said(void **state) {
	(void)state;
	HullPair curved = pair_of_shapes(
			mk_box_create(vec3(1, 1, 1), NULL), mk_sphere_create(1, NULL), vec3_zero());
	HullPair plane = pair_of_shapes(
			mk_box_create(vec3(1, 1, 1), NULL), mk_sphere_create(1, NULL), vec3_zero());
	mk_shape_release(plane.shape_b);
	plane.shape_b = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	plane.b = instance_local(plane.shape_b);
	for (int i = 0; i < DETECTOR_COUNT; i++) {
		DetectStatus status = detect(&curved.a, &curved.b, (Detector)i).status;
		assert_true(status == (i <= DETECTOR_CHUNG_WANG ? DETECT_OK : DETECT_UNSUPPORTED));
		assert_true(detect(&plane.a, &plane.b, (Detector)i).status == DETECT_UNSUPPORTED);
		assert_true(detect(&plane.b, &plane.a, (Detector)i).status == DETECT_UNSUPPORTED);
	}
	hull_pair_free(&curved);
	hull_pair_free(&plane);
}

static void test_bad_numbers_overlap_nothing(void **state) {
	(void)state;
	const Real bad[2] = { (Real)NAN, MK_INFINITY };
	for (int i = 0; i < DETECTOR_COUNT; i++) {
		for (int k = 0; k < 2; k++) {
			HullPair cubes = pair_of_shapes(mk_box_create(vec3(1, 1, 1), NULL),
					mk_box_create(vec3(1, 1, 1), NULL), vec3_zero());
			cubes.b.pose.origin.y = bad[k];
			DetectResult result = detect(&cubes.a, &cubes.b, (Detector)i);
			assert_true(result.status == DETECT_INVALID && !result.is_overlapping);
			hull_pair_free(&cubes);
		}
	}
}

static void test_detectors_have_names_of_their_own(void **state) {
	(void)state;
	for (int i = 0; i < DETECTOR_COUNT; i++) {
		assert_true(strlen(mk_detector_name((Detector)i)) > 2);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(mk_detector_name((Detector)i), mk_detector_name((Detector)k));
	}
}

static void test_caches_make_one_step_of_a_pair_that_stays_apart(void **state) {
	(void)state;
	static const Detector cached[] = { DETECTOR_GJK, DETECTOR_CHUNG_WANG, DETECTOR_SAT };
	for (int i = 0; i < 3; i++) {
		HullPair rods = crossing_rods(0);
		DetectCache cache = { 0 };
		DetectInput input = { .a = &rods.a, .b = &rods.b, .detector = cached[i] };
		input.cache = &cache;
		assert_false(mk_detect(&input).is_overlapping);
		rods.b.pose.origin = vec3((Real)0.01, (Real)0.01, (Real)0.02);
		DetectResult warm = mk_detect(&input);
		assert_true(!warm.is_overlapping && warm.iterations == 1);
		hull_pair_free(&rods);
	}
}

// After a hit: depth and normal of convex shapes by EPA.
static void test_depth_follows_a_hit(void **state) {
	(void)state;
	for (int i = 0; i <= DETECTOR_SAT; i++) {
		HullPair cubes = pair_of_shapes(mk_box_create(vec3(1, 1, 1), NULL),
				mk_box_create(vec3(1, 1, 1), NULL), vec3((Real)1.75, (Real)0.1, 0));
		DetectInput input = { .a = &cubes.a, .b = &cubes.b, .detector = (Detector)i };
		input.follow = DETECT_FOLLOW_DEPTH;
		DetectResult result = mk_detect(&input);
		assert_true(result.is_overlapping);
		check_near(result.separation.distance, -0.25, 8 * cubes.difference.error);
		check_vec3(result.separation.normal, vec3(1, 0, 0), 1e-5);
		// apart there is nothing to follow
		cubes.b.pose.origin.x = 3;
		assert_true(mk_detect(&input).separation.distance == 0);
		hull_pair_free(&cubes);
	}
}

// After a hit of hulls: triangle against triangle tells whether the concave meshes meet.
static void test_triangles_follow_a_hit_of_concave_meshes(void **state) {
	(void)state;
	TestMesh notch = mesh_make_picture("#...#\n#...#\n#####", 1);
	TestMesh finger = mesh_make_box(vec3(2, 2, 0), vec3(3, 8, 1));
	MeshInput inputs[2] = { { .mesh = mesh_view(&notch), .is_moving = true },
		{ .mesh = mesh_view(&finger), .is_moving = true } };
	HullPair pair = { .shape_a = mk_mesh_create(&inputs[0], NULL),
		.shape_b = mk_mesh_create(&inputs[1], NULL) };
	mesh_free(&notch);
	mesh_free(&finger);
	pair.a = instance_local(pair.shape_a);
	pair.b = instance_local(pair.shape_b);
	for (int i = 0; i <= DETECTOR_CHUNG_WANG; i++) {
		DetectInput input = { .a = &pair.a, .b = &pair.b, .detector = (Detector)i };
		DetectResult hulls = mk_detect(&input);
		assert_true(hulls.is_overlapping && hulls.is_hull);
		input.follow = DETECT_FOLLOW_TRIANGLES;
		DetectResult triangles = mk_detect(&input);
		assert_true(!triangles.is_overlapping && !triangles.is_hull);
		pair.b.pose.origin.y = (Real)-1.5;
		triangles = mk_detect(&input);
		assert_true(triangles.is_overlapping && !triangles.is_hull);
		pair.b.pose.origin.y = 0;
	}
	// a box may be one of the two
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL);
	ShapeInstance in_notch = instance_local(box);
	in_notch.pose.origin = vec3((Real)2.5, (Real)2, (Real)0.5);
	DetectInput input = { .a = &pair.a, .b = &in_notch, .follow = DETECT_FOLLOW_TRIANGLES };
	assert_false(mk_detect(&input).is_overlapping);
	mk_shape_release(box);
	hull_pair_free(&pair);
}

static void test_a_mesh_without_hull_has_no_convex_detector(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3_splat(-1), vec3_splat(1));
	MeshInput input = { .mesh = mesh_view(&mesh) };
	Shape *shape = mk_mesh_create(&input, NULL);
	mesh_free(&mesh);
	ShapeInstance in = instance_local(shape);
	assert_true(detect(&in, &in, DETECTOR_GJK).status == DETECT_UNSUPPORTED);
	assert_true(detect(&in, &in, DETECTOR_TRIANGLES).is_overlapping);
	mk_shape_release(shape);
}

static const Detector flight_detectors[] = { DETECTOR_TRIANGLES, DETECTOR_SPHERE_TRIANGLES,
	DETECTOR_GJK };

// The three detectors report the same steps, for every refinement.
static void test_three_detectors_see_the_same_flight(void **state) {
	(void)state;
	const uint32_t steps = 5000;
	for (uint32_t k = 1; k <= 10; k += 3) {
		Shape *shape = flight_shape(k);
		assert_true(((const MeshShape *)shape)->triangle_count == 8 * k);
		Flight first = flight_run(shape, DETECTOR_GJK, steps);
		assert_true(first.hits > 0 && first.hits < steps / 10);
		for (int i = 0; i < 2; i++) {
			// all pairs of triangles take long
			bool is_slow = k > pick_count(4, 1);
			if (is_slow && flight_detectors[i] == DETECTOR_TRIANGLES) continue;
			Flight flight = flight_run(shape, flight_detectors[i], steps);
			assert_true(flight.hits == first.hits && flight.hash == first.hash);
		}
		mk_shape_release(shape);
	}
}

// In counts, not in time: pairs of triangles grow with the square; with spheres in front
// they are few, and their number lies between; GJK on the hull, which has six corners
// always, does the same work for all.
static void test_work_grows_as_it_should(void **state) {
	(void)state;
	static const uint32_t steps[3] = { pick_count(300, 100), 4000, 4000 };
	double work[3][2]; // per step
	for (int i = 0; i < 2; i++) {
		Shape *shape = flight_shape(i == 0 ? 1 : 10);
		for (int k = 0; k < 3; k++) {
			Flight flight = flight_run(shape, flight_detectors[k], steps[k]);
			work[k][i] = (double)flight.work / steps[k];
		}
		mk_shape_release(shape);
	}
	// ten times the polygons: a hundred times the pairs
	assert_true(work[0][1] > 90 * work[0][0] && work[0][1] <= 100 * work[0][0]);
	assert_true(work[1][1] < work[0][1] / 2 && work[1][1] > 10 * work[2][1]);
	assert_true(work[1][1] > 20 * work[1][0]);
	assert_true(work[2][1] == work[2][0] && work[2][1] < 4);
}

// Two cubes apart and in each other, with every detector that has steps; being watched changes no
// answer.
static void test_every_detector_shows_its_steps(void **state) {
	(void)state;
	const Real ways[] = { 3, (Real)0.5 };
	for (int i = 0; i < 2; i++) {
		HullPair pair = pair_of_shapes(mk_box_create(vec3(1, 1, 1), NULL),
				mk_box_create(vec3(1, 1, 1), NULL), vec3(ways[i], 0, 0));
		for (Detector d = DETECTOR_GJK; d < DETECTOR_TRIANGLES; d++) {
			TraceStep steps[64];
			Trace trace = { .steps = steps, .capacity = 64 };
			DetectInput input = { .a = &pair.a, .b = &pair.b, .detector = d };
			DetectResult plain = mk_detect(&input);
			input.trace = &trace;
			DetectResult shown = mk_detect(&input);
			assert_true(trace.count > 0);
			assert_true(shown.is_overlapping == plain.is_overlapping);
			assert_true(plain.is_overlapping == (i == 1));
			assert_true(shown.status == plain.status);
		}
		hull_pair_free(&pair);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_detectors_are_right_on_the_grid_of_cubes),
		cmocka_unit_test(test_exact_touches_overlap_for_every_detector),
		cmocka_unit_test(test_a_gap_is_seen_by_every_detector),
		cmocka_unit_test(test_rods_cross_for_every_detector_but_the_baseline),
		cmocka_unit_test(test_what_a_detector_does_not_know_is_said),
		cmocka_unit_test(test_bad_numbers_overlap_nothing),
		cmocka_unit_test(test_detectors_have_names_of_their_own),
		cmocka_unit_test(test_caches_make_one_step_of_a_pair_that_stays_apart),
		cmocka_unit_test(test_depth_follows_a_hit),
		cmocka_unit_test(test_triangles_follow_a_hit_of_concave_meshes),
		cmocka_unit_test(test_a_mesh_without_hull_has_no_convex_detector),
		cmocka_unit_test(test_three_detectors_see_the_same_flight),
		cmocka_unit_test(test_work_grows_as_it_should),
		cmocka_unit_test(test_every_detector_shows_its_steps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
