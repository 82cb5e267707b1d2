// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Curved pairs, and pairs of extreme sizes, on which collision libraries are known to fail: from
// public reports of MuJoCo and Jolt, and from lists of cases that break GJK and EPA. Expected
// values are closed forms; where there is none, what defines the answer is checked: moving B by the
// depth makes the shapes touch, and no direction of many needs less.
#include "collide/penetration.h"

#include "shape/convex.h"
#include "shape/minkowski_sum.h"
#include "support/brute_depth.h"
#include "support/check.h"
#include "support/collide_pair.h"
#include "support/random.h"

static ShapeInstance posed(const Shape *shape, Transform pose) {
	return instance_rigid(shape, pose);
}

// The floor of the pair, that of the positions in the world, and what a search may
// leave: some floors in single precision; in double GJK ends on curved pairs when it
// stalls, within 2e-9 of the size.
static double tolerance_of(const ShapeInstance *a, const ShapeInstance *b) {
	Difference d = mk_difference(a, b);
	double size = (double)d.error / (4 * (double)MK_EPSILON);
	double places = (double)(vec3_length(a->pose.origin) + vec3_length(b->pose.origin));
	return 16 * (double)d.error + 2 * (double)MK_EPSILON * places + pick_tolerance(0, 2e-9) * size;
}

static void check_definition(const ShapeInstance *a, const ShapeInstance *b, Rng *rng) {
	Separation s = mk_separation(a, b);
	Separation swapped = mk_separation(b, a);
	double tolerance = tolerance_of(a, b);
	assert_true(s.status != SEPARATION_INVALID && vec3_is_unit(s.normal));
	assert_true(vec3_is_finite(s.point_a) && vec3_is_finite(s.point_b));
	check_near(swapped.distance, s.distance, 2 * tolerance);
	check_near(apart_along(a, b, s.normal), s.distance, 2 * tolerance);
	check_vec3(vec3_sub(s.point_b, s.point_a), vec3_scale(s.normal, s.distance), 2 * tolerance);
	for (int i = 0; i < 100; i++) {
		Vec3 any = random_unit(rng);
		Vec3 near = vec3_normalize(vec3_add_scaled(s.normal, any, (Real)0.05));
		assert_true((double)apart_along(a, b, any) <= (double)s.distance + 2 * tolerance);
		assert_true((double)apart_along(a, b, near) <= (double)s.distance + 2 * tolerance);
	}
}

// MuJoCo: ellipsoids of 5, 7 and 15 cm need 24 to 30 steps of its solver.
static void ellipsoids_of_centimetres_near_contact(void **state) {
	(void)state;
	Rng rng = { 1 };
	Shape *egg = mk_ellipsoid_create(vec3((Real)0.05, (Real)0.07, (Real)0.15), NULL);
	const double gaps[] = { 1e-2, 1e-3, 1e-5, -1e-5, -1e-3, -1e-2 };
	for (int i = 0; i < 60; i++) {
		ShapeInstance a = posed(egg, random_transform(&rng, 0.1));
		ShapeInstance b = posed(egg, random_transform(&rng, 0.3));
		place_apart(&a, &b, (Real)gaps[i % 6]);
		check_definition(&a, &b, &rng);
		Separation s = mk_separation(&a, &b);
		check_near(s.distance, gaps[i % 6], 2 * tolerance_of(&a, &b));
		assert_true(s.iterations <= 64);
	}
	mk_shape_release(egg);
}

// MuJoCo: slivers of boxes, some tenths of a millimetre thick, 0.769 micrometres apart.
static void thin_boxes_less_than_a_micrometre_apart(void **state) {
	(void)state;
	Rng rng = { 2 };
	Shape *blade = mk_box_create(vec3((Real)0.0151, (Real)0.00021, (Real)0.00034), NULL);
	Shape *chip = mk_box_create(vec3((Real)0.0023, (Real)0.00039, (Real)0.00067), NULL);
	for (int i = 0; i < 60; i++) {
		ShapeInstance a = posed(blade, (Transform){ random_quat(&rng), vec3_zero() });
		ShapeInstance b = posed(chip, random_transform(&rng, 0.02));
		place_apart(&a, &b, (Real)7.69e-7);
		check_definition(&a, &b, &rng);
		Separation s = mk_separation(&a, &b);
		check_near(s.distance, 7.69e-7, 2 * tolerance_of(&a, &b));
		assert_true(s.distance > 0);
	}
	mk_shape_release(blade);
	mk_shape_release(chip);
}

typedef struct CylinderCase {
	Transform pose;
	double distance;
	Vec3 normal; // zero: not unique
} CylinderCase;

// Radius 0.5, height 2, the first one upright at the origin.
static void cylinders_crossed_parallel_and_coaxial(void **state) {
	(void)state;
	Transform lying = turned(at(1.25, 0.3, 0), vec3(0, 0, 1), 90);
	Transform crossed = turned(at(0.95, 0.2, 0), vec3(1, 0, 0), 90);
	const CylinderCase rows[] = {
		{ at(1.25, 0, 0), 0.25, vec3(1, 0, 0) },
		{ at(0.96, 0, 0), -0.04, vec3(1, 0, 0) },
		{ at(0.6, 0.5, -0.8), 0, vec3((Real)0.6, 0, (Real)-0.8) },
		{ at(0.96, 0.5, 0), -0.04, vec3(1, 0, 0) },
		{ at(0, 2.125, 0), 0.125, vec3(0, 1, 0) },
		{ at(0, 1.99, 0), -0.01, vec3(0, 1, 0) },
		{ at(0.2, 1.99, -0.1), -0.01, vec3(0, 1, 0) },
		// inside each other, axes in one line: across it is shorter
		{ at(0, 0.5, 0), -1, vec3_zero() },
		{ at(0, 0, 0), -1, vec3_zero() },
		// side against side, axes at right angles
		{ crossed, -0.05, vec3(1, 0, 0) },
		// cap against side: the cap of the lying one is at x = 0.25
		{ lying, -0.25, vec3(1, 0, 0) },
	};
	Shape *cylinder = mk_cylinder_create((Real)0.5, 2, NULL);
	ShapeInstance a = posed(cylinder, at(0, 0, 0));
	Rng rng = { 3 };
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ShapeInstance b = posed(cylinder, rows[i].pose);
		Separation s = mk_separation(&a, &b);
		check_near(s.distance, rows[i].distance, tolerance_of(&a, &b));
		if (!vec3_equals(rows[i].normal, vec3_zero())) check_vec3(s.normal, rows[i].normal, 1e-3);
		check_definition(&a, &b, &rng);
	}
	mk_shape_release(cylinder);
}

// All the convex shapes of a few numbers, about 1 m large.
enum { KINDS = 9 };

static void make_all(Shape *shapes[KINDS], Real size, Real thin) {
	shapes[0] = mk_sphere_create(size, NULL);
	shapes[1] = mk_box_create(vec3(size, size * thin, size), NULL);
	shapes[2] = mk_capsule_create(size * thin, 2 * size, NULL);
	shapes[3] = mk_cylinder_create(size * thin, size, NULL);
	shapes[4] = mk_cylinder_create(size, size * thin, NULL);
	shapes[5] = mk_cone_create(size * thin, size, NULL);
	shapes[6] = mk_ellipsoid_create(vec3(size, size * thin, size * thin), NULL);
	shapes[7] = mk_tapered_capsule_create(size * thin, size * thin / 2, size, NULL);
	shapes[8] = mk_rounded_cylinder_create(size, size * thin, size * thin / 4, NULL);
}

static void release_all(Shape *shapes[KINDS]) {
	for (int i = 0; i < KINDS; i++)
		mk_shape_release(shapes[i]);
}

static void equal_shapes_at_the_same_centre(void **state) {
	(void)state;
	Rng rng = { 4 };
	Shape *shapes[KINDS];
	make_all(shapes, 1, (Real)0.5);
	for (int i = 0; i < KINDS; i++) {
		Transform pose = random_transform(&rng, 2);
		ShapeInstance a = posed(shapes[i], pose);
		ShapeInstance b = posed(shapes[i], pose);
		check_definition(&a, &b, &rng);
		assert_true(mk_separation(&a, &b).distance < 0);
	}
	release_all(shapes);
}

// Needles and slabs of 1 : 1000, all pairs, a little apart and a little in each other.
static void needles_and_slabs(void **state) {
	(void)state;
	Rng rng = { 5 };
	Shape *shapes[KINDS];
	make_all(shapes, 1, (Real)1e-3);
	for (int i = 0; i < KINDS; i++) {
		for (int k = 0; k < KINDS; k++) {
			ShapeInstance a = posed(shapes[i], random_transform(&rng, 0.5));
			ShapeInstance b = posed(shapes[k], random_transform(&rng, 0.5));
			place_apart(&a, &b, (i + k) % 2 == 0 ? (Real)1e-2 : (Real)-5e-4);
			check_definition(&a, &b, &rng);
		}
	}
	release_all(shapes);
}

static void sizes_of_a_millimetre_and_a_kilometre(void **state) {
	(void)state;
	Rng rng = { 6 };
	const double sizes[] = { 1e-3, 1e3 };
	for (int n = 0; n < 2; n++) {
		Shape *shapes[KINDS];
		make_all(shapes, (Real)sizes[n], (Real)0.4);
		for (int i = 0; i < KINDS; i++) {
			for (int k = 0; k < KINDS; k++) {
				ShapeInstance a = posed(shapes[i], random_transform(&rng, sizes[n]));
				ShapeInstance b = posed(shapes[k], random_transform(&rng, sizes[n]));
				place_apart(&a, &b, (Real)(((i + k) % 2 == 0 ? 1e-2 : -1e-2) * sizes[n]));
				check_definition(&a, &b, &rng);
			}
		}
		release_all(shapes);
	}
}

// A grain of 0.1 mm on shapes of 1 m.
static void sizes_ten_thousand_times_apart(void **state) {
	(void)state;
	Rng rng = { 7 };
	Shape *large[KINDS];
	Shape *small[KINDS];
	make_all(large, 1, (Real)0.5);
	make_all(small, (Real)1e-4, (Real)0.5);
	for (int i = 0; i < KINDS; i++) {
		for (int k = 0; k < KINDS; k++) {
			ShapeInstance a = posed(large[i], random_transform(&rng, 0.5));
			ShapeInstance b = posed(small[k], random_transform(&rng, 2));
			place_apart(&a, &b, (i + k) % 2 == 0 ? (Real)2e-5 : (Real)-2e-5);
			check_definition(&a, &b, &rng);
		}
	}
	release_all(large);
	release_all(small);
}

// 16 km from the origin a float has steps of 1 or 2 mm: the pair is measured from one of the two,
// so only the places themselves are rounded.
static void far_from_the_origin(void **state) {
	(void)state;
	Rng rng = { 8 };
	Shape *shapes[KINDS];
	make_all(shapes, 1, (Real)0.5);
	for (int i = 0; i < KINDS; i++) {
		Transform near_a = random_transform(&rng, 1);
		Transform near_b = random_transform(&rng, 1);
		near_a.position = vec3_zero();
		// on a grid that both places have
		near_b.position = vec3((Real)0.75, (Real)1.25, (Real)-0.5);
		Vec3 away = vec3(9472, 10240, -8704);
		Transform far_a = { near_a.rotation, vec3_add(near_a.position, away) };
		Transform far_b = { near_b.rotation, vec3_add(near_b.position, away) };
		ShapeInstance a = posed(shapes[i], near_a);
		ShapeInstance b = posed(shapes[(i + 1) % KINDS], near_b);
		ShapeInstance c = posed(shapes[i], far_a);
		ShapeInstance d = posed(shapes[(i + 1) % KINDS], far_b);
		Separation here = mk_separation(&a, &b);
		Separation there = mk_separation(&c, &d);
		check_near(there.distance, here.distance, 0);
		check_vec3(there.normal, here.normal, 0);
	}
	release_all(shapes);
}

// Jolt: a cylinder beside the rim of a surface was reported 0.397 deep.
static void cylinder_at_the_rim_of_a_triangle(void **state) {
	(void)state;
	Triangle floor_corners = { vec3(-5, 0, -5), vec3(-5, 0, 5), vec3(5, 0, 0) };
	Shape *floor_shape = mk_triangle_create(floor_corners, 0, NULL);
	Shape *cylinder = mk_cylinder_create((Real)0.4, 1, NULL);
	ShapeInstance a = posed(floor_shape, at(0, 0, 0));
	for (int i = -40; i <= 40; i++) {
		// its axis from inside to outside of the edge x = -5, its bottom 1 mm in the surface
		ShapeInstance b = posed(cylinder, at(-5 + 0.0125 * i, 0.499, 0));
		Separation s = mk_separation(&a, &b);
		double beside = -0.0125 * i - 0.4;
		double expected = beside > 0 ? beside : fmax(-0.001, beside);
		check_near(s.distance, expected, tolerance_of(&a, &b));
	}
	mk_shape_release(floor_shape);
	mk_shape_release(cylinder);
}

// Rotations that went through many products are off by 1e-6 and still count as rigid or nearly so.
static void rotations_off_by_a_millionth(void **state) {
	(void)state;
	Rng rng = { 9 };
	Shape *shapes[KINDS];
	make_all(shapes, 1, (Real)0.5);
	for (int i = 0; i < KINDS; i++) {
		for (int k = 0; k < KINDS; k++) {
			Affine pose_a = affine_from_transform(random_transform(&rng, 1));
			Affine pose_b = affine_from_transform(random_transform(&rng, 1));
			pose_b.linear = mat3_add(pose_b.linear, random_mat3(&rng, 1e-6));
			ShapeInstance a = mk_instance(shapes[i], pose_a);
			ShapeInstance b = mk_instance(shapes[k], pose_b);
			place_apart(&a, &b, (i + k) % 2 == 0 ? (Real)0.01 : (Real)-0.01);
			Separation s = mk_separation(&a, &b);
			double expected = (i + k) % 2 == 0 ? 0.01 : -0.01;
			check_near(s.distance, expected, 1e-5);
			assert_true(vec3_is_unit(s.normal));
		}
	}
	release_all(shapes);
}

// Gaps of some rounding floors: bounds stay in order, normals are unit vectors, and a cached axis
// that is no direction is none. Found by fuzzing.
static void smooth_pairs_within_some_floors_of_contact(void **state) {
	(void)state;
	Rng rng = { 10 };
	Shape *shapes[2] = { mk_cylinder_create((Real)0.3, 1, NULL),
		mk_ellipsoid_create(vec3((Real)0.5, (Real)0.3, (Real)0.4), NULL) };
	for (int i = 0; i < 200; i++) {
		ShapeInstance a = posed(shapes[i % 2], random_transform(&rng, 1));
		ShapeInstance b = posed(shapes[i / 2 % 2], random_transform(&rng, 1));
		Difference d = mk_difference(&a, &b);
		place_apart(&a, &b, (Real)(i % 17 - 8) * d.error);
		d = mk_difference(&a, &b);
		GjkInput gjk = mk_gjk_query_input(&d);
		GjkResult found = mk_gjk(&gjk);
		assert_true(vec3_is_unit(found.normal) && found.lower <= found.upper);
		PenetrationCache cache = { .gjk.axis = { (Real)NAN, MK_INFINITY, 0 } };
		for (int k = 0; k < 2; k++) {
			PenetrationInput input = { .difference = &d, .cache = &cache, .limit = MK_INFINITY };
			Separation s = mk_penetration(&input).separation;
			assert_true(vec3_is_unit(s.normal));
			assert_true(s.lower <= s.distance && s.distance <= s.upper);
		}
	}
	mk_shape_release(shapes[0]);
	mk_shape_release(shapes[1]);
}

// A triangle rolled around two balls, and a ball deep in it: valleys of nearly equal depth whose
// floors are bent. EPA fills its storage, and its nearest faces alone led to 1 mm above the lowest
// place, two hundred thousandths of the sizes.
static void a_valley_of_a_sum_is_followed_to_its_lowest_place(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create((Real)0.38217181, NULL);
	Triangle corners = { { (Real)-0.179509982, (Real)-0.203969225, (Real)0.123808503 },
		{ (Real)-0.103332125, (Real)0.770065784, (Real)-2.51951957 },
		{ (Real)0.123755433, (Real)-0.163083449, (Real)0.0369466804 } };
	Affine first = { { { (Real)0.276634276, (Real)1.69055545, (Real)-0.771497667 },
							 { (Real)1.66855347, (Real)0.117375523, (Real)0.855490863 },
							 { (Real)0.817994475, (Real)-0.81114614, (Real)-1.48412943 } },
		{ (Real)1.88111424, (Real)2.21576309, (Real)-0.178445801 } };
	Affine second = { { { (Real)-0.258476019, (Real)-0.519082189, (Real)-0.814704716 },
							  { (Real)-0.262360513, (Real)-0.773943663, (Real)0.57634902 },
							  { (Real)-0.929708064, (Real)0.362718791, (Real)0.0638592243 } },
		{ (Real)15.788661, (Real)-11.1365976, (Real)2.75167084 } };
	Shape *triangle = mk_triangle_create(corners, (Real)0.291869968, NULL);
	Real tip = (Real)0.078584902;
	Shape *balls = mk_tapered_capsule_create(
			tip, tip + (Real)16.4402866, 2 * (Real)4.25886202, NULL);
	MinkowskiSumInput parts = { triangle, balls, first, second };
	Shape *sum = mk_minkowski_sum_create(&parts, NULL);
	ShapeInstance a = instance_local(ball);
	ShapeInstance b = instance_local(sum);
	a.pose.origin = vec3((Real)5026.1084, (Real)817.390015, (Real)-8604.55859);
	a.pose.linear = (Mat3){ { (Real)0.658112228, (Real)0.393084288, (Real)-0.64216274 },
		{ (Real)-0.58561939, (Real)-0.26881659, (Real)-0.764714003 },
		{ (Real)-0.473221123, (Real)0.879330635, (Real)0.053286314 } };
	b.pose = (Affine){ { { (Real)0.865789473, (Real)0.13711904, (Real)0.481255591 },
							   { (Real)-0.31542927, (Real)-0.597061157, (Real)0.737578452 },
							   { (Real)0.38847518, (Real)-0.790389717, (Real)-0.473677874 } },
		{ (Real)5005.86182, (Real)814.031677, (Real)-8600.4375 } };
	Separation s = mk_separation(&a, &b);
	Vec3 n = s.normal;
	BruteInput brute = { &a, &b, .directions = 2000, .starts = 12 };
	brute.hint = double3((double)n.x, (double)n.y, (double)n.z);
	double size = (double)(ball->bound + sum->bound);
	check_near(-(double)s.distance, brute_depth(&brute).height, 1e-5 * size);
	check_near(s.distance, -17.448824, 1e-5 * size);
	mk_shape_release(sum);
	mk_shape_release(balls);
	mk_shape_release(triangle);
	mk_shape_release(ball);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ellipsoids_of_centimetres_near_contact),
		cmocka_unit_test(thin_boxes_less_than_a_micrometre_apart),
		cmocka_unit_test(cylinders_crossed_parallel_and_coaxial),
		cmocka_unit_test(equal_shapes_at_the_same_centre),
		cmocka_unit_test(needles_and_slabs),
		cmocka_unit_test(sizes_of_a_millimetre_and_a_kilometre),
		cmocka_unit_test(sizes_ten_thousand_times_apart),
		cmocka_unit_test(far_from_the_origin),
		cmocka_unit_test(cylinder_at_the_rim_of_a_triangle),
		cmocka_unit_test(rotations_off_by_a_millionth),
		cmocka_unit_test(smooth_pairs_within_some_floors_of_contact),
		cmocka_unit_test(a_valley_of_a_sum_is_followed_to_its_lowest_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
